// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Arrays;
import org.etude.report.Internal;

/** Which of several concurrent collectives on a rank goes first. */
@Internal
public enum SchedulingPolicy {
    /** The latest. */
    LIFO,
    /** The earliest. */
    FIFO,
    /** The one with the highest comm_priority. */
    EXPLICIT;

    /** The names, for messages. */
    public static final String NAMES = "LIFO, FIFO or EXPLICIT";

    /** The policy with this name in system files, or null. */
    public static SchedulingPolicy of(String name) {
        return Arrays.stream(values())
                .filter(policy -> policy.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
