// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import org.etude.report.Inside;

/** What collectives and messages cost on a platform, as fitted to measurements. */
public interface CommunicationCosts {
    /**
     * The cost of one collective or message.
     *
     * @param type all_reduce, all_gather, ... or sendrecv
     * @param ranks size of the group, 2 or more
     * @param bytes bytes of the larger of a rank's input and output, near which the cost shall hold
     * @throws org.etude.report.EtudeException when nothing measured leads there
     */
    @Inside
    Cost cost(String type, int ranks, long bytes);

    /**
     * The cost in a dimension of a spread step; without more knowledge that of a group of its size.
     *
     * @param job how many ranks share what
     * @param dimension tensor, data or pipeline
     */
    @Inside
    default Cost cost(Parallelism job, String dimension, String type, int ranks, long bytes) {
        return cost(type, ranks, bytes);
    }

    /**
     * Time of a collective or message: startUs + bytes x usPerByte.
     *
     * @param startUs start-up time in us, not negative
     * @param usPerByte time per byte in us, above zero
     * @param evidence what it rests on, for people
     */
    @Inside
    record Cost(double startUs, double usPerByte, String evidence) {
        /** Refuses what is no time. */
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
