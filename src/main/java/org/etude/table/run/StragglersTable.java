package org.etude.table.run;

import java.util.List;
import org.etude.analysis.Arrivals;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Which ranks the others wait for. */
public final class StragglersTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "stragglers",
                    "One rank over all collectives of several ranks, recorded or simulated, the latest first.")
            .text("source", "recorded or simulated")
            .integer("rank", "the rank")
            .integer("collectives", "how many it reached")
            .integer("last", "how many of them it reached last, later than the median")
            .decimal("late_ms", "how much later than the median it came, summed where it came later")
            .decimal("mean_late_us", "mean difference from the median; negative when it mostly comes earlier")
            .decimal("worst_late_us", "the largest difference from the median")
            .text("worst", "the collective where that was: name, group if any, number")
            .decimal("waiting_ms", "what it waited for the last rank, summed")
            .build();

    private StragglersTable() {}

    /** One row per rank, in their order. */
    public static Table of(String source, List<Arrivals.Straggler> stragglers) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (Arrivals.Straggler s : stragglers) {
            rows.put(source).put(s.rank()).put(s.collectives()).put(s.last());
            rows.put(s.lateNs() / 1e6).put(s.meanNs() / 1e3).put(s.worst().lateNs() / 1e3);
            rows.put(name(s.worst())).put(s.waitingNs() / 1e6).end();
        }
        return rows.table();
    }

    private static String name(Arrivals.Arrival at) {
        return at.name() + (at.group().isEmpty() ? "" : " of " + at.group()) + " #" + at.sequence();
    }
}
