// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.util.List;
import org.etude.table.schema.Schema;
import tech.tablesaw.api.Table;

/** Which recorded rank each rank of a scaled workload comes from. */
public final class RankMapTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of("rank_map", "One rank of a scaled workload.")
            .integer("rank", "the rank", Row::rank)
            .integer("source_rank", "the rank of the original whose trace it runs", Row::source)
            .build();

    private RankMapTable() {}

    /** One row per rank. */
    public static Table of(List<Integer> source) {
        return SCHEMA.table(source.size(), rank -> new Row(rank, source.get(rank)));
    }

    private record Row(int rank, int source) {}
}
