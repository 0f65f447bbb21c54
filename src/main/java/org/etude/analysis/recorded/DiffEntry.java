// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

/**
 * One kind and name on one side of a comparison, per rank and step.
 *
 * @param kind its kind
 * @param name its name; for a collective its type, size and number of ranks
 * @param count number per rank and step
 * @param nanos time per rank and step, in ns
 */
public record DiffEntry(Kind kind, String name, double count, double nanos) {
    /** What is compared. */
    public enum Kind {
        /** An operator on the host, with its self time. */
        OPERATOR,
        /** GPU work without communication. */
        KERNEL,
        /** A collective or message, with the time during which it was open. */
        COLLECTIVE
    }
}
