package org.etude.table.work;

import java.util.List;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Which recorded rank each rank of a scaled workload comes from. */
public final class RankMapTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("rank_map", "One rank of a scaled workload.")
            .integer("rank", "the rank")
            .integer("source_rank", "the rank of the original whose trace it runs")
            .build();

    private RankMapTable() {}

    /** One row per rank. */
    public static Table of(List<Integer> source) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        for (int rank = 0; rank < source.size(); rank++) {
            rows.put(rank).put(source.get(rank)).end();
        }
        return rows.table();
    }
}
