// SPDX-License-Identifier: Apache-2.0
package org.etude;

import java.util.List;
import java.util.OptionalDouble;
import org.etude.replay.ReplayedStep;
import org.etude.report.Counted;
import org.etude.report.Internal;
import org.etude.table.TableText;
import org.etude.table.run.ReplayTable;
import tech.tablesaw.api.Table;

/**
 * A recorded job replayed: each rank in isolation, every node with its recorded duration on the stream, thread or
 * communicator that the trace shows. Errors here carry over to every prediction. Immutable; each call builds the table
 * anew.
 */
public final class Replay {
    private final List<ReplayedStep> steps;

    private Replay(List<ReplayedStep> steps) {
        this.steps = List.copyOf(steps);
    }

    /** Wraps replayed steps. */
    static Replay of(List<ReplayedStep> steps) {
        return new Replay(steps);
    }

    /** One entry per rank and step. */
    @Internal
    public List<ReplayedStep> steps() {
        return steps;
    }

    /** One row per rank and step: {@link ReplayTable#SCHEMA}. */
    public Table table() {
        return ReplayTable.of(steps);
    }

    /** The largest |replayed - measured| / measured over all steps; empty when no step has a duration. */
    public OptionalDouble worstErrorFrac() {
        return steps.stream()
                .mapToDouble(ReplayedStep::errorFrac)
                .filter(error -> !Double.isNaN(error))
                .map(Math::abs)
                .max();
    }

    @Override
    public String toString() {
        return "Replay of " + Counted.of(steps.size(), "step") + System.lineSeparator()
                + TableText.of(table(), Titles.ROWS);
    }
}
