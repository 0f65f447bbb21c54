package org.etude.table;

import org.etude.link.LinkedRank;
import org.etude.link.LinkedSet;
import org.etude.link.LinkedSet.Unmatched;
import tech.tablesaw.api.Table;

/** What could not be linked. */
public final class UnmatchedTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("unmatched", "One event or operator that could not be linked.")
            .integer("rank", "the global rank")
            .text("kind", "what it is: kernel, host op, collective")
            .text("name", "its name")
            .decimal("at_us", "its start on the rank's clock; missing when it was never timed")
            .text("reason", "why it could not be linked")
            .build();

    private UnmatchedTable() {}

    /** A row each, in the order they were found. */
    public static Table of(LinkedSet linked) {
        Rows rows = new Rows(SCHEMA);
        for (Unmatched u : linked.unmatched()) {
            rows.put(u.rank()).put(u.kind()).put(u.name());
            rows.putIf(u.startNanos() != LinkedRank.UNTIMED, u.startNanos() / 1e3)
                    .put(u.reason())
                    .end();
        }
        return rows.table();
    }
}
