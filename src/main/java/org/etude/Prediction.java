// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.List;
import java.util.Optional;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.calibrate.steps.StepRange;
import org.etude.replay.ReplayedStep;
import org.etude.report.Report;
import org.etude.table.TableText;
import org.etude.table.run.PredictedStepsTable;
import org.etude.table.run.StepRangeTable;
import tech.tablesaw.api.Table;

/** What a recorded job would take on another network. Immutable. */
public final class Prediction {
    private final Traces recorded;
    private final Simulation simulation;
    private final List<PredictedStep> found;
    private Optional<StepRange> range;

    private Prediction(Traces recorded, Simulation simulation) {
        this.recorded = recorded;
        this.simulation = simulation;
        found = PredictedSteps.of(recorded.set(), simulation.result());
    }

    /**
     * Finds the steps of a recording in a simulated run of it.
     *
     * @param recorded the traces whose conversion was simulated
     */
    public static Prediction of(Traces recorded, Simulation simulation) {
        return new Prediction(recorded, simulation);
    }

    /** The simulated run behind it. */
    public Simulation simulation() {
        return simulation;
    }

    /** Each step as recorded and as predicted, one row per rank and step: {@link PredictedStepsTable#SCHEMA}. */
    public Table steps() {
        return PredictedStepsTable.of(found);
    }

    /**
     * How far the predicted steps may be off, and why: {@link StepRangeTable#SCHEMA}, one row per cause and one for all together. No
     * rows for a run on the recorded network, of other ranks, or one that did not end. For a recording whose host carries transfers,
     * the first call simulates once to three times more.
     */
    public Table range() {
        return StepRangeTable.of(stepRange().map(StepRange::causes).orElse(List.of()));
    }

    /** How far the predicted steps may be off, as a finding; costs what {@link #range()} does. */
    public Report report() {
        return stepRange().map(range -> Report.of(List.of(range.finding()))).orElse(Report.empty());
    }

    private synchronized Optional<StepRange> stepRange() {
        if (range == null) {
            range = StepRange.of(recorded.set(), simulation.result(), found);
        }
        return range;
    }

    /**
     * The recorded step next to the replayed and the simulated one, what bounds it and how far the network could change it:
     * what {@code etude run} begins with.
     *
     * @param replay {@link Workload#replay()} of the conversion that was simulated
     */
    public StepSummary summary(Replay replay) {
        return summary(replay.steps());
    }

    StepSummary summary(List<ReplayedStep> replayed) {
        return RunSummary.of(recorded, simulation, found, replayed, stepRange());
    }

    @Override
    public String toString() {
        return simulation.summary() + System.lineSeparator() + TableText.of(steps(), Titles.ROWS);
    }
}
