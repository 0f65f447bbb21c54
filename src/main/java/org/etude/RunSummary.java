// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.etude.analysis.StepBound;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.calibrate.steps.StepRange;
import org.etude.calibrate.steps.UnprofiledSteps;
import org.etude.replay.ReplayedStep;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.SimOptions;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.model.RankTrace;

/** Compares a rank's recorded steps with the same steps replayed and simulated. */
final class RunSummary {
    private RunSummary() {}

    /**
     * Summarises a recording and a run of it for the rank that ends last in the run. Uses the mean of the run when the
     * recorded steps cannot be located in it, for instance because ops were not recorded.
     *
     * @param found the recorded steps located in the run, of all ranks
     * @param replayed the replayed steps of all ranks; empty when there was no replay
     * @param range uncertainty of the simulated steps
     * @param unprofiled the steps timed without the profiler, if they were
     */
    static StepSummary of(
            Traces traces,
            Simulation sim,
            List<PredictedStep> found,
            List<ReplayedStep> replayed,
            Optional<StepRange> range,
            Optional<UnprofiledSteps> unprofiled) {
        int last = sim.result().ranks().last();
        List<RankTrace> ranks = traces.set().ranks();
        int rank = last < ranks.size() ? ranks.get(last).rank() : last;
        boolean ops = sim.result().ops().filter(o -> o.size() > 0).isPresent();
        Optional<StepBound> bound = sim.isComplete() && ops ? Optional.of(sim.bound()) : Optional.empty();
        List<PredictedStep> predicted =
                found.stream().filter(step -> step.rank() == rank).toList();
        Set<Integer> steps = predicted.stream().map(PredictedStep::step).collect(Collectors.toSet());
        OptionalDouble recorded = last < ranks.size()
                ? StepActivity.of(ranks.get(last), traces.waits()).stream()
                        .filter(step -> steps.isEmpty() || steps.contains(step.step()))
                        .mapToDouble(step -> step.wallNanos() / 1e6)
                        .average()
                : OptionalDouble.empty();
        OptionalDouble again = replayed.stream()
                .filter(step -> step.rank() == rank && (steps.isEmpty() || steps.contains(step.step())))
                .mapToDouble(step -> step.replayedNanos() / 1e6)
                .average();
        double simulated = predicted.stream()
                .mapToDouble(step -> step.simulatedNs() / 1e6)
                .average()
                .orElseGet(() -> sim.result().stepNs() / 1e6 / sim.result().steps());
        int count = steps.isEmpty() ? sim.result().steps() : steps.size();
        OptionalLong saved =
                bound.isPresent() ? saved(traces, sim.result(), bound.get(), predicted) : OptionalLong.empty();
        return new StepSummary(
                rank,
                count,
                ranks.size(),
                ranks.stream().anyMatch(r -> r.device() != null),
                recorded,
                unprofiled
                        .filter(timed -> timed.stepMs().containsKey(rank))
                        .map(timed -> OptionalDouble.of(timed.stepMs().get(rank)))
                        .orElse(OptionalDouble.empty()),
                again,
                simulated,
                sim.result(),
                bound,
                saved,
                range.map(r -> r.words(simulated)));
    }

    /**
     * How much a faster network could save when the steps do not cover the whole run: located in the run on the ideal
     * network too.
     */
    private static OptionalLong saved(
            Traces traces, SimulationResult result, StepBound bound, List<PredictedStep> steps) {
        long marked = steps.stream().mapToLong(PredictedStep::simulatedNs).sum();
        if (steps.isEmpty() || bound.isWhole(marked)) {
            return OptionalLong.empty();
        }
        SimulationResult ideal =
                StepBound.idealRun(result, SimOptions.Recording.OPS).orElse(null);
        if (ideal == null) {
            return OptionalLong.empty();
        }
        int rank = steps.get(0).rank();
        List<PredictedStep> same = PredictedSteps.of(traces.set(), ideal).stream()
                .filter(step -> step.rank() == rank)
                .toList();
        long left = same.stream().mapToLong(PredictedStep::simulatedNs).sum();
        return same.size() == steps.size() ? OptionalLong.of(Math.max(0, marked - left)) : OptionalLong.empty();
    }
}
