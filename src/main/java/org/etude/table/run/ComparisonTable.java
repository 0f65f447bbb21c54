// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.Map;
import org.etude.sim.result.RankColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.table.schema.Schema;
import org.etude.trace.activity.TimeSplit;
import tech.tablesaw.api.Table;

/** Simulated runs side by side. */
public final class ComparisonTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = OverlapTable.parts(
                    Schema.<Row>of(
                                    "comparison",
                                    "One simulated run: its step, the mean of the run's steps, by the parts of the rank that ended last.")
                            .text("run", "what the run is called", Row::name)
                            .text(
                                    "topology",
                                    "its network",
                                    row -> row.result.scenario().topology().toString())
                            .integer("ranks", "how many ranks it has", row -> row.result
                                    .ranks()
                                    .size())
                            .integer(
                                    "steps",
                                    "training steps in the run, 1 when the traces do not tell",
                                    row -> row.result.steps())
                            .decimal("step_ms", "end of the last rank, divided by steps", row -> row.slowest()
                                    .millis(TimeSplit::wallNanos)),
                    Row::slowest)
            .build();

    private ComparisonTable() {}

    /** One row per run, in the order of the map. */
    public static Table of(Map<String, SimulationResult> runs) {
        return SCHEMA.table(runs.entrySet().stream()
                .map(run -> new Row(run.getKey(), run.getValue(), slowest(run.getValue())))
                .toList());
    }

    private static OverlapTable.Row slowest(SimulationResult result) {
        RankColumns ranks = result.ranks();
        int slowest = 0;
        for (int r = 1; r < ranks.size(); r++) {
            slowest = ranks.wall()[r] > ranks.wall()[slowest] ? r : slowest;
        }
        return OverlapTable.row(ranks, slowest, result.steps());
    }

    private record Row(String name, SimulationResult result, OverlapTable.Row slowest) {}
}
