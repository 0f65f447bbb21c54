// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongAVLTreeSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.report.Report;

/**
 * Converts a GOAL schedule to execution traces that can be simulated: operation n of a rank becomes node n. A
 * calculation becomes GPU work on a resource numbered like its CPU, so that operations of one CPU run one after the
 * other; sends and receives keep peer, bytes and tag. {@code a requires b} becomes a data dependency. {@code a
 * irequires b} makes a wait for what b waits for, because traces cannot depend on a node's start; if b itself waits for
 * starts, an empty node before b takes that role.
 */
final class GoalToEt {
    /** The number of tags that the simulator distinguishes. */
    private static final long TAGS = 500_000_000;

    private static final long[] NONE = {};
    private static final long NS_PER_US = 1_000;

    private final GoalSchedule schedule;
    private final List<Finding> findings = new ArrayList<>();
    private final long[] tags;
    private long starts;
    private long empty;
    private long nics;

    private GoalToEt(GoalSchedule schedule) {
        this.schedule = schedule;
        this.tags = renumbered(schedule);
    }

    /**
     * Converts all ranks. O(operations + dependencies), plus, per dependency on a start, the number of dependencies of
     * the other operation.
     */
    static EtSet convert(GoalSchedule schedule, String name) {
        return new GoalToEt(schedule).convert(name);
    }

    private EtSet convert(String name) {
        List<EtGraph> graphs = new ArrayList<>();
        for (int r = 0; r < schedule.ranks().size(); r++) {
            Progress.checkInterrupted();
            graphs.add(graph(r, schedule.ranks().get(r)));
        }
        say(
                starts,
                "dependencies on the start of an operation (irequires)",
                "traces know ends of nodes only",
                "the node waits for what the other one waits for");
        say(empty, "calculations of 0 ns", "they join others", "each takes the 1 ns that any node takes");
        say(nics, "messages on another NIC than 0", "traces name no NIC", "all messages of a rank share its links");
        if (tags != null) {
            say(
                    tags.length,
                    "tags",
                    "some are " + TAGS + " or more, which no message of a trace has",
                    "renumbered from 0 in their order");
        }
        return new EtSet(name, graphs, CommGroups.none(), Report.of(findings));
    }

    private void say(long count, String what, String why, String effect) {
        if (count > 0) {
            findings.add(new Finding(Level.INFO, "convert", -1, "", count + " " + what, why, effect));
        }
    }

    /** The tags in order if they must be renumbered, else null. */
    private static long[] renumbered(GoalSchedule schedule) {
        LongAVLTreeSet found = new LongAVLTreeSet();
        boolean beyond = false;
        for (GoalRank rank : schedule.ranks()) {
            for (int op = 0; op < rank.ops(); op++) {
                beyond |= rank.isMessage(op) && rank.tag(op) >= TAGS;
            }
        }
        for (GoalRank rank : beyond ? schedule.ranks() : List.<GoalRank>of()) {
            for (int op = 0; op < rank.ops(); op++) {
                if (rank.isMessage(op)) {
                    found.add(rank.tag(op));
                }
            }
        }
        return beyond ? found.toLongArray() : null;
    }

    private EtGraph graph(int number, GoalRank rank) {
        Edges ends = new Edges(rank, false);
        Edges begins = new Edges(rank, true);
        EtGraphBuilder out = new EtGraphBuilder("0.0.4", List.of());
        // Ids of empty nodes before operations that wait for starts themselves and whose start others wait for.
        int[] fronts = fronts(rank, begins);
        LongArrayList deps = new LongArrayList();
        for (int op = 0; op < rank.ops(); op++) {
            if (fronts[op] > 0) {
                deps.clear();
                deps.add(fronts[op]);
            } else {
                waits(op, ends, begins, fronts, deps);
            }
            node(out, rank, op, number, deps.toLongArray());
        }
        for (int op = 0; op < rank.ops(); op++) {
            if (fronts[op] > 0) {
                waits(op, ends, begins, fronts, deps);
                out.begin(fronts[op], "start of " + op, EtNodeType.COMP, 0, 0).dependencies(NONE, deps.toLongArray());
                out.bool(EtNames.IS_CPU_OP, false)
                        .int64(EtNames.RESOURCE, fronts[op] + 256L)
                        .end();
            }
        }
        if (rank.ops() == 0) {
            findings.add(new Finding(
                    Level.INFO,
                    "convert",
                    number,
                    "",
                    "a rank without operations",
                    "the schedule has none for it",
                    "it gets one node without work"));
            out.begin(0, "nothing", EtNodeType.COMP, 0, 0)
                    .dependencies(NONE, NONE)
                    .bool(EtNames.IS_CPU_OP, false)
                    .end();
        }
        return out.build();
    }

