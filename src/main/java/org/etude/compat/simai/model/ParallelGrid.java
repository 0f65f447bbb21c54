// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

import org.etude.compat.simai.text.SimAiHeader;

/**
 * The number of ranks in groups of each kind.
 *
 * @param gpus total number of ranks
 * @param perServer ranks per server
 * @param tp tensor parallelism
 * @param ep expert parallelism
 * @param pp pipeline stages
 */
public record ParallelGrid(int gpus, int perServer, int tp, int ep, int pp) {
    /** Rejects sizes below 1. */
    public ParallelGrid {
        if (gpus < 1 || perServer < 1 || tp < 1 || ep < 1 || pp < 1) {
            throw new SimAiException(
                    gpus + " GPUs, " + perServer + " a server, tp " + tp + ", ep " + ep + ", pp " + pp
                            + ": none can be less than 1",
                    "Correct the options or the first line of the workload.");
        }
        if ((long) tp * pp > Integer.MAX_VALUE || (long) tp * ep > Integer.MAX_VALUE) {
            throw new SimAiException(
                    "tp " + tp + " times ep " + ep + " or pp " + pp + " is more than two billion ranks",
                    "Correct the first line of the workload.");
        }
    }

    /** The grid of a workload on some GPUs. */
    public static ParallelGrid of(SimAiHeader header, int gpus, int perServer) {
        return new ParallelGrid(gpus, perServer, header.tp(), header.ep(), header.pp());
    }

    /** Data parallelism. */
    int dp() {
        return gpus / (tp * pp);
    }

    /**
     * The number of ranks of a group as SimAI counts them: in a forward pass or input gradient ep or tp, otherwise dp or
     * dp / ep.
     */
    public int ranks(Parallel kind, boolean weightGrad) {
        if (weightGrad) {
            return kind == Parallel.DP_EP ? dp() / ep : dp();
        }
        return kind == Parallel.EP ? ep : tp;
    }
}
