// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Inside;

/** What a collective or message takes on a network, as measured there; the same answer for the same question. */
@Inside
public interface TransferTimes {
    /** The type under which {@link #of} is asked for a message from one rank to another. */
    String MESSAGE = "sendrecv";

    /**
     * The time of one transfer, from the moment the last rank has reached it.
     *
     * @param type all_reduce, all_gather, reduce_scatter, all_to_all, broadcast, ..., or {@link #MESSAGE}
     * @param ranks ranks that take part, 2 or more
     * @param bytes the whole buffer of a rank; for an all-gather the part that each rank brings
     * @param backend the library that carries it where the host does, such as gloo, else ""
     * @return nanoseconds and what they rest on
     * @throws org.etude.report.EtudeException when nothing measured leads there
     */
    Answer of(String type, int ranks, long bytes, String backend);

    /** Identifies the measurements, so that runs with other ones are distinguished: equal for equal content. */
    String digest();

    /**
     * A time, counted from the moment the last rank has reached the transfer.
     *
     * @param nanos how long it takes; of a message, until its receiver has it
     * @param earlyNanos how long it takes the ranks that had reached it earlier by more than {@code skewNanos}; of a message, how
     *     long it holds its sender
     * @param togetherNanos how long it takes all ranks when none had reached it earlier by more than {@code skewNanos}
     * @param skewNanos by how much, one message's latency
     * @param inferredFrom what was measured instead, "" when this type and group size were measured themselves
     */
    record Answer(long nanos, long earlyNanos, long togetherNanos, long skewNanos, String inferredFrom) {
        /** A time that is the same for all ranks. */
        public static Answer same(long nanos, String inferredFrom) {
            return new Answer(nanos, nanos, nanos, 0, inferredFrom);
        }
    }
}
