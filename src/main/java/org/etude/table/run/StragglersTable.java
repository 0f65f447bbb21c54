// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.analysis.Arrivals;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Ranks that the others wait for. */
public final class StragglersTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "stragglers",
                    "One rank over all collectives of several ranks, recorded or simulated, the latest first.")
            .text("source", "recorded or simulated", Row::source)
            .integer("rank", "the rank", row -> row.rank.rank())
            .integer("collectives", "how many it reached", row -> row.rank.collectives())
            .integer("last", "how many of them it reached last, later than the median", row -> row.rank.last())
            .decimal(
                    "late_ms",
                    "how much later than the median it came, summed where it came later",
                    row -> row.rank.lateNs() / 1e6)
            .decimal(
                    "mean_late_us",
                    "mean difference from the median; negative when it mostly comes earlier",
                    row -> row.rank.meanNs() / 1e3)
            .decimal(
                    "worst_late_us",
                    "the largest difference from the median",
                    row -> row.rank.worst().lateNs() / 1e3)
            .text("worst", "the collective where that was: name, group if any, number", row -> name(row.rank.worst()))
            .decimal("waiting_ms", "what it waited for the last rank, summed", row -> row.rank.waitingNs() / 1e6)
            .build();

    private StragglersTable() {}

    /** One row per rank, in their order. */
    public static Table of(String source, List<Arrivals.Straggler> stragglers) {
        return SCHEMA.table(stragglers.size(), i -> new Row(source, stragglers.get(i)));
    }

    private static String name(Arrivals.Arrival at) {
        return at.name() + (at.group().isEmpty() ? "" : " of " + at.group()) + " #" + at.sequence();
    }

    private record Row(String source, Arrivals.Straggler rank) {}
}
