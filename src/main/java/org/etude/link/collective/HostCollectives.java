// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.link.host.NodeTable;
import org.etude.link.host.ParentAssigner;
import org.etude.link.host.RankContext;
import org.etude.link.model.NodeKind;
import org.etude.trace.comm.CommNames;
import org.etude.trace.model.ProcessGroup;

/**
 * The collectives that ran on the host (gloo, MPI) and, in traces without GPU work, those whose kernels were not
 * recorded. The type is that of the c10d operator, because gloo implements some collectives by others. The node is the
 * backend's own work if recorded, because it lasts as long as the transfer, while the operator may return immediately.
 * Where several pieces of work carry one collective, it is the first of them, and lasts as {@link CarriedCalls} says.
 */
final class HostCollectives {
    private final RankContext rank;
    private final NodeTable nodes;
    private final OperatorEvidence evidence;
    private final KernelCollectives kernels;
    private final boolean gpu;
    /** By operator, the record_param_comms that it called, or -1. */
    private final int[] records;

    private final List<CollectiveEvidence> idle = new ArrayList<>();

    HostCollectives(
            RankContext rank, NodeTable nodes, OperatorEvidence evidence, KernelCollectives kernels, boolean gpu) {
        this.rank = rank;
        this.nodes = nodes;
        this.evidence = evidence;
        this.kernels = kernels;
        this.gpu = gpu;
        records = new int[nodes.size];
        Arrays.fill(records, -1);
    }

    List<CollectiveEvidence> find() {
        List<Integer> calls = new ArrayList<>();
        List<Integer> work = new ArrayList<>();
        primaries(calls, work);
        BackendWork.Request[] requests = BackendWork.pair(rank, nodes, calls, work);
        List<CollectiveEvidence> drafts = new ArrayList<>();
        CarriedCalls carried = new CarriedCalls(rank, nodes, this::members);
        for (int k = 0; k < requests.length; k++) {
            int node = work.get(k);
            int call = requests[k].call();
            int whole = call >= 0 ? -1 : BackendWork.pieceOf(rank, nodes, calls, node, carried::isOpen);
            if (call < 0 && whole < 0) {
                drafts.add(draft(node, BackendWork.Request.all(node)));
                continue;
            }
            nodes.parent[node] = call >= 0 ? call : whole;
            if (carried.add(nodes.parent[node], node, call >= 0)) {
                drafts.add(draft(node, call >= 0 ? requests[k] : BackendWork.Request.all(whole)));
            }
        }
        drafts.forEach(draft -> nodes.kind(draft.node, NodeKind.HOST_COMM));
        for (int node : calls) {
            if (!carried.contains(node)) {
                withoutWork(drafts, node);
            }
        }
        return drafts;
    }

    /** The most ranks that the group of a call can have: as many as it has, or the largest group, or the job. */
    private int members(int call) {
        GroupBook groups = new GroupBook(rank.trace());
        CollectiveEvidence draft = draft(call, BackendWork.Request.all(call));
        groups.complete(draft);
        if (draft.groupSize > 0) {
            return draft.groupSize;
        }
        int largest =
                groups.groups().stream().mapToInt(ProcessGroup::size).max().orElse(-1);
        int job = rank.device() == null ? -1 : rank.device().header().worldSize();
        return largest > 0 ? largest : job > 0 ? job : Integer.MAX_VALUE;
    }

    private void withoutWork(List<CollectiveEvidence> drafts, int node) {
        CollectiveEvidence draft = draft(node, BackendWork.Request.all(node));
        if (gpu) {
            idle.add(draft);
        } else {
            draft.note("the call, not the transfer: its work was not recorded");
            nodes.kind(node, NodeKind.HOST_COMM);
            drafts.add(draft);
        }
    }

    /**
     * The calls of a rank with GPU work that have neither a kernel nor backend work; available after {@link #find}.
     */
    List<CollectiveEvidence> idle() {
        return idle;
    }

