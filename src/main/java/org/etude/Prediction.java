// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.List;
import org.etude.calibrate.steps.PredictedStep;
import org.etude.calibrate.steps.PredictedSteps;
import org.etude.replay.ReplayedStep;
import org.etude.table.TableText;
import org.etude.table.run.PredictedStepsTable;
import tech.tablesaw.api.Table;

/** What a recorded job would take on another network. Immutable. */
public final class Prediction {
    private final Traces recorded;
    private final Simulation simulation;
    private final List<PredictedStep> found;

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
     * The recorded step next to the replayed and the simulated one, what bounds it and how far the network could change it:
     * what {@code etude run} begins with.
     *
     * @param replay {@link Workload#replay()} of the conversion that was simulated
     */
    public StepSummary summary(Replay replay) {
        return summary(replay.steps());
    }

    StepSummary summary(List<ReplayedStep> replayed) {
        return RunSummary.of(recorded, simulation, found, replayed);
    }

    @Override
    public String toString() {
        return simulation.summary() + System.lineSeparator() + TableText.of(steps(), Titles.ROWS);
    }
}
