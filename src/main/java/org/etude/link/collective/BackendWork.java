// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.etude.link.host.NodeTable;
import org.etude.link.host.OperatorArgs;
import org.etude.link.host.ParentAssigner;
import org.etude.link.host.RankContext;
import org.etude.spec.CollectiveType;
import org.etude.trace.comm.CommNames;

/**
 * Pairs the work of a host backend on its own threads ({@code gloo:all_reduce}) with the c10d operators that
 * requested it. The backend processes requests in order, so each piece of work belongs to the first unpaired operator
 * of the same type and size, called by the same thread if the execution trace states it: threads that call at once have
 * groups, and so queues, of their own. Gloo runs a coalesced reduce-scatter as one all-reduce per tensor, so each of
 * them is a collective of its own: gloo's two threads carry them, and other transfers may come in between. A
 * reduce-scatter of a list of tensors, one per rank, is one collective, although gloo all-reduces each of them ({@code
 * ProcessGroupGloo.cpp}).
 */
final class BackendWork {
    private static final String COALESCED = "c10d::reduce_scatter_tensor_coalesced_";
    private static final String OF_LISTS = "c10d::reduce_scatter_";

    /**
     * The request that a piece of work carries out.
     *
     * @param call the operator, -1 for none
     * @param tensor which of its tensors the work carries, where each is a collective of its own; otherwise 0
     * @param inBytes size of that tensor, -1 where the work carries all of the operator
     * @param outBytes size of that tensor's result, or -1
     */
    record Request(int call, int tensor, long inBytes, long outBytes) {
        private static final Request NONE = all(-1);

        /** A collective that the work carries, or one of several pieces of it. */
        static Request all(int call) {
            return new Request(call, 0, -1, -1);
        }
    }

    private final RankContext rank;
    private final NodeTable nodes;
    private final List<Integer> calls;
    private final boolean[] taken;
    /** By call, the bytes of the tensors not yet carried; a carried one is -1. Null for calls that are one transfer. */
    private final long[][] open;

    private BackendWork(RankContext rank, NodeTable nodes, List<Integer> calls) {
        this.rank = rank;
        this.nodes = nodes;
        this.calls = calls;
        taken = new boolean[calls.size()];
        open = new long[calls.size()][];
        for (int c = 0; c < open.length; c++) {
            String name = ParentAssigner.name(rank, nodes, calls.get(c));
            if (name.equals(COALESCED) || name.equals(OF_LISTS)) {
                List<Long> each = OperatorArgs.of(rank, nodes, calls.get(c)).eachBytes(1);
                open[c] = each.size() < 2
                        ? null
                        : each.stream().mapToLong(Long::longValue).toArray();
            }
        }
    }

    /** Whether this is the name of a backend's own work. */
    static boolean is(String name) {
        return CommNames.isHostBackend(name);
    }

    /** Returns the request of each piece of work. Both lists must ascend. */
    static Request[] pair(RankContext rank, NodeTable nodes, List<Integer> calls, List<Integer> work) {
        BackendWork pairing = new BackendWork(rank, nodes, calls);
        Request[] request = new Request[work.size()];
        Arrays.fill(request, Request.NONE);
        for (By what : By.values()) {
            pairing.pass(work, request, what);
        }
        return request;
    }

    /** What a piece of work and its request must have in common besides the type. */
    private enum By {
        THREAD_AND_SIZE,
        SIZE,
        TYPE
    }

    private void pass(List<Integer> work, Request[] request, By what) {
        int firstFree = 0;
        for (int k = 0; k < request.length; k++) {
            while (firstFree < taken.length && taken[firstFree]) {
                firstFree++;
            }
            for (int c = firstFree; c < taken.length && request[k] == Request.NONE && calls.get(c) < work.get(k); c++) {
                if (!taken[c]) {
                    request[k] = take(c, work.get(k), what);
                }
            }
        }
    }

    /** Assigns a free call, or one of its tensors, to this work if they fit; otherwise NONE. */
    private Request take(int c, int work, By what) {
        int call = calls.get(c);
        if (what == By.THREAD_AND_SIZE && !isOfThread(call, work)) {
            return Request.NONE;
        }
        if (open[c] == null) {
            taken[c] = fits(rank, nodes, call, work, what != By.TYPE);
            return taken[c] ? Request.all(call) : Request.NONE;
        }
        long bytes = what != By.TYPE && typeFits(rank, nodes, call, work) ? bytesOf(rank, nodes, work) : -1;
        for (int tensor = 0; bytes >= 0 && tensor < open[c].length; tensor++) {
            if (open[c][tensor] == bytes) {
                open[c][tensor] = -1;
                taken[c] = Arrays.stream(open[c]).allMatch(left -> left < 0);
                return mayHavePieces(rank, nodes, call)
                        ? Request.all(call)
                        : new Request(call, tensor, bytes, bytes(outputs(call), tensor));
            }
        }
        return Request.NONE;
    }

