// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.util.List;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.KindSums;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** Totals of execution traces by rank and kind of node. */
public final class SummaryTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of("workload", "All nodes of one kind of one rank.")
            .integer("rank", "the rank", Row::rank)
            .text(
                    "kind",
                    "host, compute, a type of collective, send, recv, load, store, metadata, invalid",
                    row -> row.sums.kind())
            .whole("nodes", "how many", row -> row.sums.nodes())
            .decimal("duration_ms", "sum of their durations", row -> row.sums.nanos() / 1e6)
            .whole(
                    "size_bytes",
                    "sum of their communication sizes; missing for nodes that do not communicate",
                    row -> Missing.unless(row.sums.comm(), row.sums.bytes()))
            .whole("deps", "sum of their dependencies of both kinds", row -> row.sums.deps())
            .build();

    private SummaryTable() {}

    /** One row per rank and kind, kinds in alphabetical order. */
    public static Table of(List<EtGraph> ranks) {
        return ofSums(ranks.stream().map(KindSums::of).toList());
    }

    /** The same from the sums of each rank. */
    public static Table ofSums(List<List<KindSums>> ranks) {
        TableBuilder<Row> rows = SCHEMA.rows();
        for (int rank = 0; rank < ranks.size(); rank++) {
            for (KindSums sums : ranks.get(rank)) {
                rows.add(new Row(rank, sums));
            }
        }
        return rows.table();
    }

    private record Row(int rank, KindSums sums) {}
}
