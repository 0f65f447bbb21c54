// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Given;
import org.etude.report.Internal;

/**
 * What repair does. By default every rank follows the majority of its group, and communication of unknown type or size
 * takes its measured time without traffic.
 *
 * @param mismatch what to do when ranks disagree about their communication
 * @param unknown what to do with communication of unknown type or size
 * @param astraSim whether the result must also run in ASTRA-sim
 */
public record RepairOptions(
        @Internal Mismatch mismatch, @Internal Unknown unknown, boolean astraSim) {

    /** What to do with a collective or transfer on which ranks disagree. */
    @Internal
    public enum Mismatch {
        /** Change nothing; findings of level ERROR state what would hang. */
        REPORT,
        /** Remove it on every rank that has it. */
        DROP,
        /**
         * Make every rank of the group match the majority in type, size, position and presence. In a tie the collective
         * is present, since a completed run executed it on every rank. A tie of type or size is decided by the lowest
         * rank, for uneven exchanges by the largest size. Transfers follow their sender; those without a partner are
         * removed.
         */
        MAJORITY
    }

    /** What to do with a collective or transfer whose type, size or peer cannot be determined. */
    @Internal
    public enum Unknown {
        /** Change nothing; findings of level ERROR state what is missing. */
        REPORT,
        /** Turn it into a broadcast, which simulators replay with its measured time and without traffic. */
        REPLAY,
        /** Remove it on every rank. */
        DROP
    }

    /** For internal use; users start from {@link #defaults} or {@link #forAstraSim}. */
    @Internal
    public RepairOptions {
        Given.value(mismatch, "how a mismatch is repaired");
        Given.value(unknown, "how unknown nodes are repaired");
    }

    /** For Etude's own simulator: mismatches by majority, unknown communication replayed. */
    public static RepairOptions defaults() {
        return new RepairOptions(Mismatch.MAJORITY, Unknown.REPLAY, false);
    }

    /**
     * For ASTRA-sim as well: no METADATA or INVALID nodes, no communication marked as host operator, no empty
     * collectives, no messages to the sender itself, no collective type that it rejects, no empty graph.
     */
    public static RepairOptions forAstraSim() {
        return new RepairOptions(Mismatch.MAJORITY, Unknown.REPLAY, true);
    }

    /** Removes a collective or transfer on which ranks disagree from every rank that has it. */
    public RepairOptions dropMismatches() {
        return withMismatch(Mismatch.DROP);
    }

    /** Keeps what ranks disagree about; findings of level ERROR state what would hang. */
    public RepairOptions reportMismatches() {
        return withMismatch(Mismatch.REPORT);
    }

    /** Removes communication whose type, size or peer cannot be determined, on every rank. */
    public RepairOptions dropUnknown() {
        return withUnknown(Unknown.DROP);
    }

    /** Keeps communication whose type, size or peer cannot be determined; findings of level ERROR state what is missing. */
    public RepairOptions reportUnknown() {
        return withUnknown(Unknown.REPORT);
    }

    /** The same with another treatment of mismatches. */
    @Internal
    public RepairOptions withMismatch(Mismatch choice) {
        return new RepairOptions(choice, unknown, astraSim);
    }

    /** The same with another treatment of unknown communication. */
    @Internal
    public RepairOptions withUnknown(Unknown choice) {
        return new RepairOptions(mismatch, choice, astraSim);
    }
}
