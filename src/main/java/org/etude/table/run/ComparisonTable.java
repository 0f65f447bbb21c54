package org.etude.table.run;

import java.util.List;
import java.util.Map;
import org.etude.sim.result.RankColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;

/** Simulated runs side by side. */
public final class ComparisonTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "comparison", "One simulated run: its step, by the parts of the rank that ended last.")
            .text("run", "what the run is called")
            .text("topology", "its network")
            .integer("ranks", "how many ranks it has")
            .decimal("step_ms", "end of the last rank")
            .decimal("compute_only_ms", "compute while nothing communicated")
            .decimal("overlap_ms", "compute and communication at once")
            .decimal("exposed_comm_ms", "communication that moves data while nothing computes")
            .decimal("copy_ms", "copies that overlap with none of these")
            .decimal("waiting_ms", "waiting for a rank that has not arrived, overlapping with none of these")
            .decimal("host_ms", "the host at work or between operators, overlapping with none of these")
            .decimal("idle_ms", "none of these")
            .build();

    private ComparisonTable() {}

    /** One row per run, in the order of the map. */
    public static Table of(Map<String, SimulationResult> runs) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        runs.forEach((name, result) -> {
            Row last = OverlapTable.of(result.ranks(), 1).row(slowest(result.ranks()));
            rows.put(name)
                    .put(result.scenario().topology().toString())
                    .put(result.ranks().size());
            rows.put(last.getDouble("step_ms")).put(last.getDouble("compute_only_ms"));
            rows.put(last.getDouble("overlap_ms")).put(last.getDouble("exposed_comm_ms"));
            for (String part : List.of("copy_ms", "waiting_ms", "host_ms", "idle_ms")) {
                rows.put(last.getDouble(part));
            }
            rows.end();
        });
        return rows.table();
    }

    private static int slowest(RankColumns ranks) {
        int slowest = 0;
        for (int r = 1; r < ranks.size(); r++) {
            slowest = ranks.wall()[r] > ranks.wall()[slowest] ? r : slowest;
        }
        return slowest;
    }
}
