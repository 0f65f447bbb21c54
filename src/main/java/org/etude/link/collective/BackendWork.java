// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import java.util.Arrays;
import java.util.List;
import org.etude.link.host.NodeTable;
import org.etude.link.host.ParentAssigner;
import org.etude.link.host.RankContext;
import org.etude.spec.CollectiveType;
import org.etude.trace.comm.CommNames;

/**
 * Pairs the work that a host backend shows on its own threads ({@code gloo:all_reduce}) with the c10d operators that asked for
 * it. The backend takes them in order, so the first operator of a fitting type and size that has none yet is the one.
 */
final class BackendWork {
    private BackendWork() {}

    /** Whether a name is that of a backend's own work. */
    static boolean is(String name) {
        return CommNames.isHostBackend(name);
    }

    /** For each piece of work its operator, or -1. Both lists ascend. */
    static int[] pair(RankContext rank, NodeTable nodes, List<Integer> calls, List<Integer> work) {
        int[] call = new int[work.size()];
        Arrays.fill(call, -1);
        boolean[] taken = new boolean[calls.size()];
        for (boolean bySize : new boolean[] {true, false}) {
            int firstFree = 0;
            for (int k = 0; k < call.length; k++) {
                while (firstFree < taken.length && taken[firstFree]) {
                    firstFree++;
                }
                for (int c = firstFree; c < taken.length && call[k] < 0 && calls.get(c) < work.get(k); c++) {
                    if (!taken[c] && fits(rank, nodes, calls.get(c), work.get(k), bySize)) {
                        taken[c] = true;
                        call[k] = calls.get(c);
                    }
                }
            }
        }
        return call;
    }

    /**
     * The operator that work left over by {@link #pair} belongs to: some run as several pieces, one for each rank. It is the
     * caller that the trace names, if it fits, else the last reduce-scatter before it whose part is of this size; or -1.
     */
    static int pieceOf(RankContext rank, NodeTable nodes, List<Integer> calls, int work) {
        int caller = nodes.parent[work];
        if (caller >= 0 && calls.contains(caller) && fits(rank, nodes, caller, work, true)) {
            return caller;
        }
        for (int c = calls.size() - 1; c >= 0; c--) {
            int call = calls.get(c);
            CollectiveType type = CollectiveNames.ofOperator(ParentAssigner.name(rank, nodes, call));
            if (call < work && type == CollectiveType.REDUCE_SCATTER && fits(rank, nodes, call, work, true)) {
                return call;
            }
        }
        return -1;
    }

    private static boolean fits(RankContext rank, NodeTable nodes, int call, int work, boolean bySize) {
        CollectiveType asked = CollectiveNames.ofOperator(ParentAssigner.name(rank, nodes, call));
        CollectiveType done = CollectiveNames.ofOperator(ParentAssigner.name(rank, nodes, work));
        boolean type = asked == done
                || asked == CollectiveType.REDUCE_SCATTER && done == CollectiveType.ALL_REDUCE
                || asked == CollectiveType.BARRIER && done == CollectiveType.ALL_REDUCE;
        if (!type || !bySize) {
            return type;
        }
        OperatorEvidence evidence = new OperatorEvidence(rank, nodes);
        CollectiveEvidence ofCall = new CollectiveEvidence(call, call);
        evidence.c10d(ofCall, call, ParentAssigner.name(rank, nodes, call));
        CollectiveEvidence ofWork = new CollectiveEvidence(work, work);
        evidence.tensors(ofWork, work);
        return ofCall.inBytes < 0
                || ofWork.inBytes < 0
                || ofCall.inBytes == ofWork.inBytes
                || ofCall.outBytes == ofWork.inBytes;
    }
}
