// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.wire.CommGroups;
import org.etude.report.Progress;
import org.etude.sim.Simulator;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.Fidelity;
import org.etude.spec.SimOptions;
import org.etude.spec.SystemSpec;
import org.etude.spec.network.RemoteMemorySpec;
import org.etude.topology.graph.LogicalTopology;

/**
 * Replays one rank in isolation with recorded durations and maps recorded moments to the replay. Linear in the number
 * of nodes, apart from sorting.
 */
final class RankReplay {
    private final EtGraph graph;
    private final long[] start;
    private final long[] end;
    private final RecordedOrder byStart;

    private RankReplay(EtGraph graph, long[] start, long[] end) {
        this.graph = graph;
        this.start = start;
        this.end = end;
        byStart = new RecordedOrder(graph, n -> !graph.isCpuOp(n));
    }

    /** Replays a rank to its end. */
    static RankReplay of(EtGraph graph, Progress progress) {
        SimOptions options = SimOptions.defaults()
                .fidelity(Fidelity.ANALYTIC)
                .streams(SimOptions.Streams.PER_GROUP)
                .symmetry(SimOptions.Symmetry.OFF)
                .record(SimOptions.Recording.OPS)
                .progress(progress);
        SimulationResult result = Simulator.run(new Scenario(
                List.of(graph),
                CommGroups.none(),
                SystemSpec.builder().replayOnly(true).build(),
                LogicalTopology.fitting(1),
                RemoteMemorySpec.none(),
                Path.of(""),
                options));
        OpColumns ops = result.ops().orElseThrow();
        long[] start = new long[graph.size()];
        long[] end = new long[graph.size()];
        for (int row = 0; row < ops.size(); row++) {
            int node = graph.indexOf(ops.node(row));
            start[node] = ops.issued(row);
            end[node] = ops.ended(row);
        }
        return new RankReplay(graph, start, end);
    }

    /** When a node ended in the replay, in ns. */
    long end(int node) {
        return end[node];
    }

    /**
     * The steps named in the graph's metadata that the replay reaches; without metadata, one step from the first
     * recorded start to the last recorded end.
     */
    List<ReplayedStep> steps(int rank) {
        List<ReplayedStep> steps = new ArrayList<>();
        HostMoments host = HostMoments.of(graph, n -> start[n], n -> end[n]);
        LongUnaryOperator moment = host.isSome() ? host::at : this::at;
        if (StepMarks.onGpu(graph)) {
            GpuMoments gpu = GpuMoments.of(graph, n -> start[n], n -> end[n]);
            moment = time -> gpu.at(time) < 0 ? HostMoments.NEVER : gpu.at(time);
        }
        List<StepMarks> marks = StepMarks.of(graph);
        for (StepMarks step : marks) {
            long from = moment.applyAsLong(step.startNanos());
            long to = moment.applyAsLong(step.endNanos());
            if (from != HostMoments.NEVER && to != HostMoments.NEVER) {
                steps.add(new ReplayedStep(rank, step.number(), step.endNanos() - step.startNanos(), to - from));
            }
        }
        return marks.isEmpty() ? List.of(whole(rank)) : steps;
    }

    private ReplayedStep whole(int rank) {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        long finished = Long.MIN_VALUE;
        for (int n = 0; n < graph.size(); n++) {
            if (graph.has(n, EtNames.START_NS)) {
                from = Math.min(from, graph.startNanos(n));
                to = Math.max(to, graph.recordedEndNanos(n));
                finished = Math.max(finished, end[n]);
            }
        }
        return from > to
                ? new ReplayedStep(rank, ReplayedStep.UNMARKED, 0, 0)
                : new ReplayedStep(rank, ReplayedStep.UNMARKED, to - from, finished - begin());
    }

    /** When the replay begins: after any delay of the whole rank. */
    private long begin() {
        for (int n = 0; n < graph.size(); n++) {
            if (!graph.has(n, EtNames.START_NS)) {
                return end[n];
            }
        }
        return 0;
    }

    /**
     * When the replay of a rank without a host reaches a recorded moment, which keeps its distance to the end of the
     * active node.
     */
    private long at(long time) {
        if (byStart.isEmpty()) {
            return time;
        }
        int node = byStart.node(Math.max(0, byStart.last(time)));
        return end[node] - (graph.recordedEndNanos(node) - time);
    }
}
