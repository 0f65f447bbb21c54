// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import org.etude.trace.model.Tally;

/** What was odd about the nodes of one execution trace. */
public final class NodeOddities {
    public final Tally noObject = new Tally();
    public final Tally noId = new Tally();
    public final Tally noName = new Tally();
    public final Tally noParent = new Tally();
    public final Tally badGroups = new Tally();
}
