package org.etude.calibrate.steps;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;
import org.etude.trace.model.TraceSet;

/**
 * Finds the steps of a recording in a simulated run of it: a step begins and ends where the host is at work on what it was at
 * work on when the recorded step began and ended.
 */
public final class PredictedSteps {
    private final EtGraph graph;
    private final OpColumns ops;
    private final int first;
    /** Whether the host's own nodes say when a step begins; without them those of the GPU do. */
    private final boolean host;

    private PredictedSteps(EtGraph graph, OpColumns ops, int first) {
        this.graph = graph;
        this.ops = ops;
        this.first = first;
        boolean any = false;
        for (int n = 0; n < graph.size(); n++) {
            any |= graph.isCpuOp(n);
        }
        this.host = any;
    }

    /**
     * The steps of each recorded rank that was simulated, ascending by rank and step; none when ops were not recorded or steps
     * not marked.
     *
     * @param traces the recording whose conversion was simulated, its ranks in the same order
     */
    public static List<PredictedStep> of(TraceSet traces, SimulationResult result) {
        List<PredictedStep> steps = new ArrayList<>();
        OpColumns ops = result.ops().orElse(null);
        List<EtGraph> graphs = result.scenario().ranks();
        for (int i = 0;
                ops != null && i < Math.min(graphs.size(), traces.ranks().size());
                i++) {
            RankTrace rank = traces.ranks().get(i);
            PredictedSteps of = new PredictedSteps(graphs.get(i), ops, ops.firstOf(i));
            if (ops.firstOf(i + 1) - ops.firstOf(i) != graphs.get(i).size()) {
                continue;
            }
            for (StepWindow step : rank.steps()) {
                long simulated = of.simulated(step);
                if (simulated >= 0) {
                    steps.add(new PredictedStep(
                            rank.rank(), step.number(), step.endNanos() - step.startNanos(), simulated));
                }
            }
        }
        return steps;
    }

    private long simulated(StepWindow step) {
        if (host) {
            long from = hostAt(step.startNanos());
            long to = hostAt(step.endNanos());
            return from < 0 || to < from ? -1 : to - from;
        }
        long from = Long.MAX_VALUE;
        long to = -1;
        for (int n = 0; n < graph.size(); n++) {
            long start = graph.startNanos(n);
            if (start >= step.startNanos() && start < step.endNanos() && ops.ended(first + n) >= 0) {
                from = Math.min(from, ops.issued(first + n));
                to = Math.max(to, ops.ended(first + n));
            }
        }
        return to < 0 ? -1 : to - from;
    }

    /** When the simulated host reaches a moment of the recording; -1 when it never does. */
    private long hostAt(long time) {
        int at = -1;
        for (int n = 0; n < graph.size(); n++) {
            if (graph.isCpuOp(n)
                    && graph.startNanos(n) <= time
                    && (at < 0 || graph.startNanos(n) >= graph.startNanos(at))) {
                at = n;
            }
        }
        if (at < 0 || ops.ended(first + at) < 0) {
            return at < 0 ? 0 : -1;
        }
        long whole = graph.integer(at, "measured_ns", graph.durationNanos(at));
        long left = Math.max(0, graph.startNanos(at) + whole - time);
        return Math.max(ops.issued(first + at), ops.ended(first + at) - left);
    }
}
