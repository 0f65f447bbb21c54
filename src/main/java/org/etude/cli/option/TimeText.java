// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.cli.base.ParsedText;
import org.etude.unit.Time;

/** Parses a time such as {@code 609us}. */
public final class TimeText extends ParsedText<Time> {
    /** For picocli. */
    public TimeText() {
        super(Time::parse);
    }
}
