// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import java.util.Optional;
import org.etude.spec.CollectiveType;

/**
 * The times of a row.
 *
 * @param name the row
 * @param forward its forward pass
 * @param weightGrad its weight gradient
 * @param inputGrad its input gradient
 */
public record RowTimes(String name, Pass forward, Pass weightGrad, Pass inputGrad) {
    /**
     * One pass of a row.
     *
     * @param computeNs computation
     * @param commNs communication
     * @param exposedNs exposed communication
     * @param bytes bytes in the workload, even without communication
     * @param collective its collective, if SimAI knows it
     * @param ranks ranks of its group, at least 1
     */
    public record Pass(
            long computeNs, long commNs, long exposedNs, long bytes, Optional<CollectiveType> collective, int ranks) {
        private static final double NS_PER_US = 1000;
        private static final int US_PER_S = 1_000_000;
        private static final double GIB = 1L << 30;

        /** Algorithm bandwidth in GiB/s, with SimAI's seven digits; NaN or infinite when it takes no time. */
        public float algorithmBandwidth() {
            return (float) (bytes / (commNs / NS_PER_US) * US_PER_S / GIB);
        }

        /** Bus bandwidth in GiB/s; 0 without a collective. */
        public float busBandwidth() {
            if (collective.isEmpty()) {
                return 0;
            }
            float doubled =
                    collective.get() == CollectiveType.ALL_REDUCE ? algorithmBandwidth() * 2 : algorithmBandwidth();
            return (float) ((double) (doubled * (ranks - 1)) / ranks);
        }
    }
}
