// SPDX-License-Identifier: Apache-2.0
package org.etude.repair;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;

/** Small graphs for tests, and queries on them. */
public final class Graphs {
    private Graphs() {}

    public static EtGraph of(EtNode... nodes) {
        return of(Arrays.asList(nodes));
    }

    public static EtGraph of(List<EtNode> nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("test", List.of());
        nodes.forEach(builder::add);
        return builder.build();
    }

    public static EtSet set(EtGraph... ranks) {
        return new EtSet("t", Arrays.asList(ranks), CommGroups.none(), Report.empty());
    }

    /** A computation of 1 us. */
    public static EtNode comp(long id, long... dataDeps) {
        return EtNode.of(id, "comp" + id, EtNodeType.COMP).withDurationMicros(1).withDataDeps(dataDeps);
    }

    /** A computation that starts at a time. */
    public static EtNode at(long id, long startMicros, long... dataDeps) {
        return new EtNode(
                id,
                "comp" + id,
                EtNodeType.COMP,
                new long[0],
                dataDeps,
                startMicros,
                1,
                null,
                null,
                List.of(EtAttribute.bool(EtNames.IS_CPU_OP, false)));
    }

    /** A collective of the whole job. */
    public static EtNode collective(long id, CollectiveType type, long size, long... dataDeps) {
        return EtNode.of(
                        id,
                        "coll" + id,
                        EtNodeType.COMM_COLL,
                        EtAttribute.int64(EtNames.COMM_TYPE, type.number()),
                        EtAttribute.int64(EtNames.COMM_SIZE, size))
                .withDurationMicros(5)
                .withDataDeps(dataDeps);
    }

    public static EtNode allReduce(long id, long size, long... dataDeps) {
        return collective(id, CollectiveType.ALL_REDUCE, size, dataDeps);
    }

    public static EtNode send(long id, int from, int to, int tag, long size, long... dataDeps) {
        return transfer(EtNodeType.COMM_SEND, id, from, to, tag, size).withDataDeps(dataDeps);
    }

    public static EtNode recv(long id, int from, int to, int tag, long size, long... dataDeps) {
        return transfer(EtNodeType.COMM_RECV, id, from, to, tag, size).withDataDeps(dataDeps);
    }

    private static EtNode transfer(EtNodeType type, long id, int from, int to, int tag, long size) {
        return EtNode.of(
                id,
                (type == EtNodeType.COMM_SEND ? "send" : "recv") + id,
                type,
                EtAttribute.int32(EtNames.COMM_SRC, from),
                EtAttribute.int32(EtNames.COMM_DST, to),
                EtAttribute.int32(EtNames.COMM_TAG, tag),
                EtAttribute.int64(EtNames.COMM_SIZE, size));
    }

    /** Every dependency as {@code node<-dep} for data and {@code node<~dep} for control, sorted. */
    public static TreeSet<String> edges(EtGraph graph) {
        TreeSet<String> edges = new TreeSet<>();
        for (EtNode node : graph.nodes()) {
            for (long dep : node.ctrlDeps()) {
                edges.add(Long.toUnsignedString(node.id()) + "<~" + Long.toUnsignedString(dep));
            }
            for (long dep : node.dataDeps()) {
                edges.add(Long.toUnsignedString(node.id()) + "<-" + Long.toUnsignedString(dep));
            }
        }
        return edges;
    }

    public static List<Long> ids(EtGraph graph) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < graph.size(); i++) {
            ids.add(graph.id(i));
        }
        return ids;
    }

    /** Everything the graph says, independent of the order of its nodes and dependencies. */
    static TreeMap<Long, String> content(EtGraph graph) {
        TreeMap<Long, String> content = new TreeMap<>();
        for (EtNode node : graph.nodes()) {
            long[] ctrl = node.ctrlDeps().clone();
            long[] data = node.dataDeps().clone();
            Arrays.sort(ctrl);
            Arrays.sort(data);
            String text = node.name() + node.type() + node.startMicros() + "/" + node.durationMicros()
                    + Arrays.toString(ctrl) + Arrays.toString(data) + node.attributes();
            content.merge(node.id(), text, (a, b) -> a.compareTo(b) < 0 ? a + b : b + a);
        }
        return content;
    }
}
