// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.goal;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.compat.goal.CollectiveCalls.Call;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.EtSet;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Progress;
import org.etude.report.Report;

/**
 * Converts execution traces to a GOAL schedule. A computation becomes a calculation of its time in ns, including its
 * delay; if that counts from its launch ({@code queued_delay_ns}), a calculation next to the launching host adds it. A send or receive stays one; a collective becomes the messages of {@link CollectiveMessages}. Resources become
 * CPUs: 0 is the host, 1 the GPU's default stream, then other streams in order of appearance, then one CPU for the
 * messages of each group and peer. Dependencies become {@code requires}.
 *
 * <p>What GOAL cannot express is reported: times from a roofline only, remote memory, more than 256 CPUs.
 */
final class EtToGoal {
    private static final int HOST = 0;
    private static final int GPU = 1;
    private static final int LAST_CPU = 255;
    /** How many launches may be on their way to the GPU at once, each on a CPU of its own. */
    private static final int LAUNCHING = 8;

    private final EtSet set;
    private final CollectiveCalls calls;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Integer> incomplete = new TreeMap<>();

    private EtToGoal(EtSet set) {
        this.set = set;
        this.calls = new CollectiveCalls(set);
    }

    /**
     * A schedule and what was assumed for it.
     *
     * @param schedule the schedule
     * @param report findings of stage "export"
     */
    record Converted(GoalSchedule schedule, Report report) {}

    /**
     * Converts all ranks. O(nodes + messages).
     *
     * @throws EtException when ranks disagree about a collective, or a dependency names no node
     */
    static Converted convert(EtSet set) {
        return new EtToGoal(set).convert();
    }

    private Converted convert() {
        List<GoalRank> ranks = new ArrayList<>();
        for (int rank = 0; rank < set.ranks().size(); rank++) {
            Progress.checkInterrupted();
            ranks.add(new RankWriter(rank).write());
        }
        incomplete.forEach((what, count) -> findings.add(new Finding(
                Level.WARNING,
                "export",
                -1,
                "",
                count + " " + what,
                "GOAL has times and messages only",
                "calculations of their recorded time, or of 0 ns without one")));
        if (calls.rooted() > 0) {
            findings.add(new Finding(
                    Level.WARNING,
                    "export",
                    -1,
                    "",
                    Counted.of(
                            calls.rooted(), "collective with a root names none", "collectives with a root name none"),
                    "the trace has no comm_root",
                    "the first rank of the group is taken"));
        }
        return new Converted(new GoalSchedule(ranks), Report.of(findings));
    }

    /** Writes the operations of one rank. */
    private final class RankWriter {
        private final int number;
        private final EtGraph graph;
        private final GoalRank out = new GoalRank();
        private final Object2IntOpenHashMap<String> cpus = new Object2IntOpenHashMap<>();
        private final Map<String, Integer> counts = new HashMap<>();
        /** First and last operation of each node. */
        private final int[] first;

        private final int[] last;
        /** By node, the operation between its launch and its work, and the host node that launched it; -1 for none. */
        private final int[] launch;

        private final int[] launcher;
        private final Long2IntOpenHashMap byId;
        private int launches;
        private boolean shared;

        RankWriter(int number) {
            this.number = number;
            this.graph = set.ranks().get(number);
            this.first = new int[graph.size()];
            this.last = new int[graph.size()];
            this.launch = new int[graph.size()];
            this.launcher = new int[graph.size()];
            Arrays.fill(launcher, -1);
            this.byId = new Long2IntOpenHashMap(graph.size());
            byId.defaultReturnValue(-1);
            cpus.defaultReturnValue(-1);
        }

        GoalRank write() {
            for (int node = 0; node < graph.size(); node++) {
                byId.put(graph.id(node), node);
                operations(node);
            }
            // A trace may name a dependency twice: as data and as control dependency.
            int[] required = new int[graph.size()];
            Arrays.fill(required, -1);
            for (int node = 0; node < graph.size(); node++) {
                for (int k = 0; k < graph.depCount(node); k++) {
                    int other = byId.get(graph.dep(node, k));
                    if (other < 0) {
                        throw new EtException(
                                set.prefix() + ": rank " + number + ": node " + Long.toUnsignedString(graph.id(node))
                                        + " depends on " + Long.toUnsignedString(graph.dep(node, k))
                                        + ", which is not in the trace",
                                "Run repair() on the workload, which removes such dependencies and reports them.");
                    }
                    if (required[other] != node) {
                        required[other] = node;
                        out.require(other == launcher[node] ? launch[node] : first[node], last[other]);
                    }
                }
            }
            if (shared) {
                findings.add(new Finding(
                        Level.WARNING,
                        "export",
                        number,
                        "",
                        "more than " + LAST_CPU + " streams and peers",
                        "GOAL numbers CPUs with 8 bits",
                        "those beyond share CPU " + LAST_CPU));
            }
            return out;
        }

