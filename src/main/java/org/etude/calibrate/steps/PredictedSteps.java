// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.replay.GpuMoments;
import org.etude.replay.HostMoments;
import org.etude.replay.StepMarks;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.activity.StepWindows;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceSet;

/**
 * Locates the steps of a recording in a simulated run of it: a step starts and ends when the simulated host reaches the
 * work at which the recorded step started and ended.
 */
public final class PredictedSteps {
    private final EtGraph graph;
    private final OpColumns ops;
    private final int first;
    /** The mapping by host nodes; without any, GPU nodes determine when a step starts. */
    private final HostMoments host;

    private PredictedSteps(EtGraph graph, OpColumns ops, int first) {
        this.graph = graph;
        this.ops = ops;
        this.first = first;
        this.host = HostMoments.of(graph, n -> ops.issued(first + n), n -> ops.ended(first + n));
    }

    /**
     * The steps of each recorded rank that was simulated, ascending by rank and step; none when ops were not recorded. A rank
     * without marks has one, numbered {@link StepActivity#UNMARKED}.
     *
     * @param traces the recording whose conversion was simulated, its ranks in the same order; for another recording of
     *     the same job only the ranks are used, with the steps of the simulated recording
     */
    public static List<PredictedStep> of(TraceSet traces, SimulationResult result) {
        List<PredictedStep> steps = new ArrayList<>();
        OpColumns ops = result.ops().orElse(null);
        List<EtGraph> graphs = result.scenario().ranks();
        for (int i = 0;
                ops != null && i < Math.min(graphs.size(), traces.ranks().size());
                i++) {
            if (ops.firstOf(i + 1) - ops.firstOf(i) == graphs.get(i).size()) {
                new PredictedSteps(graphs.get(i), ops, ops.firstOf(i))
                        .add(traces.ranks().get(i), steps);
            }
        }
        return steps;
    }

    private void add(RankTrace rank, List<PredictedStep> steps) {
        StepWindows.Found windows = windows(rank);
        GpuMoments gpu =
                windows.onGpu() ? GpuMoments.of(graph, n -> ops.issued(first + n), n -> ops.ended(first + n)) : null;
        for (StepWindow step : windows.steps()) {
            long from = gpu == null ? from(step) : gpu.at(step.startNanos());
            long to = gpu == null ? to(step) : gpu.at(step.endNanos());
            if (from >= 0 && to >= from) {
                steps.add(new PredictedStep(
                        rank.rank(), step.number(), step.endNanos() - step.startNanos(), from, to - from));
            }
        }
        if (windows.steps().isEmpty()) {
            whole(rank.rank(), steps);
        }
    }

    /** The steps of the traces, or those of the simulated recording if the traces are another recording of the job. */
    private StepWindows.Found windows(RankTrace rank) {
        StepWindows.Found found = StepWindows.of(rank);
        List<StepWindow> simulated = StepMarks.of(graph).stream()
                .map(mark -> new StepWindow(mark.number(), mark.startNanos(), mark.endNanos()))
                .toList();
        boolean same = simulated.isEmpty() || found.steps().isEmpty() || simulated.containsAll(found.steps());
        return same ? found : new StepWindows.Found(simulated, StepMarks.onGpu(graph));
    }

    /** The single step of a rank without marks: its whole recording without the initial delay of the rank. */
    private void whole(int rank, List<PredictedStep> steps) {
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        long from = Long.MAX_VALUE;
        long to = -1;
        for (int n = 0; n < graph.size(); n++) {
            if (graph.has(n, EtNames.START_NS) && ops.ended(first + n) >= 0) {
                start = Math.min(start, graph.startNanos(n));
                end = Math.max(end, graph.recordedEndNanos(n));
                from = Math.min(from, ops.issued(first + n));
                to = Math.max(to, ops.ended(first + n));
            }
        }
        if (start < end) {
            steps.add(new PredictedStep(rank, StepActivity.UNMARKED, end - start, from, to - from));
        }
    }

    private long from(StepWindow step) {
        if (host.isSome()) {
            return hostAt(step.startNanos());
        }
        long from = Long.MAX_VALUE;
        for (int n = 0; n < graph.size(); n++) {
            from = isWithin(step, n) ? Math.min(from, ops.issued(first + n)) : from;
        }
        return from == Long.MAX_VALUE ? -1 : from;
    }

    private long to(StepWindow step) {
        if (host.isSome()) {
            return hostAt(step.endNanos());
        }
        long to = -1;
        for (int n = 0; n < graph.size(); n++) {
            to = isWithin(step, n) ? Math.max(to, ops.ended(first + n)) : to;
        }
        return to;
    }

    private boolean isWithin(StepWindow step, int n) {
        long start = graph.startNanos(n);
        return start >= step.startNanos() && start < step.endNanos() && ops.ended(first + n) >= 0;
    }

    /** When the simulated host reaches a recorded moment, at the earliest the start of the run; -1 for never. */
    private long hostAt(long time) {
        long at = host.at(time);
        return at == HostMoments.NEVER ? -1 : Math.max(0, at);
    }
}
