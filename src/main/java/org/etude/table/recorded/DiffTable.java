// SPDX-License-Identifier: Apache-2.0
package org.etude.table.recorded;

import java.util.List;
import org.etude.analysis.recorded.DiffRow;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Differences between two recordings, or between a recording and a simulated run. */
public final class DiffTable {
    /** The columns. */
    public static final Schema<DiffRow> SCHEMA = Schema.<DiffRow>of(
                    "diff",
                    "One operator, kernel or collective on both sides, per rank and step; the largest difference of time first.")
            .word("kind", "operator (self time on the host), kernel (also copies), collective", DiffRow::kind)
            .text("name", "its name; for a collective its type, size and number of ranks", DiffRow::name)
            .word("change", "of the count: same, more, fewer, added, removed", DiffRow::change)
            .decimal("before_count", "how often before, per rank and step", row -> row.before()
                    .count())
            .decimal("after_count", "how often after", row -> row.after().count())
            .decimal(
                    "before_us",
                    "for how long before, per rank and step",
                    row -> row.before().nanos() / 1e3)
            .decimal("after_us", "for how long after", row -> row.after().nanos() / 1e3)
            .decimal("diff_us", "after less before", row -> row.moreNanos() / 1e3)
            .build();

    private DiffTable() {}

    /** One row per kind and name. */
    public static Table of(List<DiffRow> rows) {
        return SCHEMA.table(rows);
    }
}
