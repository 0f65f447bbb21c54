// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.util.List;
import org.etude.repair.graph.Change;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** What repair changed. */
public final class ChangesTable {
    /** The columns. */
    public static final Schema<Change> SCHEMA = Schema.<Change>of("changes", "One thing that repair did to a node.")
            .integer("rank", "the rank", Change::rank)
            .text(
                    "node",
                    "id of the node before the change, unsigned; for an added node its new id",
                    c -> Long.toUnsignedString(c.node()))
            .text("pass", "the pass that did it", Change::pass)
            .text("action", "what was done", Change::action)
            .text("reason", "why", Change::reason)
            .build();

    private ChangesTable() {}

    /** One row per change, in the order they were made. */
    public static Table of(List<Change> changes) {
        return SCHEMA.table(changes);
    }
}