    /** Whether, by the execution trace, the thread of a call also requested a piece of work. */
    private boolean isOfThread(int call, int work) {
        return nodes.host[call] >= 0
                && nodes.host[work] >= 0
                && rank.host().tid(nodes.host[call]) == rank.host().tid(nodes.host[work]);
    }

    private List<Long> outputs(int call) {
        return OperatorArgs.of(rank, nodes, call).eachBytes(0);
    }

    private static long bytes(List<Long> each, int tensor) {
        return tensor < each.size() ? each.get(tensor) : -1;
    }

    /**
     * The operator of work left over by {@link #pair}, because some operators run as several pieces, one per rank, and a
     * Kineto trace does not state how many. This is the caller named by the trace if it is compatible, otherwise the last
     * preceding reduce-scatter with parts of this size, or -1.
     *
     * @param open whether a call can have a further piece
     */
    static int pieceOf(RankContext rank, NodeTable nodes, List<Integer> calls, int work, IntPredicate open) {
        int caller = nodes.parent[work];
        if (caller >= 0 && calls.contains(caller) && fits(rank, nodes, caller, work, true)) {
            return caller;
        }
        for (int c = calls.size() - 1; c >= 0; c--) {
            int call = calls.get(c);
            CollectiveType type = CollectiveNames.ofOperator(ParentAssigner.name(rank, nodes, call));
            if (call < work
                    && type == CollectiveType.REDUCE_SCATTER
                    && open.test(call)
                    && fits(rank, nodes, call, work, true)) {
                return call;
            }
        }
        return -1;
    }

    /** How many pieces carry a call, by the tensors that its arguments list; 0 when they list none. */
    static int pieces(RankContext rank, NodeTable nodes, int call) {
        return OperatorArgs.of(rank, nodes, call).eachBytes(1).size();
    }

    /** Whether several pieces of work may carry a call as one collective. */
    static boolean mayHavePieces(RankContext rank, NodeTable nodes, int call) {
        return ParentAssigner.name(rank, nodes, call).equals(OF_LISTS);
    }

    private static boolean fits(RankContext rank, NodeTable nodes, int call, int work, boolean bySize) {
        boolean type = typeFits(rank, nodes, call, work);
        if (!type || !bySize) {
            return type;
        }
        OperatorEvidence evidence = new OperatorEvidence(rank, nodes);
        CollectiveEvidence ofCall = new CollectiveEvidence(call, call);
        evidence.c10d(ofCall, call, ParentAssigner.name(rank, nodes, call));
        long done = bytesOf(rank, nodes, work);
        return ofCall.inBytes < 0 || done < 0 || ofCall.inBytes == done || ofCall.outBytes == done;
    }

    /** Whether it is a message of a barrier that is itself the collective. */
    static boolean isOfMonitoredBarrier(RankContext rank, NodeTable nodes, int work) {
        return nodes.parent[work] >= 0
                && ParentAssigner.name(rank, nodes, nodes.parent[work]).equals(CommNames.MONITORED_BARRIER);
    }

    private static boolean typeFits(RankContext rank, NodeTable nodes, int call, int work) {
        if (ParentAssigner.name(rank, nodes, call).equals(CommNames.MONITORED_BARRIER)) {
            return false;
        }
        CollectiveType asked = CollectiveNames.ofOperator(ParentAssigner.name(rank, nodes, call));
        CollectiveType done = CollectiveNames.ofOperator(ParentAssigner.name(rank, nodes, work));
        return asked == done
                || asked == CollectiveType.REDUCE_SCATTER && done == CollectiveType.ALL_REDUCE
                || asked == CollectiveType.BARRIER && done == CollectiveType.ALL_REDUCE;
    }

    private static long bytesOf(RankContext rank, NodeTable nodes, int work) {
        CollectiveEvidence ofWork = new CollectiveEvidence(work, work);
        new OperatorEvidence(rank, nodes).tensors(ofWork, work);
        return ofWork.inBytes;
    }
}
