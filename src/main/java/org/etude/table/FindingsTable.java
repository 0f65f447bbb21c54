// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import org.etude.report.Finding;
import org.etude.report.Internal;
import org.etude.report.Report;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** What the stages assumed, dropped, inferred or replaced; users get it from {@link Tables#findings}. */
@Internal
public final class FindingsTable {
    /** The columns. */
    public static final Schema<Finding> SCHEMA = Schema.<Finding>of(
                    "findings", "One thing a stage assumed, dropped, inferred, replaced or found missing.")
            .word(
                    "level",
                    "info: worth knowing; warning: the result rests on it; error: the result suffers",
                    Finding::level)
            .text("stage", "the stage that says it: load, link, convert, repair, simulate", Finding::stage)
            .integer("rank", "the rank it concerns; missing for all", f -> Missing.ifNegative(f.rank()))
            .text("place", "file and offset, node or thread; empty for the whole rank", Finding::where)
            .text("what", "what was found", Finding::what)
            .text("why", "why it is so, or why this was chosen", Finding::why)
            .text("effect", "what it changes for the result, or what to do", Finding::effect)
            .build();

    private FindingsTable() {}

    /** One row per finding, in the order they were made. */
    public static Table of(Report report) {
        return SCHEMA.table(report);
    }
}
