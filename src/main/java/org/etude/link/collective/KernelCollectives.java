// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.etude.link.host.NodeTable;
import org.etude.link.host.ParentAssigner;
import org.etude.link.host.RankContext;
import org.etude.link.model.NodeKind;
import org.etude.trace.comm.CommNames;

/** Gathers the evidence for each collective that ran as a GPU kernel, best evidence first. */
final class KernelCollectives {
    /** The evidence of a type that only the kernel's name states. */
    static final String KERNEL_NAME = "kernel-name";

    private static final int FAR = 3;

    private final RankContext rank;
    private final NodeTable nodes;
    private final OperatorEvidence evidence;
    private final GpuAnnotations annotations;
    /** Nodes of operators and annotations above a kernel of a collective. */
    final boolean[] hasKernel;

    KernelCollectives(RankContext rank, NodeTable nodes, OperatorEvidence evidence) {
        this.rank = rank;
        this.nodes = nodes;
        this.evidence = evidence;
        annotations = new GpuAnnotations(rank);
        hasKernel = new boolean[nodes.size];
    }

    List<CollectiveEvidence> find() {
        List<CollectiveEvidence> drafts = new ArrayList<>();
        Int2IntOpenHashMap kernelsOfCall = new Int2IntOpenHashMap();
        List<Integer> calls = new ArrayList<>();
        for (int i = 0; i < nodes.size; i++) {
            if (nodes.kind(i) == NodeKind.COMM_KERNEL) {
                List<Integer> chain = chain(i);
                int call = chain.isEmpty() ? -1 : chain.get(0);
                calls.add(call);
                kernelsOfCall.addTo(call, 1);
                drafts.add(draft(i, chain));
            }
        }
        for (int k = 0; k < drafts.size(); k++) {
            int share = calls.get(k) < 0 ? 1 : kernelsOfCall.get((int) calls.get(k));
            if (share > 1) {
                split(drafts.get(k), share);
            }
        }
        return drafts;
    }

    /** Divides the size of one call that ran as several kernels among them. */
    private static void split(CollectiveEvidence draft, int share) {
        draft.inBytes = draft.inBytes < 0 ? -1 : draft.inBytes / share;
        draft.outBytes = draft.outBytes < 0 ? -1 : draft.outBytes / share;
        draft.note("one of " + share + " kernels of one call");
    }

    /** The communication operators and annotations around the launch, innermost first. */
    private List<Integer> chain(int kernel) {
        List<Integer> chain = new ArrayList<>();
        int skipped = 0;
        for (int op = nodes.parent[kernel]; op >= 0 && skipped < FAR; op = nodes.parent[op]) {
            if (CommNames.isOperator(ParentAssigner.name(rank, nodes, op))) {
                chain.add(op);
                hasKernel[op] = true;
            } else {
                skipped = chain.isEmpty() ? skipped + 1 : FAR;
            }
        }
        return chain;
    }

    private CollectiveEvidence draft(int kernel, List<Integer> chain) {
        CollectiveEvidence draft = new CollectiveEvidence(kernel, kernel);
        int event = nodes.event[kernel];
        draft.args(rank.device().comm(event), "kernel-args");
        chain.forEach(op -> records(draft, op));
        for (int op : chain) {
            String name = ParentAssigner.name(rank, nodes, op);
            if (name.startsWith("c10d::")) {
                evidence.c10d(draft, op, name);
            }
        }
        int shadow = annotations.covering(event);
        if (shadow >= 0) {
            evidence.annotation(draft, rank.device().name(shadow), "gpu-annotation");
        }
        draft.type(CollectiveNames.ofKernel(rank.device().name(event)), KERNEL_NAME);
        annotated(draft, chain);
        if (chain.isEmpty()) {
            custom(draft, kernel);
        }
        return draft;
    }

    /** Evidence from another library's operator around the launch: {@code _C_custom_ar::all_reduce} and the like. */
    private void custom(CollectiveEvidence draft, int kernel) {
        int op = nodes.parent[kernel];
        for (int up = 0; op >= 0 && up < FAR; up++) {
            String name = ParentAssigner.name(rank, nodes, op);
            if (CommNames.isCustomOperator(name)) {
                draft.type(CollectiveNames.ofCustomOperator(name), "custom-op");
                evidence.largestTensor(draft, op);
                return;
            }
            op = nodes.parent[op];
        }
    }

    /**
     * Evidence from a library's own call, and from record_param_comms: its arguments, and its tensors if the schema has no
     * counts.
     */
    void records(CollectiveEvidence draft, int op) {
        if (nodes.event[op] >= 0 && CommNames.isLibraryCall(ParentAssigner.name(rank, nodes, op))) {
            draft.args(rank.device().comm(nodes.event[op]), CollectiveEvidence.LIBRARY);
        }
        if (!ParentAssigner.name(rank, nodes, op).equals("record_param_comms")) {
            return;
        }
        if (nodes.event[op] >= 0) {
            draft.args(rank.device().comm(nodes.event[op]), "record_param_comms");
        }
        if (nodes.host[op] >= 0) {
            draft.args(rank.host().comm(nodes.host[op]), "record_param_comms");
            evidence.tensors(draft, op);
        }
    }

    /** Evidence from annotations and functional operators, the weakest. */
    void annotated(CollectiveEvidence draft, List<Integer> chain) {
        for (int op : chain) {
            String name = ParentAssigner.name(rank, nodes, op);
            if (name.contains("c10d_functional::")) {
                evidence.functional(draft, op, name);
            } else if (!name.startsWith("c10d::") && !name.equals("record_param_comms")) {
                evidence.annotation(draft, name, "user-annotation");
                evidence.tensors(draft, op);
            }
        }
    }
}
