// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** What execution traces hold, by rank and kind of node. */
public final class SummaryTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of("workload", "All nodes of one kind of one rank.")
            .integer("rank", "the rank", Row::rank)
            .text(
                    "type",
                    "the sort: host, compute, a type of collective, send, recv, load, store, metadata, invalid",
                    Row::kind)
            .whole("nodes", "how many", row -> row.sums.nodes)
            .decimal("duration_ms", "sum of their durations", row -> row.sums.nanos / 1e6)
            .whole(
                    "comm_bytes",
                    "sum of their communication sizes; missing for nodes that do not communicate",
                    row -> Missing.unless(row.sums.comm, row.sums.bytes))
            .whole("deps", "sum of their dependencies of both sorts", row -> row.sums.deps)
            .build();

    private SummaryTable() {}

    /** One row per rank and kind, kinds in alphabetical order. */
    public static Table of(List<EtGraph> ranks) {
        TableBuilder<Row> rows = SCHEMA.rows();
        for (int rank = 0; rank < ranks.size(); rank++) {
            for (Map.Entry<String, Sums> sums : sums(ranks.get(rank)).entrySet()) {
                rows.add(new Row(rank, sums.getKey(), sums.getValue()));
            }
        }
        return rows.table();
    }

    private record Row(int rank, String kind, Sums sums) {}

    private static final class Sums {
        private boolean comm;
        private long nodes;
        private long nanos;
        private long bytes;
        private long deps;
    }

    private static Map<String, Sums> sums(EtGraph graph) {
        Map<String, Sums> sums = new TreeMap<>();
        for (int node = 0; node < graph.size(); node++) {
            Sums s = sums.computeIfAbsent(kind(graph, node), name -> new Sums());
            s.comm = graph.type(node).isComm();
            s.nodes++;
            s.nanos += graph.durationNanos(node);
            s.bytes += Math.max(0, graph.integer(node, EtNames.COMM_SIZE, 0));
            s.deps += graph.depCount(node);
        }
        return sums;
    }

    private static String kind(EtGraph graph, int node) {
        EtNodeType type = graph.type(node);
        return switch (type) {
            case COMP -> graph.isCpuOp(node) ? "host" : "compute";
            case COMM_COLL -> NodesTable.commTypeName(graph.integer(node, EtNames.COMM_TYPE, -1));
            case COMM_SEND, COMM_RECV -> type.name().substring("COMM_".length()).toLowerCase(Locale.ROOT);
            case MEM_LOAD, MEM_STORE -> type.name().substring("MEM_".length()).toLowerCase(Locale.ROOT);
            default -> type.name().toLowerCase(Locale.ROOT);
        };
    }
}
