// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.List;
import java.util.Optional;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.calibrate.steps.ProfilerCost;
import org.etude.calibrate.steps.StepRange;
import org.etude.calibrate.steps.UnprofiledSteps;
import org.etude.replay.ReplayedStep;
import org.etude.report.Given;
import org.etude.report.Report;
import org.etude.table.TableText;
import org.etude.table.run.PredictedStepsTable;
import org.etude.table.run.StepRangeTable;
import tech.tablesaw.api.Table;

/** How long a recorded job would take on another network. Immutable. */
public final class Prediction {
    private final Traces recorded;
    private final Simulation simulation;
    private final List<PredictedStep> found;
    private final Optional<UnprofiledSteps> unprofiled;
    private Optional<StepRange> range;

    private Prediction(Traces recorded, Simulation simulation) {
        this.recorded = recorded;
        this.simulation = simulation;
        found = PredictedSteps.of(recorded.set(), simulation.result());
        unprofiled = UnprofiledSteps.nextTo(recorded.set());
    }

    /**
     * Locates the recorded steps in a simulated run of the recording.
     *
     * @param recorded the traces whose conversion was simulated
     * @throws org.etude.report.EtudeException when a {@code training_R.json} next to the traces cannot be read
     */
    public static Prediction of(Traces recorded, Simulation simulation) {
        return new Prediction(Given.value(recorded, "the recorded traces"), Given.value(simulation, "the simulation"));
    }

    /** The simulated run behind this prediction. */
    public Simulation simulation() {
        return simulation;
    }

    /** Each step as recorded and as predicted, one row per rank and step: {@link PredictedStepsTable#SCHEMA}. */
    public Table steps() {
        return PredictedStepsTable.of(found);
    }

    /**
     * Uncertainty of the predicted steps: {@link StepRangeTable#SCHEMA}, one row per cause and one for the total. Empty
     * for a run on the recorded network, with other ranks, or that did not finish. If the host carries transfers, the
     * first call runs one to three more simulations.
     */
    public Table range() {
        return StepRangeTable.of(stepRange().map(StepRange::causes).orElse(List.of()));
    }

    /**
     * Findings: the uncertainty of the predicted steps, which costs what {@link #range()} does, and how much recording slowed
     * the job, if its steps were timed without the profiler.
     */
    public Report report() {
        Report certainty =
                stepRange().map(range -> Report.of(List.of(range.finding()))).orElse(Report.empty());
        return unprofiled
                .map(timed -> ProfilerCost.report(timed, found).plus(certainty))
                .orElse(certainty);
    }

    private synchronized Optional<StepRange> stepRange() {
        if (range == null) {
            range = StepRange.of(recorded.set(), simulation.result(), found);
        }
        return range;
    }

    /**
     * The recorded, replayed and simulated step, what bounds it and how much the network could change it. {@code etude
     * run} prints this first.
     *
     * @param converted the conversion of the traces that was simulated, which is replayed
     * @throws org.etude.report.EtudeException when the workload was not converted from a recording
     */
    public StepSummary summary(Workload converted) {
        return summary(Given.value(converted, "the converted workload").replayed());
    }

    StepSummary summary(List<ReplayedStep> replayed) {
        return RunSummary.of(recorded, simulation, found, replayed, stepRange(), unprofiled);
    }

    @Override
    public String toString() {
        return simulation.summary() + System.lineSeparator() + TableText.of(steps(), Titles.ROWS);
    }
}
