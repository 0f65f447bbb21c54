package org.etude.table.run;

import java.util.List;
import org.etude.analysis.Arrivals;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** When each rank reached each collective. */
public final class ArrivalsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "arrivals",
                    "One rank at one collective of several ranks, recorded or simulated, by group and number.")
            .text("source", "recorded or simulated")
            .integer("rank", "the rank")
            .text("group", "process group; empty for the whole job")
            .whole("seq", "running number within the group, from 0")
            .text("name", "the node's name; recorded: its type")
            .decimal(
                    "arrive_us",
                    "when the rank reached it; recorded: from the first event of any rank; simulated: from the start of the run")
            .decimal("late_us", "that less the median of the ranks; negative when it came earlier")
            .decimal("waiting_us", "from then to when the last rank came")
            .build();

    private ArrivalsTable() {}

    /** One row per arrival, in their order. */
    public static Table of(String source, List<Arrivals.Arrival> arrivals) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (Arrivals.Arrival a : arrivals) {
            rows.put(source).put(a.rank()).put(a.group()).put(a.sequence()).put(a.name());
            rows.put(a.atNs() / 1e3)
                    .put(a.lateNs() / 1e3)
                    .put(a.waitingNs() / 1e3)
                    .end();
        }
        return rows.table();
    }
}