    private static int[] fronts(GoalRank rank, Edges begins) {
        int[] fronts = new int[rank.ops()];
        int next = rank.ops();
        for (int e = 0; e < rank.edges(); e++) {
            int until = rank.until.getInt(e);
            if (rank.start.getBoolean(e) && fronts[until] == 0 && begins.count(until) > 0) {
                fronts[until] = next++;
            }
        }
        return fronts;
    }

    private void waits(int op, Edges ends, Edges begins, int[] fronts, LongArrayList deps) {
        deps.clear();
        LongAVLTreeSet seen = new LongAVLTreeSet();
        for (int k = ends.from[op]; k < ends.from[op + 1]; k++) {
            add(ends.until[k], seen, deps);
        }
        for (int k = begins.from[op]; k < begins.from[op + 1]; k++) {
            int other = begins.until[k];
            starts++;
            if (fronts[other] > 0) {
                add(fronts[other], seen, deps);
                continue;
            }
            for (int d = ends.from[other]; d < ends.from[other + 1]; d++) {
                add(ends.until[d], seen, deps);
            }
        }
    }

    private static void add(long dep, LongAVLTreeSet seen, LongArrayList deps) {
        if (seen.add(dep)) {
            deps.add(dep);
        }
    }

    private void node(EtGraphBuilder out, GoalRank rank, int op, int number, long[] deps) {
        long size = rank.size.getLong(op);
        int peer = rank.peer.getInt(op);
        switch (rank.type.getByte(op)) {
            case GoalRank.CALC -> {
                empty += size == 0 ? 1 : 0;
                out.begin(op, "calc", EtNodeType.COMP, 0, size / NS_PER_US).dependencies(NONE, deps);
                out.bool(EtNames.IS_CPU_OP, false).int64(EtNames.RESOURCE, rank.cpu(op));
                if (size % NS_PER_US != 0) {
                    out.int64(EtNames.DURATION_NS, size);
                }
                out.end();
            }
            case GoalRank.SEND ->
                message(out.begin(op, "send", EtNodeType.COMM_SEND, 0, 0), rank, op, number, peer, deps);
            default -> message(out.begin(op, "recv", EtNodeType.COMM_RECV, 0, 0), rank, op, peer, number, deps);
        }
    }

    private void message(EtGraphBuilder out, GoalRank rank, int op, int from, int to, long[] deps) {
        nics += rank.nic(op) == 0 ? 0 : 1;
        long tag = tags == null ? rank.tag(op) : Arrays.binarySearch(tags, rank.tag(op));
        out.dependencies(NONE, deps)
                .bool(EtNames.IS_CPU_OP, false)
                .int32(EtNames.COMM_SRC, from)
                .int32(EtNames.COMM_DST, to)
                .int64(EtNames.COMM_SIZE, rank.size.getLong(op))
                .int32(EtNames.COMM_TAG, (int) tag)
                .end();
    }

    /** The dependencies of one kind by the operation that waits. */
    private static final class Edges {
        final int[] from;
        final int[] until;

        Edges(GoalRank rank, boolean start) {
            from = new int[rank.ops() + 1];
            IntArrayList of = new IntArrayList();
            for (int e = 0; e < rank.edges(); e++) {
                if (rank.start.getBoolean(e) == start) {
                    of.add(e);
                    from[rank.waits.getInt(e) + 1]++;
                }
            }
            for (int op = 0; op < rank.ops(); op++) {
                from[op + 1] += from[op];
            }
            until = new int[of.size()];
            int[] at = from.clone();
            for (int e : of) {
                until[at[rank.waits.getInt(e)]++] = rank.until.getInt(e);
            }
        }

        int count(int op) {
            return from[op + 1] - from[op];
        }
    }
}
