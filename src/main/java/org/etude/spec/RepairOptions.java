// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import java.util.Objects;

/**
 * What repair may do.
 *
 * @param mismatch what to do when ranks disagree about their communication
 * @param unknown what to do with communication whose type or size nothing tells
 * @param astraSim whether the result must also run in ASTRA-sim
 */
public record RepairOptions(Mismatch mismatch, Unknown unknown, boolean astraSim) {

    /** What to do with a collective or transfer that ranks do not agree about. */
    public enum Mismatch {
        /** Change nothing; the rows of level ERROR say what would hang. */
        REPORT,
        /** Take it out on every rank that has it. */
        DROP,
        /**
         * Give every rank of the group what most of them have: type, size, place in the order, presence. A run that was
         * recorded to its end ran a collective on every rank, so at a draw a collective is present; at a draw of type or
         * size the lowest rank is right, for uneven exchanges the largest size. Transfers follow their sender, and those
         * without partner are taken out.
         */
        MAJORITY
    }

    /** What to do with a collective or transfer whose type, size or peer can be learnt from nothing. */
    public enum Unknown {
        /** Change nothing; the rows of level ERROR say what is missing. */
        REPORT,
        /** Make it a broadcast, which simulators replay with its measured time and without traffic. */
        REPLAY,
        /** Take it out on every rank. */
        DROP
    }

    /** Refuses null. */
    public RepairOptions {
        Objects.requireNonNull(mismatch, "mismatch");
        Objects.requireNonNull(unknown, "unknown");
    }

    /** What Etude's own simulator can run: mismatches by majority, unknown communication replayed. */
    public static RepairOptions defaults() {
        return new RepairOptions(Mismatch.MAJORITY, Unknown.REPLAY, false);
    }

    /**
     * What ASTRA-sim can run as well: no METADATA and INVALID nodes, no communication flagged as host operator, no empty
     * collective, no message to oneself, no collective type it throws at, no empty graph.
     */
    public static RepairOptions forAstraSim() {
        return new RepairOptions(Mismatch.MAJORITY, Unknown.REPLAY, true);
    }

    /** The same with another way to treat mismatches. */
    public RepairOptions withMismatch(Mismatch choice) {
        return new RepairOptions(choice, unknown, astraSim);
    }

    /** The same with another way to treat unknown communication. */
    public RepairOptions withUnknown(Unknown choice) {
        return new RepairOptions(mismatch, choice, astraSim);
    }
}
