// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

/** The order of waiting phases inside a queue. */
public enum IntraDimension {
    /** As they come. */
    FIFO("FIFO"),
    /** Reduce-scatters and all-gathers in turn. */
    ALTERNATING("RG"),
    /** The smallest first. */
    SMALLEST_FIRST("SCF", "smallestFirst"),
    /** The one with the fewest phases to go first. */
    FEWEST_PHASES_FIRST("lessRemainingPhaseFirst");

    private final String[] names;

    IntraDimension(String... names) {
        this.names = names;
    }

    /** The policy of a name in system files, or null. */
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
