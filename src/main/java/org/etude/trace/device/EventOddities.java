// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import org.etude.trace.model.Tally;

/** What was odd about the events of one Kineto file. */
public final class EventOddities {
    public final Tally noDuration = new Tally();
    public final Tally badDuration = new Tally();
    public final Tally badStart = new Tally();
    public final Tally noName = new Tally();
    public final Tally noArgs = new Tally();
    public final Tally noObject = new Tally();
    public final Tally unpaired = new Tally();
    public final Tally noPhase = new Tally();
    public final Tally noCategory = new Tally();
    public final Tally badMemory = new Tally();
}
