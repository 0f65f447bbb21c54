// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.unit.Time;

/** Reads a time such as {@code 609us}. */
public final class TimeText extends ParsedText<Time> {
    /** Made by the command line. */
    public TimeText() {
        super(Time::parse);
    }
}
