// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.report.Finding;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.Fidelity;
import org.etude.trace.model.TraceSet;

/**
 * Uncertainty of a step predicted for another network, as far as the recording shows it: host work may have been slowed
 * by transfers, other recordings of the same job differ, and its own steps vary. Each cause is a mechanism or a
 * measured spread; none is fitted to predictions. docs/accuracy/another-network.md states how often measured steps lie inside.
 *
 * @param causes the single causes, then all of them together
 */
public record StepRange(List<RangeCause> causes) {
    /** Name of the combination of all causes. */
    public static final String TOGETHER = "together";

    private static final String REPEATED = "another recording";
    private static final String ONE_STEP = "only one step was recorded";
    private static final String NOT_REPEATED = "how far another recording of the job differs is not known";

    /**
     * Recordings of one job on one network over gloo, repeated on a machine of two cores, differ by at most this
     * fraction in nine of ten cases (docs/accuracy/another-network.md).
     */
    private static final double REPEATS = 0.15;

    /** Copies the list. */
    public StepRange {
        causes = List.copyOf(causes);
    }

    /**
     * The range of the steps found in a run. If host work is concurrent with transfers, the run is simulated again:
     * with no operator slowed, with those of unknown speed slowed most (if any), and for a packet run once unchanged
     * for comparison. Otherwise the cost is that of the steps.
     *
     * @param traces the recording that was simulated
     * @param found {@link PredictedSteps#of} of both
     * @return empty when the run is not a prediction of the same job on another network
     */
    public static Optional<StepRange> of(TraceSet traces, SimulationResult result, List<PredictedStep> found) {
        boolean asRecorded = result.scenario().options().fidelity() == Fidelity.RECORDED
                || result.scenario().options().compat();
        boolean sameJob = result.ranks().size() == traces.ranks().size();
        if (asRecorded || !sameJob || found.isEmpty() || !result.complete()) {
            return Optional.empty();
        }
        List<RangeCause> causes = new ArrayList<>();
        HostWorkRange.of(traces, result, found).ifPresent(causes::add);
        double low = causes.stream().mapToDouble(RangeCause::lowFrac).sum();
        double high = causes.stream().mapToDouble(RangeCause::highFrac).sum();
        double repeats = onHost(result) ? REPEATS : 0;
        if (repeats > 0) {
            causes.add(new RangeCause(
                    REPEATED,
                    -repeats,
                    repeats,
                    "nine out of ten repeated recordings over gloo on two cores differed by this much or less"));
        }
        double scatter = scatter(found);
        if (scatter >= 0) {
            causes.add(new RangeCause(
                    "recorded steps",
                    -scatter,
                    scatter,
                    "the standard deviation of the recorded steps over their mean"));
        }
        double either = Math.max(repeats, scatter);
        causes.add(new RangeCause(
                TOGETHER, Math.max(-1, low - either), high + either, "host work plus the larger of the other two"));
        return Optional.of(new StepRange(causes));
    }

    private static boolean onHost(SimulationResult result) {
        List<EtGraph> ranks = result.scenario().ranks();
        return ranks.stream().anyMatch(graph -> graph.key(EtNames.BACKEND) >= 0);
    }

    /**
     * Relative standard deviation of the recorded steps, each averaged over its ranks; negative with fewer than two
     * steps.
     */
    static double scatter(List<PredictedStep> found) {
        Map<Integer, Double> steps = found.stream()
                .collect(Collectors.groupingBy(
                        PredictedStep::step, TreeMap::new, Collectors.averagingDouble(PredictedStep::recordedNs)));
        double mean = steps.values().stream().mapToDouble(ns -> ns).average().orElse(0);
        if (steps.size() < 2 || mean <= 0) {
            return -1;
        }
        double squares = steps.values().stream()
                .mapToDouble(ns -> (ns - mean) * (ns - mean))
                .sum();
        return Math.sqrt(squares / (steps.size() - 1)) / mean;
    }

    /** All causes together. */
    public RangeCause together() {
        return causes.get(causes.size() - 1);
    }

    /**
     * The range in words: {@code the step may take 84.9 to 118.2 ms (-15.0 to +18.3 %): ...}, or that it is not known.
     *
     * @param simulatedMs the predicted step
     */
    public String words(double simulatedMs) {
        if (!isKnown()) {
            return "not known: " + ONE_STEP + ", and " + NOT_REPEATED;
        }
        RangeCause all = together();
        String parts = parts();
        return String.format(
                Locale.ROOT,
                "the step may take %.3f to %.3f ms (%s)%s%s",
                simulatedMs * (1 + all.lowFrac()),
                simulatedMs * (1 + all.highFrac()),
                all.percent(),
                parts.isEmpty() ? "" : ": " + parts,
                isRepeated() ? "" : "; " + NOT_REPEATED);
    }

    /** The range as a finding: its size, its causes, and what it means for comparisons. */
    public Finding finding() {
        String why = Stream.of(isKnown() ? parts() : ONE_STEP, isRepeated() ? "" : NOT_REPEATED)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        return new Finding(
                Finding.Level.INFO,
                "simulate",
                -1,
                "",
                isKnown()
                        ? "the predicted steps are uncertain by " + together().percent()
                        : "the uncertainty of the predicted step is not known",
                why,
                "a step measured there may differ by this much; two predictions of one recording share its host work and"
                        + " compare more closely");
    }

    /** Each single cause with its range, separated by commas. */
    private String parts() {
        return causes.stream()
                .limit(causes.size() - 1L)
                .map(cause -> cause.cause() + ' ' + cause.percent())
                .collect(Collectors.joining(", "));
    }

    private boolean isKnown() {
        return causes.size() > 1;
    }

    private boolean isRepeated() {
        return causes.stream().anyMatch(cause -> cause.cause().equals(REPEATED));
    }
}
