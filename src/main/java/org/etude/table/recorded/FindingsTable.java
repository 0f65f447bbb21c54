package org.etude.table.recorded;

import java.util.Locale;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What the stages assumed, dropped, inferred or replaced. */
public final class FindingsTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of(
                    "findings", "One thing a stage assumed, dropped, inferred, replaced or found missing.")
            .text("level", "info: worth knowing; warning: the result rests on it; error: the result suffers")
            .text("stage", "the stage that says it: load, link, convert, repair, simulate")
            .integer("rank", "the rank it concerns; missing for all")
            .text("place", "file and offset, node or thread; empty for the whole rank")
            .text("what", "what was found")
            .text("why", "why it is so, or why this was chosen")
            .text("effect", "what it changes for the result, or what to do")
            .build();

    private FindingsTable() {}

    /** One row per finding, in the order they were made. */
    public static Table of(Report report) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (Finding f : report) {
            rows.put(f.level().name().toLowerCase(Locale.ROOT)).put(f.stage());
            rows.putIf(f.rank() >= 0, f.rank())
                    .put(f.where())
                    .put(f.what())
                    .put(f.why())
                    .put(f.effect());
            rows.end();
        }
        return rows.table();
    }
}
