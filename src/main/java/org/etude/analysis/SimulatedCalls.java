// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.analysis.recorded.CommCall;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.report.Progress;
import org.etude.sim.program.RankProgram;
import org.etude.sim.result.OpColumns;
import org.etude.spec.CollectiveType;

/** The collectives and messages of a simulated run, by the same definitions as for recordings: {@link CommCall}. */
public final class SimulatedCalls {
    private static final long NONE = -1;

    private final OpColumns ops;
    private final CommGroups groups;

    private SimulatedCalls(OpColumns ops, CommGroups groups) {
        this.ops = ops;
        this.groups = groups;
    }

    /** One entry per rank and call that ended, ranks ascending. Linear in the nodes. */
    public static List<CommCall> of(OpColumns ops, CommGroups groups) {
        List<CommCall> calls = new ArrayList<>();
        visit(ops, groups, (row, call) -> calls.add(call));
        return calls;
    }

    /** Receives calls, each with the row of its node. */
    @FunctionalInterface
    interface Visitor {
        /** One call that ended. */
        void call(int row, CommCall call);
    }

    /** Passes every call that ended, ranks ascending. Linear in the nodes. */
    static void visit(OpColumns ops, CommGroups groups, Visitor visitor) {
        SimulatedCalls run = new SimulatedCalls(ops, groups);
        for (int rank = 0; rank < ops.ranks(); rank++) {
            Progress.checkInterrupted();
            for (int row = ops.firstOf(rank); row < ops.firstOf(rank + 1); row++) {
                EtNodeType type = ops.type(row);
                if (type.isComm() && ops.ended(row) >= 0) {
                    visitor.call(row, run.call(rank, row, type));
                }
            }
        }
    }

    private CommCall call(int rank, int row, EtNodeType nodeType) {
        RankProgram program = ops.program(rank);
        int node = row - ops.firstOf(rank);
        CollectiveType type = type(program, node, nodeType);
        List<Integer> ranks = ranks(rank, program, node, nodeType);
        long size = program.attribute(node, EtNames.COMM_SIZE, NONE);
        boolean part = type == CollectiveType.ALL_GATHER || type == CollectiveType.GATHER;
        return new CommCall(
                rank,
                type,
                part && size >= 0 ? size * ranks.size() : size,
                "",
                ranks,
                ranks.isEmpty() ? -1 : ranks.size(),
                ops.ended(row) - ops.issued(row),
                ops.arrived(row) - ops.issued(row),
                false);
    }

    private static CollectiveType type(RankProgram program, int node, EtNodeType type) {
        return switch (type) {
            case COMM_SEND -> CollectiveType.SEND;
            case COMM_RECV -> CollectiveType.RECV;
            default -> {
                long number = program.attribute(node, EtNames.COMM_TYPE, NONE);
                boolean known = number >= 0 && number <= CollectiveType.BARRIER.ordinal();
                yield known ? CollectiveType.ofNumber(number) : CollectiveType.UNKNOWN;
            }
        };
    }

    private List<Integer> ranks(int rank, RankProgram program, int node, EtNodeType type) {
        if (type != EtNodeType.COMM_COLL) {
            String other = type == EtNodeType.COMM_SEND ? EtNames.COMM_DST : EtNames.COMM_SRC;
            long peer = program.attribute(node, other, NONE);
            return peer < 0 ? List.of() : List.of(rank, (int) peer);
        }
        String group = program.group[node];
        if (group.isEmpty() || group.equals("0")) {
            return IntStream.range(0, ops.ranks()).boxed().toList();
        }
        return groups.groups().getOrDefault(Integer.parseInt(group), List.of());
    }
}
