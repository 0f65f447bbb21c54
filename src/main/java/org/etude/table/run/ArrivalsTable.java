// SPDX-License-Identifier: Apache-2.0
package org.etude.table.run;

import java.util.List;
import org.etude.analysis.Arrivals;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** When each rank reached each collective. */
public final class ArrivalsTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "arrivals",
                    "One rank at one collective of several ranks, recorded or simulated, by group and number.")
            .text("source", "recorded or simulated", Row::source)
            .integer("rank", "the rank", row -> row.arrival.rank())
            .text("group", "process group; empty for the whole job", row -> row.arrival.group())
            .whole("seq", "running number within the group, from 0", row -> row.arrival.sequence())
            .text("name", "the node's name; recorded: its type", row -> row.arrival.name())
            .decimal(
                    "arrived_us",
                    "when the rank reached it; recorded: from the first event of any rank; simulated: from the start of the run",
                    row -> row.arrival.atNs() / 1e3)
            .decimal(
                    "late_us",
                    "that less the median of the ranks; negative when it came earlier",
                    row -> row.arrival.lateNs() / 1e3)
            .decimal("waiting_us", "from then to when the last rank came", row -> row.arrival.waitingNs() / 1e3)
            .build();

    private ArrivalsTable() {}

    /** One row per arrival, in their order. */
    public static Table of(String source, List<Arrivals.Arrival> arrivals) {
        return SCHEMA.table(arrivals.size(), i -> new Row(source, arrivals.get(i)));
    }

    private record Row(String source, Arrivals.Arrival arrival) {}
}
