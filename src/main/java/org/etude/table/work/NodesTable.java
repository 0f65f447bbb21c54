package org.etude.table.work;

import java.util.List;
import java.util.Locale;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.report.Progress;
import org.etude.spec.CollectiveType;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import tech.tablesaw.api.Table;

/** The nodes of execution traces. */
public final class NodesTable {
    /** The columns. */
    public static final Schema SCHEMA = Schema.of("nodes", "One node of one rank's execution trace, in file order.")
            .integer("rank", "the rank whose file it stands in")
            .whole("node", "its id, unique within the rank")
            .text("name", "its name")
            .text("type", "invalid, metadata, mem_load, mem_store, comp, comm_send, comm_recv or comm_coll")
            .integer("is_cpu_op", "1: it runs on the host, 0: on the GPU or the network")
            .decimal("start_us", "its measured start after the earliest of all ranks; missing when unknown")
            .decimal("duration_us", "its duration")
            .text("comm_type", "the type of a collective: all_reduce, ...; missing for other nodes")
            .whole("comm_bytes", "bytes: the full buffer of a rank, for an all-gather its shard; missing when absent")
            .text("group", "the communicator group; 0 is the whole job; missing when absent")
            .integer("peer", "the other side of a send or receive; missing when absent")
            .whole("tag", "the tag of a send or receive; missing when absent")
            .integer("ctrl_deps", "number of control dependencies")
            .integer("data_deps", "number of data dependencies")
            .build();

    private NodesTable() {}

    /** One row per node and rank. */
    public static Table of(List<EtGraph> ranks) {
        TableBuilder rows = new TableBuilder(SCHEMA);
        long first = first(ranks);
        for (int rank = 0; rank < ranks.size(); rank++) {
            Progress.checkInterrupted();
            EtGraph graph = ranks.get(rank);
            for (int node = 0; node < graph.size(); node++) {
                add(rank, graph, node, first, rows);
            }
        }
        return rows.table();
    }

    /** The earliest start that is known. */
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

    private static void add(int rank, EtGraph graph, int node, long first, TableBuilder rows) {
        EtNodeType type = graph.type(node);
        rows.put(rank).put(graph.id(node)).put(graph.name(node));
        rows.put(type.name().toLowerCase(Locale.ROOT)).put(graph.isCpuOp(node) ? 1 : 0);
        long start = graph.startNanos(node);
        if (start > 0) {
            rows.put((start - first) / 1e3);
        } else {
            rows.missing();
        }
        rows.put(graph.durationNanos(node) / 1e3);
        communication(graph, node, type, rows);
        int ctrl = graph.ctrlDeps(node).length;
        rows.put(ctrl).put(graph.depCount(node) - ctrl).end();
    }

    private static void communication(EtGraph graph, int node, EtNodeType type, TableBuilder rows) {
        long number = graph.integer(node, EtNames.COMM_TYPE, -1);
        if (type != EtNodeType.COMM_COLL || number < 0) {
            rows.missing();
        } else {
            rows.put(commTypeName(number));
        }
        long bytes = graph.integer(node, EtNames.COMM_SIZE, -1);
        rows.putIf(type.isComm() && bytes >= 0, bytes);
        EtAttribute group = graph.attribute(node, EtNames.PG_NAME);
        if (type.isComm() && group != null && group.value() instanceof String name) {
            rows.put(name.isEmpty() ? "0" : name);
        } else {
            rows.missing();
        }
        boolean send = type == EtNodeType.COMM_SEND;
        boolean pair = send || type == EtNodeType.COMM_RECV;
        long peer = graph.integer(node, send ? EtNames.COMM_DST : EtNames.COMM_SRC, -1);
        rows.putIf(pair && peer >= 0, peer);
        long tag = graph.integer(node, EtNames.COMM_TAG, -1);
        rows.putIf(pair && tag >= 0, tag);
    }

    /** The name of a comm_type number, the number itself when it is no known type. */
    static String commTypeName(long number) {
        CollectiveType type = CollectiveType.ofNumber(number);
        return type == null ? "type " + number : type.name().toLowerCase(Locale.ROOT);
    }
}
