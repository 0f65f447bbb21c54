// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.etude.analysis.SimulatedActivity;
import org.etude.sim.result.SimulationResult;
import org.etude.trace.activity.ActivitySpans;
import org.etude.trace.activity.TimeSplit;
import org.etude.trace.model.TraceSet;

/**
 * The recorded steps of one rank in a simulated run, by activity.
 *
 * @param rank the rank
 * @param sum the parts of all its steps, in ns
 * @param steps number of steps
 */
public record SimulatedParts(int rank, TimeSplit sum, int steps) {
    /**
     * One per rank of the run, ascending. Without recorded ops, or for a rank that was not recorded, the whole run is
     * used, with the number of steps in the run. O(n log n) of the nodes.
     */
    public static List<SimulatedParts> of(TraceSet traces, SimulationResult result) {
        Map<Integer, List<PredictedStep>> steps =
                PredictedSteps.of(traces, result).stream().collect(Collectors.groupingBy(PredictedStep::rank));
        List<SimulatedParts> parts = new ArrayList<>();
        for (int r = 0; r < result.ranks().size(); r++) {
            int rank = r < traces.ranks().size() ? traces.ranks().get(r).rank() : r;
            List<PredictedStep> own = steps.getOrDefault(rank, List.of());
            parts.add(
                    own.isEmpty()
                            ? new SimulatedParts(rank, result.ranks().split().get(r), result.steps())
                            : new SimulatedParts(rank, sum(result, r, own), own.size()));
        }
        return parts;
    }

    private static TimeSplit sum(SimulationResult result, int place, List<PredictedStep> steps) {
        ActivitySpans spans = SimulatedActivity.of(result.ops().orElseThrow(), place);
        return steps.stream()
                .map(step -> spans.split(step.fromNs(), step.toNs()))
                .reduce(TimeSplit::plus)
                .orElseThrow();
    }
}
