package org.etude.table.recorded;

import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** How much of the traces was linked. */
public final class CoverageTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("link", "How much of one kind of events of one rank was linked.")
            .integer("rank", "the global rank")
            .text("what", "GPU events (to their launch), host ops (to their Kineto event), collectives (to evidence)")
            .whole("matched", "how many were linked")
            .whole("total", "how many there are")
            .decimal("matched_frac", "matched / total; missing when there are none")
            .build();

    private CoverageTable() {}

    /** One row per rank and sort. */
    public static Table of(LinkedSet linked) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (LinkedRank rank : linked.ranks()) {
            for (LinkedRank.Coverage c : rank.coverage()) {
                rows.put(rank.trace().rank()).put(c.what()).put(c.matched()).put(c.total());
                rows.putIf(c.total() > 0, c.matched() / (double) c.total()).end();
            }
        }
        return rows.table();
    }
}
