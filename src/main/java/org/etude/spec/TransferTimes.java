// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Internal;

/** Measured times of collectives and messages on a network. Deterministic: equal arguments give equal answers. */
@Internal
public interface TransferTimes {
    /** The type that denotes a message from one rank to another. */
    String MESSAGE = "sendrecv";

    /**
     * The time of one transfer, counted from the arrival of the last rank.
     *
     * @param type all_reduce, all_gather, reduce_scatter, all_to_all, broadcast, ..., or {@link #MESSAGE}
     * @param ranks number of participating ranks, 2 or more
     * @param bytes the whole buffer of a rank; for an all-gather the part that each rank contributes
     * @param backend the library that carries it if the host does, such as gloo, otherwise ""
     * @return the time and what it is based on
     * @throws org.etude.report.EtudeException when it cannot be derived from the measurements
     */
    Answer of(String type, int ranks, long bytes, String backend);

    /**
     * By which factor transfers take longer while so many ranks send at once, compared with one that sends alone.
     *
     * @param senders number of ranks that send, 0 or more
     * @return 1 or more; 1 when the measurements do not tell
     */
    default double crowding(int senders) {
        return 1;
    }

    /** A content hash of the measurements, which distinguishes runs with different ones. */
    String digest();

    /**
     * A time, counted from the arrival of the last rank.
     *
     * @param nanos duration in ns; for a message, until the receiver has it
     * @param earlyNanos duration in ns for ranks that arrived more than {@code skewNanos} before the last; for a
     *     message, how long it occupies the sender
     * @param togetherNanos duration in ns for all ranks when they arrive within {@code skewNanos} of each other
     * @param skewNanos the threshold in ns: the latency of one message
     * @param inferredFrom the measurements it was inferred from, "" when this type and group size were measured
     *     directly
     */
    record Answer(long nanos, long earlyNanos, long togetherNanos, long skewNanos, String inferredFrom) {
        /** A time that is the same for all ranks. */
        public static Answer same(long nanos, String inferredFrom) {
            return new Answer(nanos, nanos, nanos, 0, inferredFrom);
        }
    }
}
