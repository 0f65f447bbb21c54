// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

/**
 * Latencies of NCCL's tuning, us: the base latency of a collective, and that of its steps on NVLink and between
 * servers. Source: NCCL 2.27, {@code src/graph/tuning.cc}; the sums are those that SimAI 1.7 documents in ns.
 */
final class NcclLatency {
    private static final double[] TREE_BASE = {6.8, 14.0, 8.4};
    private static final double[] RING_BASE = {6.6, 14.0, 8.4};
    private static final double[] TREE_NVLINK = {0.6, 1.25, 4.0};
    private static final double[] RING_NVLINK = {0.6, 1.9, 3.4};
    private static final double[] TREE_NET = {5.0, 8.5, 14.0};
    private static final double[] RING_NET = {2.7, 4.0, 14.0};
    private static final double PAT_BASE = 8;
    private static final double PAT_NVLINK = 4;
    private static final double PAT_NET = 14;
    private static final double NVLS_NVLINK = 25;
    private static final double NVLS_NET = 18;
    private static final double NVLS_TREE_NET = 14;
    private static final double NANOS = 1000;

    private NcclLatency() {}

    static double base(FlowAlgorithm algorithm, NcclProtocol protocol) {
        return switch (algorithm) {
            case TREE -> TREE_BASE[protocol.ordinal()];
            case RING -> RING_BASE[protocol.ordinal()];
            case NVLS, NVLS_TREE -> 0;
            case PAT -> PAT_BASE;
        };
    }

    /** The latency of a step inside a server, us. */
    static double nvLink(FlowAlgorithm algorithm, NcclProtocol protocol) {
        return switch (algorithm) {
            case TREE -> TREE_NVLINK[protocol.ordinal()];
            case RING -> RING_NVLINK[protocol.ordinal()];
            case NVLS, NVLS_TREE -> NVLS_NVLINK;
            case PAT -> PAT_NVLINK;
        };
    }

    /** The latency of a step between servers, us. */
    static double net(FlowAlgorithm algorithm, NcclProtocol protocol) {
        return switch (algorithm) {
            case TREE -> TREE_NET[protocol.ordinal()];
            case RING -> RING_NET[protocol.ordinal()];
            case NVLS -> NVLS_NET;
            case NVLS_TREE -> NVLS_TREE_NET;
            case PAT -> PAT_NET;
        };
    }

    /**
     * The latency of a flow's sender, ns. That of NVSwitches counts once, as in the model.
     *
     * @param first whether the flow waits for no other, so that the collective starts with it
     */
    static long flowNanos(FlowAlgorithm algorithm, NcclProtocol protocol, boolean sameServer, boolean first) {
        double step = sameServer ? nvLink(algorithm, protocol) : net(algorithm, protocol);
        if (algorithm.usesNvSwitches() && sameServer && !first) {
            step = 0;
        }
        return Math.round(NANOS * (step + (first ? base(algorithm, protocol) : 0)));
    }
}
