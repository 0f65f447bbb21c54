package org.etude;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.etude.analysis.StepBound;
import org.etude.analysis.StepSummary;
import org.etude.trace.activity.StepActivity;

/** Puts a recorded step next to the simulated one. */
final class RunSummary {
    private RunSummary() {}

    /**
     * Of a recording and a run of it.
     *
     * @param replayedMs the replayed step of the rank that ends last, if somebody replayed it
     */
    static StepSummary of(Traces traces, Simulation sim, OptionalDouble replayedMs) {
        int rank = sim.result().ranks().last();
        boolean ops = sim.result().ops().filter(o -> o.size() > 0).isPresent();
        Optional<StepBound> bound = sim.isComplete() && ops ? Optional.of(sim.bound()) : Optional.empty();
        return new StepSummary(
                rank,
                sim.result().steps(),
                traces.set().ranks().size(),
                recordedMs(traces, rank),
                replayedMs,
                sim.result(),
                bound);
    }

    /** The mean of the rank's recorded steps; ranks of the run are numbered in the order of the recording's. */
    private static OptionalDouble recordedMs(Traces traces, int rank) {
        if (rank >= traces.set().ranks().size()) {
            return OptionalDouble.empty();
        }
        List<StepActivity> steps = StepActivity.of(traces.set().ranks().get(rank), traces.waits());
        return steps.stream().mapToDouble(step -> step.wallNanos() / 1e6).average();
    }
}
