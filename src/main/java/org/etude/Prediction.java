package org.etude;

import org.etude.calibrate.steps.PredictedSteps;
import org.etude.table.TableText;
import org.etude.table.run.PredictedStepsTable;
import org.etude.trace.model.TraceSet;
import tech.tablesaw.api.Table;

/** What a recorded job would take on another network. Immutable. */
public final class Prediction {
    private final TraceSet traces;
    private final Simulation simulation;

    Prediction(TraceSet traces, Simulation simulation) {
        this.traces = traces;
        this.simulation = simulation;
    }

    /** The simulated run behind it. */
    public Simulation simulation() {
        return simulation;
    }

    /** Each step as recorded and as predicted, one row per rank and step: {@link PredictedStepsTable#SCHEMA}. */
    public Table steps() {
        return PredictedStepsTable.of(PredictedSteps.of(traces, simulation.result()));
    }

    @Override
    public String toString() {
        return simulation.summary() + System.lineSeparator() + TableText.of(steps(), Titles.ROWS);
    }
}
