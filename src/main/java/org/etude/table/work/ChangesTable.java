package org.etude.table.work;

import java.util.List;
import org.etude.repair.graph.Change;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What repair changed. */
public final class ChangesTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("changes", "One thing that repair did to a node.")
            .integer("rank", "the rank")
            .text("node", "id of the node before the change, unsigned; of an added node the new id")
            .text("pass", "the pass that did it")
            .text("action", "what was done")
            .text("reason", "why")
            .build();

    private ChangesTable() {}

    /** One row per change, in the order they were made. */
    public static Table of(List<Change> changes) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (Change c : changes) {
            rows.put(c.rank()).put(Long.toUnsignedString(c.node())).put(c.pass());
            rows.put(c.action()).put(c.reason()).end();
        }
        return rows.table();
    }
}
