// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.spec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.topology.graph.LogicalTopology;

/** Small workloads for tests. */
public final class Cases {
    private Cases() {}

    public static EtNode work(long id, long micros, long... deps) {
        return EtNode.of(id, "work_" + id, EtNodeType.COMP)
                .withDurationMicros(micros)
                .withDataDeps(deps);
    }

    public static EtNode collective(long id, int type, long bytes, long... deps) {
        return EtNode.of(
                        id,
                        "collective_" + id,
                        EtNodeType.COMM_COLL,
                        EtAttribute.int64("comm_type", type),
                        EtAttribute.int64("comm_size", bytes))
                .withDataDeps(deps);
    }

    public static EtNode grouped(long id, int type, long bytes, String group, long... deps) {
        EtNode node = collective(id, type, bytes, deps);
        List<EtAttribute> attributes = new ArrayList<>(node.attributes());
        attributes.add(EtAttribute.string("pg_name", group));
        return node.withAttributes(attributes);
    }

    public static EtNode send(long id, int dst, long bytes, int tag, long... deps) {
        return message(id, EtNodeType.COMM_SEND, "comm_dst", dst, bytes, tag, deps);
    }

    public static EtNode receive(long id, int src, long bytes, int tag, long... deps) {
        return message(id, EtNodeType.COMM_RECV, "comm_src", src, bytes, tag, deps);
    }

    private static EtNode message(
            long id, EtNodeType type, String peerName, int peer, long bytes, int tag, long... deps) {
        return EtNode.of(
                        id,
                        "message_" + id,
                        type,
                        EtAttribute.int32(peerName, peer),
                        EtAttribute.int64("comm_size", bytes),
                        EtAttribute.int32("comm_tag", tag))
                .withDataDeps(deps);
    }

    public static EtGraph graph(EtNode... nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        for (EtNode node : nodes) {
            builder.add(node);
        }
        return builder.build();
    }

    /** The same trace on every rank. */
    public static Scenario same(LogicalTopology topology, EtNode... nodes) {
        return each(topology, Collections.nCopies(topology.hosts(), graph(nodes)));
    }

    public static Scenario each(LogicalTopology topology, List<EtGraph> ranks) {
        return each(topology, ranks, Map.of());
    }

    public static Scenario each(LogicalTopology topology, List<EtGraph> ranks, Map<Integer, List<Integer>> groups) {
        return Scenario.of(new EtSet("test", ranks, CommGroups.of(groups), Report.empty()), topology);
    }
}
