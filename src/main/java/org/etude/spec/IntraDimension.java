// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Internal;

/** The order of waiting phases within a queue. */
@Internal
public enum IntraDimension {
    /** In order of arrival. */
    FIFO("FIFO"),
    /** Reduce-scatters and all-gathers alternate. */
    ALTERNATING("RG"),
    /** The smallest first. */
    SMALLEST_FIRST("SCF", "smallestFirst"),
    /** The one with the fewest remaining phases first. */
    FEWEST_PHASES_FIRST("lessRemainingPhaseFirst");

    /** The names, for messages. */
    public static final String NAMES = "FIFO, RG, SCF, smallestFirst or lessRemainingPhaseFirst";

    private final String[] names;

    IntraDimension(String... names) {
        this.names = names;
    }

    /** The policy with this name in system files, or null. */
    public static IntraDimension of(String name) {
        for (IntraDimension policy : values()) {
            for (String known : policy.names) {
                if (known.equals(name)) {
                    return policy;
                }
            }
        }
        return null;
    }

    /** The name in system files. */
    public String wireName() {
        return names[0];
    }
}
