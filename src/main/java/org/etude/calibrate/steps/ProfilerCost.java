// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.etude.calibrate.CalibrationException;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;
import org.etude.sim.result.SimulationResult;
import org.etude.trace.model.TraceSet;
import org.etude.unit.Time;

/**
 * What recording itself cost the host. The profiler and the execution trace observer spend time on every operator and call, so
 * that a step whose host launches many short kernels takes several times as long while it is recorded. The cost per piece
 * of host time is the one with which the recorded job, simulated on the network it was recorded on, takes the step that
 * was timed without the profiler.
 */
public final class ProfilerCost {
    /** A recording that made the step longer by less than this is not worth a warning. */
    private static final double NOTABLE = 1.1;

    private static final double FIRST_US = 8;
    /** The highest cost to believe; 7 to 41 us were found on an H200, whose host is slow. */
    private static final double MOST_US = 128;

    private static final double PRECISION = 0.001;

    private ProfilerCost() {}

    /**
     * The cost per piece of host time.
     *
     * @param traces the recording
     * @param simulated simulates the recording, on the network it was recorded on, with a cost taken off; called about ten
     *     times
     * @throws CalibrationException when no step was timed without the profiler, or no credible cost explains it
     */
    public static Time of(TraceSet traces, Function<Time, SimulationResult> simulated) {
        UnprofiledSteps timed = UnprofiledSteps.nextTo(traces)
                .orElseThrow(() -> new CalibrationException(
                        traces.source() + ": no step without the profiler was timed",
                        "Put training_R.json next to the traces of rank R, with {\"summary\": {\"real_t_step_ms\": T}} at least,"
                                + " or give the profiler's cost as a time."));
        double us = DecreasingRoot.of(
                cost -> recordedRanksMs(traces, simulated.apply(Time.us(cost)), timed),
                timed.meanMs(),
                FIRST_US,
                MOST_US,
                PRECISION * timed.meanMs());
        if (us >= MOST_US) {
            throw new CalibrationException(
                    String.format(
                            Locale.ROOT,
                            "%s: the step without the profiler, %.3f ms (%s), is shorter than the recorded one at any cost of the"
                                    + " profiler below %.0f us",
                            traces.source(),
                            timed.meanMs(),
                            timed.file(),
                            MOST_US),
                    "Its transfers or its GPU were slower while it was recorded, which no cost of the host explains."
                            + " Give a cost found for another job of this machine.");
        }
        return Time.us(us);
    }

    private static double recordedRanksMs(TraceSet traces, SimulationResult result, UnprofiledSteps timed) {
        return meanMs(PredictedSteps.of(traces, result), timed, PredictedStep::simulatedNs)
                .orElseThrow(() -> new CalibrationException(
                        traces.source() + ": its steps cannot be found in a simulation of it",
                        "Give the profiler's cost as a time."));
    }

    /** The mean over the steps of the ranks that were timed. */
    private static OptionalDouble meanMs(
            List<PredictedStep> steps, UnprofiledSteps timed, ToLongFunction<PredictedStep> nanos) {
        return steps.stream()
                .filter(step -> timed.stepMs().containsKey(step.rank()))
                .mapToDouble(step -> nanos.applyAsLong(step) / 1e6)
                .average();
    }

    /** Says that recording slowed the job's steps, if they were timed without the profiler too. */
    public static Report report(UnprofiledSteps timed, List<PredictedStep> steps) {
        double recorded = meanMs(steps, timed, PredictedStep::recordedNs).orElse(0);
        if (recorded < NOTABLE * timed.meanMs()) {
            return Report.empty();
        }
        return Report.of(List.of(new Finding(
                Level.WARNING,
                "simulate",
                -1,
                "",
                String.format(Locale.ROOT, "recording made the step %.1f times as long", recorded / timed.meanMs()),
                String.format(
                        Locale.ROOT,
                        "it took %.3f ms with the profiler and %.3f ms without (%s)",
                        recorded,
                        timed.meanMs(),
                        timed.file()),
                "times of the host, and what bounds the step, are those of the recording; --profiler-cost auto takes the"
                        + " profiler's part off")));
    }
}
