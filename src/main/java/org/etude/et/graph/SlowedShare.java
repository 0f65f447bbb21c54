// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

/** For how much of its recorded duration transfers of a host backend slowed a node. */
public final class SlowedShare {
    private static final double MILLION = 1e6;

    /** The attribute's name in execution traces of earlier versions. */
    private static final String EARLIER = "beside_ppm";

    private SlowedShare() {}

    /** The share of a node's recorded duration spent at the speed {@link EtNames#PACE_PPM}, from 0 to 1. */
    public static double of(EtGraph graph, int node) {
        long ppm = graph.integer(node, EtNames.SLOWED_PPM, graph.integer(node, EARLIER, 0));
        return Math.max(0, Math.min(MILLION, ppm)) / MILLION;
    }
}
