// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.calibrate.CalibratedCosts;
import org.etude.calibrate.CollectiveTiming;
import org.etude.calibrate.ErrorSummary;
import org.etude.calibrate.FitResult;
import org.etude.calibrate.HoldOut;
import org.etude.calibrate.StepSample;
import org.etude.collective.CollectiveAlgorithm;
import org.etude.report.Counted;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CommunicationCosts;
import org.etude.table.TableText;
import org.etude.table.recorded.ErrorsTable;
import org.etude.table.recorded.ParametersTable;
import org.etude.table.recorded.ResidualsTable;
import org.etude.table.run.TimingsTable;
import tech.tablesaw.api.Table;

/**
 * Fitted parameters of a platform, with confidence intervals, residuals and the error on held-out samples. Immutable.
 */
public final class CalibrationFit implements CommunicationCosts {
    private final List<CollectiveTiming> timings;
    private final List<StepSample> steps;
    private final CollectiveAlgorithm algorithm;
    private final Optional<HoldOut> holdOut;
    private FitResult result;
    private CalibratedCosts costs;

    private CalibrationFit(
            List<CollectiveTiming> timings,
            List<StepSample> steps,
            CollectiveAlgorithm algorithm,
            Optional<HoldOut> holdOut) {
        this.timings = timings;
        this.steps = steps;
        this.algorithm = algorithm;
        this.holdOut = holdOut;
    }

    /** A fit to timed collectives. */
    @Internal
    public static CalibrationFit ofTimings(List<CollectiveTiming> timings) {
        return of(timings, List.of());
    }

    static CalibrationFit of(List<CollectiveTiming> timings, List<StepSample> steps) {
        return new CalibrationFit(timings, steps, CollectiveAlgorithm.RING, Optional.empty());
    }

    /** A fit to the samples of both. */
    public CalibrationFit and(CalibrationFit other) {
        List<CollectiveTiming> allTimings = new ArrayList<>(timings);
        allTimings.addAll(Given.value(other, "the other fit").timings);
        List<StepSample> allSteps = new ArrayList<>(steps);
        allSteps.addAll(other.steps);
        return new CalibrationFit(allTimings, allSteps, algorithm, Optional.empty());
    }

    /** The same samples, fitted for an algorithm other than the ring. */
    public CalibrationFit algorithm(AlgorithmSpec other) {
        return new CalibrationFit(
                timings, steps, CollectiveAlgorithm.of(Given.value(other, "the algorithm")), Optional.empty());
    }

    /**
     * Holds out this fraction of the samples: fits to the others and reports the error on the held-out ones. Seed 0.
     */
    public CalibrationFit holdOut(double fraction) {
        return holdOut(fraction, 0);
    }

    /** {@link #holdOut(double)} with a chosen seed. */
    public CalibrationFit holdOut(double fraction, long seed) {
        return new CalibrationFit(timings, steps, algorithm, Optional.of(new HoldOut(fraction, seed)));
    }

    /** The fitted parameters, computed on first use. */
    @Internal
    public synchronized FitResult result() {
        if (result == null) {
            result = holdOut.map(part -> FitResult.of(timings, steps, algorithm, part))
                    .orElseGet(() -> FitResult.of(timings, steps, algorithm));
        }
        return result;
    }

    /** The fitted cost of a collective or message, for {@link LinkedTraces#parallelize}. */
    @Internal
    @Override
    public synchronized CommunicationCosts.Cost cost(String type, int ranks, long bytes) {
        if (costs == null) {
            costs = CalibratedCosts.of(result().parameters());
        }
        return costs.cost(type, ranks, bytes);
    }

    /** Summary of the residuals over all parts. */
    @Internal
    public ErrorSummary error() {
        return result().error("");
    }

    /** One row per part with its error: {@link ErrorsTable#SCHEMA}. */
    public Table errors() {
        return ErrorsTable.of(result());
    }

    /** One row per parameter: {@link ParametersTable#SCHEMA}. */
    public Table parameters() {
        return ParametersTable.of(result().parameters());
    }

    /**
     * The timed collectives behind this fit, in the form that {@code --calibration} reads: {@link TimingsTable#SCHEMA}.
     */
    public Table timings() {
        return TimingsTable.of(timings);
    }

    /** One row per sample: {@link ResidualsTable#SCHEMA}. */
    public Table residuals() {
        return ResidualsTable.of(result().residuals());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(
                "Fit of " + Counted.of(timings.size(), "timing") + " and " + Counted.of(steps.size(), "step"));
        String line = System.lineSeparator();
        for (String part : result().parts()) {
            text.append(line).append(' ').append(part).append(": ").append(result().error(part));
        }
        result().notes().forEach(note -> text.append(line).append(' ').append(note));
        return text.append(line).append(TableText.of(parameters(), Titles.ROWS)).toString();
    }
}