        private void operations(int node) {
            EtNodeType type = graph.type(node);
            switch (type) {
                case COMM_COLL -> collective(node);
                case COMM_SEND, COMM_RECV -> message(node, type == EtNodeType.COMM_SEND);
                default -> {
                    if (type == EtNodeType.COMP) {
                        roofline(node);
                    } else if (type != EtNodeType.METADATA) {
                        incomplete.merge(
                                "nodes of type " + (type == EtNodeType.INVALID ? graph.typeNumber(node) : type),
                                1,
                                Integer::sum);
                    }
                    long delay = Math.max(0, graph.integer(node, EtNames.DELAY_NS, 0));
                    long queued = graph.integer(node, EtNames.QUEUED_DELAY_NS, -1);
                    launcher[node] = queued < 0 || queued > delay ? -1 : lastHost(node);
                    long held = launcher[node] < 0 ? delay : queued;
                    first[node] = out.calc(Math.max(0, graph.durationNanos(node)) + held, cpu(node));
                    last[node] = first[node];
                    if (launcher[node] >= 0) {
                        launch[node] = out.calc(delay - queued, cpu("launch " + launches++ % LAUNCHING));
                        out.require(first[node], launch[node]);
                    }
                }
            }
        }

        /** The last host node before a node that it depends on, or -1. */
        private int lastHost(int node) {
            int host = -1;
            for (int k = 0; k < graph.depCount(node); k++) {
                int other = byId.get(graph.dep(node, k));
                host = other >= 0 && other < node && graph.isCpuOp(other) ? Math.max(host, other) : host;
            }
            return host;
        }

        private void roofline(int node) {
            if (graph.durationNanos(node) <= 0 && graph.integer(node, EtNames.NUM_OPS, 0) > 0) {
                incomplete.merge("computations given by " + EtNames.NUM_OPS, 1, Integer::sum);
            }
        }

        private void message(int node, boolean send) {
            String side = send ? EtNames.COMM_DST : EtNames.COMM_SRC;
            long peer = graph.integer(node, side, -1);
            long tag = graph.integer(node, EtNames.COMM_TAG, 0);
            long bytes = graph.integer(node, EtNames.COMM_SIZE, -1);
            if (peer < 0 || peer >= set.ranks().size() || bytes < 0 || tag < 0) {
                throw new EtException(
                        set.prefix() + ": rank " + number + ": node " + Long.toUnsignedString(graph.id(node)) + " has "
                                + (bytes < 0
                                        ? EtNames.COMM_SIZE + " " + bytes
                                        : tag < 0 ? EtNames.COMM_TAG + " " + tag : side + " " + peer),
                        "Run repair() on the workload.");
            }
            byte kind = send ? GoalRank.SEND : GoalRank.RECV;
            first[node] = out.add(kind, Math.max(1, bytes), (int) peer, (int) tag, cpu("peer " + peer), 0);
            last[node] = first[node];
        }

        private void collective(int node) {
            String group = CollectiveCalls.group(graph, node);
            Call call = calls.call(group, counts.merge(group, 1, Integer::sum) - 1);
            int cpu = cpu("group " + group);
            first[node] = out.calc(0, cpu);
            CollectiveMessages messages = new CollectiveMessages(
                    out,
                    call.members(),
                    call.position(number),
                    call.bytes(),
                    call.root(),
                    call.firstTag(),
                    cpu,
                    first[node]);
            last[node] = messages.write(call.type());
        }

        private int cpu(int node) {
            long resource = graph.integer(node, EtNames.RESOURCE, Long.MIN_VALUE);
            if (resource != Long.MIN_VALUE) {
                return cpu("resource " + resource);
            }
            return graph.isCpuOp(node) ? HOST : GPU;
        }

        private int cpu(String of) {
            int cpu = cpus.getInt(of);
            if (cpu < 0) {
                cpu = GPU + 1 + cpus.size();
                shared |= cpu > LAST_CPU;
                cpu = Math.min(LAST_CPU, cpu);
                cpus.put(of, cpu);
            }
            return cpu;
        }
    }
}
