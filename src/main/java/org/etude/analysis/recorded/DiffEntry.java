// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

/**
 * What one side of a comparison did of one kind and name, per rank and step.
 *
 * @param kind what it is
 * @param name its name; of a collective its type, size and number of ranks
 * @param count how often per rank and step
 * @param nanos for how long per rank and step
 */
public record DiffEntry(Kind kind, String name, double count, double nanos) {
    /** What is compared. */
    public enum Kind {
        /** An operator on the host, with its self time. */
        OPERATOR,
        /** GPU work without communication. */
        KERNEL,
        /** A collective or message, with the time in which it was open. */
        COLLECTIVE
    }
}
