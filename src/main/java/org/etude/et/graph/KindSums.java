// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.etude.spec.CollectiveType;

/**
 * Totals over the nodes of one kind on one rank.
 *
 * @param kind the kind: host, compute, a type of collective, send, recv, load, store, metadata, invalid
 * @param comm whether they communicate
 * @param nodes how many
 * @param nanos sum of their durations in ns
 * @param bytes sum of their communication sizes in bytes
 * @param deps sum of their dependencies of both kinds
 * @param free how many of them have no data dependency
 */
public record KindSums(String kind, boolean comm, long nodes, long nanos, long bytes, long deps, long free) {
    private static final String HOST = "host";

    /** The sums of a rank, kinds in alphabetical order. O(nodes). */
    public static List<KindSums> of(EtGraph graph) {
        return behind(0, graph);
    }

    /** The sums of a rank whose ids count from 1, without its first nodes and dependencies on them. */
    public static List<KindSums> behind(int first, EtGraph graph) {
        Map<String, Counter> counters = new TreeMap<>();
        Long2ObjectOpenHashMap<Counter> byCollective = new Long2ObjectOpenHashMap<>();
        Long2ObjectOpenHashMap<Counter> byOtherSort = new Long2ObjectOpenHashMap<>();
        for (int node = first; node < graph.size(); node++) {
            int one = node;
            boolean collective = graph.type(node) == EtNodeType.COMM_COLL;
            (collective ? byCollective : byOtherSort)
                    .computeIfAbsent(
                            collective ? graph.integer(node, EtNames.COMM_TYPE, -1) : sort(graph, node),
                            sort -> counters.computeIfAbsent(kind(graph, one), name -> new Counter()))
                    .add(graph, node, first);
        }
        List<KindSums> sums = new ArrayList<>();
        counters.forEach((kind, c) -> sums.add(new KindSums(kind, c.comm, c.nodes, c.nanos, c.bytes, c.deps, c.free)));
        return sums;
    }

    /** The same with an additional host node that takes no time and precedes all nodes without a data dependency. */
    public static List<KindSums> behindOne(List<KindSums> sums) {
        Map<String, KindSums> more = new TreeMap<>();
        more.put(HOST, new KindSums(HOST, false, 0, 0, 0, 0, 0));
        for (KindSums one : sums) {
            more.put(one.kind, one.heldBack());
        }
        more.computeIfPresent(
                HOST,
                (kind, host) -> new KindSums(kind, host.comm, host.nodes + 1, host.nanos, host.bytes, host.deps, 1));
        return List.copyOf(more.values());
    }

    private KindSums heldBack() {
        return new KindSums(kind, comm, nodes, nanos, bytes, deps + free, 0);
    }

    private static final class Counter {
        private boolean comm;
        private long nodes;
        private long nanos;
        private long bytes;
        private long deps;
        private long free;

        private void add(EtGraph graph, int node, int first) {
            comm = graph.type(node).isComm();
            nodes++;
            nanos += graph.durationNanos(node);
            bytes += Math.max(0, graph.integer(node, EtNames.COMM_SIZE, 0));
            int data = 0;
            for (int k = graph.ctrlDepCount(node); k < graph.depCount(node); k++) {
                data += first > 0 && graph.dep(node, k) <= first ? 0 : 1;
            }
            deps += graph.ctrlDepCount(node) + data;
            free += data == 0 ? 1 : 0;
        }
    }

    /** A number that encodes the properties that determine the kind of a node other than a collective. */
    private static long sort(EtGraph graph, int node) {
        EtNodeType type = graph.type(node);
        if (type == EtNodeType.COMP) {
            return graph.isCpuOp(node) ? -1 : -2;
        }
        return type.ordinal();
    }

    /** The name of a collective by its number in traces; {@code type N} for a number that none has. */
    public static String commTypeName(long number) {
        CollectiveType type = CollectiveType.ofNumber(number);
        return type == null ? "type " + number : type.name().toLowerCase(Locale.ROOT);
    }

    private static String kind(EtGraph graph, int node) {
        EtNodeType type = graph.type(node);
        return switch (type) {
            case COMP -> graph.isCpuOp(node) ? "host" : "compute";
            case COMM_COLL -> commTypeName(graph.integer(node, EtNames.COMM_TYPE, -1));
            case COMM_SEND, COMM_RECV -> type.name().substring("COMM_".length()).toLowerCase(Locale.ROOT);
            case MEM_LOAD, MEM_STORE -> type.name().substring("MEM_".length()).toLowerCase(Locale.ROOT);
            default -> type.name().toLowerCase(Locale.ROOT);
        };
    }
}
