// SPDX-License-Identifier: Apache-2.0
package org.etude.table.work;

import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.et.graph.KindSums;
import org.etude.report.Progress;
import org.etude.table.schema.Missing;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** The nodes of execution traces. */
public final class NodesTable {
    /** The columns. */
    public static final Schema<Row> SCHEMA = Schema.<Row>of(
                    "nodes", "One node of one rank's execution trace, in file order.")
            .integer("rank", "the rank whose file contains it", Row::rank)
            .whole("node", "its id, unique within the rank", row -> row.graph.id(row.node))
            .text("name", "its name", row -> row.graph.name(row.node))
            .word(
                    "node_type",
                    "invalid, metadata, mem_load, mem_store, comp, comm_send, comm_recv or comm_coll",
                    Row::type)
            .integer(
                    "is_cpu_op",
                    "1: it runs on the host, 0: on the GPU or the network",
                    row -> row.graph.isCpuOp(row.node) ? 1 : 0)
            .decimal(
                    "start_us",
                    "its measured start after the earliest of all ranks; missing when unknown",
                    Row::startMicros)
            .decimal("duration_us", "its duration", row -> row.graph.durationNanos(row.node) / 1e3)
            .text("type", "the type of a collective: all_reduce, ...; missing for other nodes", Row::commType)
            .whole(
                    "size_bytes",
                    "the full buffer of a rank, for an all-gather its shard; missing when absent",
                    Row::commBytes)
            .text("group", "the communicator group; 0 is the whole job; missing when absent", Row::group)
            .integer("peer", "the other side of a send or receive; missing when absent", Row::peer)
            .whole("tag", "the tag of a send or receive; missing when absent", Row::tag)
            .integer("ctrl_deps", "number of control dependencies", Row::controlDeps)
            .integer(
                    "data_deps", "number of data dependencies", row -> row.graph.depCount(row.node) - row.controlDeps())
            .build();

    private NodesTable() {}

    /** One row per node and rank. */
    public static Table of(List<EtGraph> ranks) {
        TableBuilder<Row> rows = SCHEMA.rows();
        long first = first(ranks);
        for (int rank = 0; rank < ranks.size(); rank++) {
            Progress.checkInterrupted();
            EtGraph graph = ranks.get(rank);
            for (int node = 0; node < graph.size(); node++) {
                rows.add(new Row(rank, graph, node, first));
            }
        }
        return rows.table();
    }

    /** The earliest known start. */
    private static long first(List<EtGraph> ranks) {
        long first = Long.MAX_VALUE;
        for (EtGraph graph : ranks) {
            for (int node = 0; node < graph.size(); node++) {
                long start = graph.startNanos(node);
                first = start > 0 ? Math.min(first, start) : first;
            }
        }
        return first;
    }

    private record Row(int rank, EtGraph graph, int node, long first) {
        EtNodeType type() {
            return graph.type(node);
        }

        double startMicros() {
            long start = graph.startNanos(node);
            return Missing.unless(start > 0, (start - first) / 1e3);
        }

        String commType() {
            long number = graph.integer(node, EtNames.COMM_TYPE, -1);
            return type() == EtNodeType.COMM_COLL && number >= 0 ? KindSums.commTypeName(number) : null;
        }

        long commBytes() {
            return type().isComm() ? attribute(EtNames.COMM_SIZE) : Missing.WHOLE;
        }

        String group() {
            EtAttribute group = type().isComm() ? graph.attribute(node, EtNames.PG_NAME) : null;
            return group == null || !(group.value() instanceof String name) ? null : name.isEmpty() ? "0" : name;
        }

        long peer() {
            return switch (type()) {
                case COMM_SEND -> attribute(EtNames.COMM_DST);
                case COMM_RECV -> attribute(EtNames.COMM_SRC);
                default -> Missing.WHOLE;
            };
        }

        long tag() {
            return type().isMessage() ? attribute(EtNames.COMM_TAG) : Missing.WHOLE;
        }

        int controlDeps() {
            return graph.ctrlDeps(node).length;
        }

        private long attribute(String name) {
            return Missing.ifNegative(graph.integer(node, name, -1));
        }
    }
}
