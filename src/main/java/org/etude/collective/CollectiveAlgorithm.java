// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import org.etude.spec.AlgorithmSpec;

/**
 * The number of latencies and bytes per link in one collective. Formulas: Thakur, Rabenseifner, Gropp, "Optimization of
 * Collective Communication Operations in MPICH" (2005); bus-bandwidth factors of nccl-tests' PERFORMANCE.md agree for
 * the ring.
 */
public enum CollectiveAlgorithm {
    /** Neighbour to neighbour: 2(n-1) steps of bytes/n for an all-reduce. */
    RING,
    /** Recursive halving and doubling: 2 log2 n steps, the ring's bytes. */
    HALVING_DOUBLING,
    /** All ranks to all ranks directly: 2 steps, the ring's bytes. */
    DIRECT,
    /** Binary tree: 2 log2 n steps, all bytes up and down, pipelined. */
    TREE;

    /** How the algorithm that a user names is counted. */
    public static CollectiveAlgorithm of(AlgorithmSpec named) {
        return switch (named.kind()) {
            case RING, STRIDED_RINGS -> RING;
            case HALVING_DOUBLING -> HALVING_DOUBLING;
            case DIRECT -> DIRECT;
            case DOUBLE_BINARY_TREE -> TREE;
        };
    }

    /** Number of consecutive latencies of a collective of {@code n} ranks. */
    public double steps(String type, int n) {
        double oneWay =
                switch (this) {
                    case RING -> n - 1;
                    case HALVING_DOUBLING, TREE -> Math.ceil(Math.log(n) / Math.log(2));
                    case DIRECT -> 1;
                };
        return isPoint(type) ? 1 : type.equals("all_reduce") ? 2 * oneWay : oneWay;
    }

    /** Bytes through a rank's link per byte of the buffer. */
    public double wire(String type, int n) {
        if (isPoint(type) || type.equals("broadcast") || type.equals("reduce")) {
            return 1;
        }
        double share = this == TREE ? 1 : (n - 1.0) / n;
        return type.equals("all_reduce") ? 2 * share : share;
    }

    private static boolean isPoint(String type) {
        return type.equals("sendrecv") || type.equals("send") || type.equals("recv");
    }
}
