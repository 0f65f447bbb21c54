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
 * Pairs the work of a host backend on its own threads ({@code gloo:all_reduce}) with the c10d operators that requested
 * it. The backend processes requests in order, so each piece of work belongs to the first unpaired operator of the same
 * type and size.
 */
final class BackendWork {
    private BackendWork() {}

    /** Whether this is the name of a backend's own work. */
    static boolean is(String name) {
        return CommNames.isHostBackend(name);
    }

    /** Returns the operator of each piece of work, or -1. Both lists must ascend. */
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
     * The operator of work left over by {@link #pair}, because some operators run as several pieces, one per rank. This
     * is the caller named by the trace if it is compatible, otherwise the last preceding reduce-scatter with parts of
     * this size, or -1.
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
