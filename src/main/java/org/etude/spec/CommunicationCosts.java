// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Internal;

/** Costs of collectives and messages on a platform, as fitted to measurements. */
public interface CommunicationCosts {
    /**
     * The cost of one collective or message.
     *
     * @param type all_reduce, all_gather, ... or sendrecv
     * @param ranks size of the group, 2 or more
     * @param bytes the larger of a rank's input and output in bytes; the cost need only hold near this size
     * @throws org.etude.report.EtudeException when it cannot be derived from the measurements
     */
    @Internal
    Cost cost(String type, int ranks, long bytes);

    /**
     * The cost in one dimension of a parallelized step; by default that of any group of this size.
     *
     * @param job the parallelism of the step
     * @param dimension tensor, data or pipeline
     */
    @Internal
    default Cost cost(Parallelism job, String dimension, String type, int ranks, long bytes) {
        return cost(type, ranks, bytes);
    }

    /**
     * Time of a collective or message: startUs + bytes x usPerByte.
     *
     * @param startUs start-up time in us, not negative
     * @param usPerByte time per byte in us, above zero
     * @param evidence what it is based on, for display
     */
    @Internal
    record Cost(double startUs, double usPerByte, String evidence) {
        /** Rejects negative start-up times and non-positive rates. */
        public Cost {
            if (!(startUs >= 0 && startUs < Double.POSITIVE_INFINITY)
                    || !(usPerByte > 0 && usPerByte < Double.POSITIVE_INFINITY)) {
                throw new WorkloadException(
                        "a start of " + startUs + " us and " + usPerByte + " us per byte (" + evidence + ")",
                        "Fit to timings of several sizes, from small to large.");
            }
        }

        /** The time of a size in us. */
        public double micros(long bytes) {
            return startUs + bytes * usPerByte;
        }
    }
}
