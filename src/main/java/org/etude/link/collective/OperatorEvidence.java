// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import java.util.List;
import org.etude.link.host.NodeTable;
import org.etude.link.host.OperatorArgs;
import org.etude.link.host.RankContext;
import org.etude.number.Digits;
import org.etude.number.Ordinals;
import org.etude.spec.CollectiveType;
import org.etude.trace.comm.CommNames;

/**
 * Reads evidence for a collective from the arguments of its operator. Argument positions follow the operator schemas in
 * PyTorch (torch/csrc/distributed/c10d/Ops.cpp and Functional.cpp): some take (output, input), some one list for both.
 */
final class OperatorEvidence {
    private static final String C10D = "c10d-op";
    private static final String FUNCTIONAL = "functional-op";

    private final RankContext rank;
    private final NodeTable nodes;

    OperatorEvidence(RankContext rank, NodeTable nodes) {
        this.rank = rank;
        this.nodes = nodes;
    }

    /** Fills in the evidence of {@code c10d::X}. */
    void c10d(CollectiveEvidence draft, int node, String name) {
        CollectiveType type = CollectiveNames.ofOperator(name);
        if (type == null) {
            return;
        }
        draft.type(type, C10D);
        OperatorArgs args = OperatorArgs.of(rank, nodes, node);
        if (args.isEmpty()) {
            return;
        }
        draft.dtype(args.elementType());
        switch (type) {
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> draft.bytes(args.bytes(1), args.bytes(0));
            case GATHER, SCATTER -> {
                draft.bytes(args.bytes(1), args.bytes(0));
                draft.root(Ordinals.of(args.number(3)));
            }
            case REDUCE -> {
                draft.root(Ordinals.of(args.number(3)));
                draft.bytes(
                        args.bytes(0),
                        draft.root >= 0 && draft.root != rank.trace().rank() ? 0 : args.bytes(0));
            }
            case BROADCAST -> {
                draft.root(Ordinals.of(args.number(2)));
                draft.bytes(args.bytes(0), args.bytes(0));
            }
            case SEND, RECV -> transfer(draft, args, type, name);
            case BARRIER -> draft.bytes(0, 0);
            default -> draft.bytes(args.bytes(0), args.bytes(0));
        }
        if (type == CollectiveType.ALL_TO_ALL) {
            parts(draft, args);
        }
    }

    /** alltoall_base_ has the sizes of output and input parts as arguments, alltoall_ a tensor for each part. */
    private static void parts(CollectiveEvidence draft, OperatorArgs args) {
        if (args.uneven(3) || args.uneven(4)) {
            draft.note("uneven splits");
        }
        List<Long> listed = args.numbers(4);
        draft.parts(listed.isEmpty() ? args.eachBytes(1) : listed);
    }

    private static void transfer(CollectiveEvidence draft, OperatorArgs args, CollectiveType type, String name) {
        boolean anySource = name.contains("any_source");
        boolean send = type == CollectiveType.SEND;
        draft.bytes(send ? args.bytes(0) : 0, send ? 0 : args.bytes(0));
        draft.peer(anySource ? -1 : Ordinals.of(args.number(2)), true);
        draft.tag(args.number(anySource ? 2 : 3));
    }

    /**
     * Fills in the evidence of {@code _c10d_functional::X}: type, input, and the group name, its last text argument.
     */
    void functional(CollectiveEvidence draft, int node, String name) {
        CollectiveType type = CollectiveNames.ofOperator(name);
        if (type == null) {
            return;
        }
        draft.type(type, FUNCTIONAL);
        OperatorArgs args = OperatorArgs.of(rank, nodes, node);
        draft.group(args.lastString(), List.of(), -1);
        draft.dtype(args.elementType());
        long in = args.bytes(0);
        long members = type == CollectiveType.REDUCE_SCATTER ? args.number(2) : args.number(1);
        boolean scaled = in >= 0 && members > 0;
        switch (type) {
            case ALL_GATHER -> draft.bytes(in, scaled ? in * members : -1);
            case REDUCE_SCATTER -> draft.bytes(in, scaled ? in / members : -1);
            case ALL_TO_ALL -> {
                draft.parts(args.numbers(2));
                draft.bytes(in, received(in, args.numbers(2), args.numbers(1)));
            }
            default -> draft.bytes(in, in);
        }
    }

    /**
     * The bytes that an all-to-all receives; -1 when unknown, as for a rank that sends nothing.
     *
     * @param in the bytes that it sends
     * @param sent rows that it sends to each rank; empty where all parts are equal
     * @param received rows that it receives from each rank; empty where all parts are equal
     */
    private static long received(long in, List<Long> sent, List<Long> received) {
        long rows = sum(sent);
        if (in < 0 || rows == sum(received)) {
            return in;
        }
        return rows > 0 ? in / rows * sum(received) : -1;
    }

    private static long sum(List<Long> parts) {
        return parts.stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Fills in the evidence of annotations such as {@code nccl:X}, in PyTorch's form or with {@code |bytes=N|pg=NAME}.
     */
    void annotation(CollectiveEvidence draft, String name, String where) {
        draft.type(CollectiveNames.ofOperator(name), where);
        long bytes = Digits.toLong(CollectiveNames.field(name, "bytes"));
        if (bytes >= 0) {
            draft.bytes(bytes, bytes);
        }
        draft.group(CollectiveNames.field(name, "pg"), List.of(), -1);
        draft.peer(CommNames.peer(name), true);
    }

    /** Fills in sizes from the operator's own tensors, for operators whose inputs are the local input. */
    void tensors(CollectiveEvidence draft, int node) {
        if (nodes.host[node] >= 0) {
            draft.bytes(rank.host().inputBytes(nodes.host[node]), rank.host().outputBytes(nodes.host[node]));
        }
        OperatorArgs args = OperatorArgs.of(rank, nodes, node);
        if (!args.isEmpty()) {
            draft.bytes(args.bytes(0), -1);
            draft.dtype(args.elementType());
        }
    }

    /**
     * Fills in the bytes of an operator with an unknown schema: those of its largest tensor, which holds the data; the
     * others hold indices and scales.
     */
    void largestTensor(CollectiveEvidence draft, int node) {
        OperatorArgs args = OperatorArgs.of(rank, nodes, node);
        long largest = -1;
        for (int k = 0; k < args.size(); k++) {
            largest = Math.max(largest, args.bytes(k));
        }
        draft.bytes(largest, -1);
        draft.dtype(args.elementType());
    }
}
