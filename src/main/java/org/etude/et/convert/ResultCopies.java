// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.Arrays;
import org.etude.et.host.BackendThreads;
import org.etude.link.model.LinkedRank;

/**
 * Finds the copies to the GPU that a host backend launches from its own thread at the end of a transfer, as gloo does
 * with GPU tensors ({@code ProcessGroupGlooCuda.cpp}): a copy waits for its transfer, which has its result at that
 * launch. O(work).
 */
final class ResultCopies {
    private final int[] transferOf;
    private final long[] launched;

    /**
     * Finds the copies of a rank.
     *
     * @param workOf by node, the index of its work, or -1
     */
    ResultCopies(LinkedRank rank, WorkNodes work, BackendThreads backend, int[] workOf) {
        this.transferOf = new int[work.size()];
        Arrays.fill(transferOf, -1);
        this.launched = new long[work.size()];
        for (int k = 0; k < work.size(); k++) {
            int launcher = rank.kind(work.node(k)).isGpu() ? Cuts.launcher(rank, work.node(k)) : -1;
            int transfer = backend.runs(launcher) ? workOf[backend.transfer(launcher)] : -1;
            if (transfer >= 0 && transfer < k) {
                launched[k] = Math.min(Cuts.launched(rank, work.node(k), launcher), work.start(k));
                long left = work.end(transfer) - launched[k];
                boolean atItsEnd =
                        left <= launched[k] - work.start(transfer) && left <= HostWaits.wakeUp(work, transfer);
                transferOf[k] = atItsEnd ? transfer : -1;
            }
        }
    }

    /** Lets each transfer end when its result was there. */
    void handOver(WorkNodes work) {
        for (int k = 0; k < transferOf.length; k++) {
            if (transferOf[k] >= 0) {
                work.handOver(transferOf[k], launched[k]);
            }
        }
    }

    /** The transfer whose result a piece of work copies to the GPU, or -1. */
    int transfer(int k) {
        return transferOf[k];
    }
}