    private CollectiveEvidence draft(int node, BackendWork.Request request) {
        int call = request.call();
        CollectiveEvidence draft = new CollectiveEvidence(node, call, request.tensor());
        draft.bytes(request.inBytes(), request.outBytes());
        List<Integer> chain = new ArrayList<>();
        if (node != call) {
            chain.add(node);
        }
        if (records[call] >= 0) {
            chain.add(records[call]);
        }
        for (int op = call;
                op >= 0 && CommNames.isOperator(ParentAssigner.name(rank, nodes, op));
                op = nodes.parent[op]) {
            chain.add(op);
        }
        chain.forEach(op -> kernels.records(draft, op));
        for (int op : chain) {
            String name = ParentAssigner.name(rank, nodes, op);
            if (name.startsWith("c10d::")) {
                evidence.c10d(draft, op, name);
            }
        }
        kernels.annotated(draft, chain);
        return draft;
    }

    /** The outermost c10d operators or records, annotations that hold neither, and the backends' own work. */
    private void primaries(List<Integer> calls, List<Integer> work) {
        int[] root = new int[nodes.size];
        int[] coveredBy = new int[nodes.size];
        boolean[] rootHasCall = new boolean[nodes.size];
        List<Integer> weak = new ArrayList<>();
        for (int i = 0; i < nodes.size; i++) {
            int caller = nodes.parent[i];
            boolean nested = caller >= 0 && caller < i && root[caller] >= 0;
            // Others in between, such as the node of a dispatched functional operator, do not part a call from its
            // caller.
            root[i] = nested ? root[caller] : -1;
            coveredBy[i] = -1;
            if (nodes.kind(i) != NodeKind.HOST_OP || !isOperator(i)) {
                continue;
            }
            String name = ParentAssigner.name(rank, nodes, i);
            root[i] = nested ? root[caller] : i;
            coveredBy[i] = nested ? coveredBy[caller] : -1;
            if (BackendWork.is(name)) {
                if (!BackendWork.isOfMonitoredBarrier(rank, nodes, i)) {
                    work.add(i);
                }
            } else if (coveredBy[i] >= 0) {
                record(coveredBy[i], i, name);
            } else if (isCall(i, name)) {
                coveredBy[i] = i;
                rootHasCall[root[i]] = true;
                if (!kernels.hasKernel[i]) {
                    calls.add(i);
                }
            } else if (CollectiveNames.ofOperator(name) != null) {
                weak.add(i);
            }
        }
        addAnnotations(calls, weak, root, rootHasCall);
    }

    /** Adds the annotations that hold no call, and sorts the calls. */
    private void addAnnotations(List<Integer> calls, List<Integer> weak, int[] root, boolean[] rootHasCall) {
        for (int i : weak) {
            if (!rootHasCall[root[i]] && !kernels.hasKernel[i]) {
                rootHasCall[root[i]] = true;
                calls.add(i);
            }
        }
        calls.sort(null);
    }

    private boolean isOperator(int node) {
        return nodes.host[node] >= 0
                ? CommNames.isOperator(rank.host().name(nodes.host[node]))
                : rank.names().isNamedOperator(nodes.event[node]);
    }

    private void record(int call, int i, String name) {
        if (records[call] < 0 && name.equals("record_param_comms") && isCall(i, name)) {
            records[call] = i;
        }
    }

    private boolean isCall(int i, String name) {
        if (name.startsWith("c10d::")) {
            return CollectiveNames.ofOperator(name) != null;
        }
        if (!name.equals("record_param_comms")) {
            return false;
        }
        var args = nodes.event[i] >= 0 ? rank.device().comm(nodes.event[i]) : null;
        if (args == null && nodes.host[i] >= 0) {
            args = rank.host().comm(nodes.host[i]);
        }
        return args != null && args.collective() != null && CollectiveNames.ofOperator(args.collective()) != null;
    }
}
