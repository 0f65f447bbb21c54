// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

/** Small jobs for tests. */
final class ScaledJobs {
    private ScaledJobs() {}

    static EtNode compute(long id, String name, long micros, long... deps) {
        return EtNode.of(id, name, EtNodeType.COMP, EtAttribute.bool(EtNames.IS_CPU_OP, false))
                .withDurationMicros(micros)
                .withDataDeps(deps);
    }

    static EtNode collective(long id, CollectiveType type, long bytes, String group, long... deps) {
        List<EtAttribute> attributes = new ArrayList<>(List.of(
                EtAttribute.bool(EtNames.IS_CPU_OP, false),
                EtAttribute.int64(EtNames.COMM_TYPE, type.number()),
                EtAttribute.int64(EtNames.COMM_SIZE, bytes)));
        if (!group.isEmpty()) {
            attributes.add(EtAttribute.string(EtNames.PG_NAME, group));
        }
        return EtNode.of(id, "nccl " + type, EtNodeType.COMM_COLL)
                .withAttributes(attributes)
                .withDataDeps(deps);
    }

    static EtNode message(long id, EtNodeType type, int src, int dst, long bytes, long... deps) {
        return EtNode.of(
                        id,
                        type == EtNodeType.COMM_SEND ? "send" : "recv",
                        type,
                        EtAttribute.bool(EtNames.IS_CPU_OP, false),
                        EtAttribute.int32(EtNames.COMM_SRC, src),
                        EtAttribute.int32(EtNames.COMM_DST, dst),
                        EtAttribute.int64(EtNames.COMM_SIZE, bytes),
                        EtAttribute.int32(EtNames.COMM_TAG, 7))
                .withDataDeps(deps);
    }

    static EtGraph graph(EtNode... nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        Arrays.stream(nodes).forEach(builder::add);
        return builder.build();
    }

    static EtSet set(CommGroups groups, EtGraph... ranks) {
        return new EtSet("job", List.of(ranks), groups, Report.empty());
    }

    /** Data parallel: a product, an all-reduce, an optimizer step; both ranks share one graph. */
    static EtSet dataParallel(long bytes) {
        EtGraph graph = graph(
                compute(1, "gemm", 100),
                collective(2, CollectiveType.ALL_REDUCE, bytes, "", 1),
                compute(3, "multi_tensor_apply adam", 50, 2));
        return set(CommGroups.none(), graph, graph);
    }

    /** Four ranks in two tensor groups 1 and 2 and one group 3 of all. */
    static EtSet grouped() {
        EtGraph[] ranks = new EtGraph[4];
        for (int rank = 0; rank < 4; rank++) {
            ranks[rank] = graph(
                    compute(1, "gemm", 100),
                    collective(2, CollectiveType.ALL_REDUCE, 4096, rank < 2 ? "1" : "2", 1),
                    collective(3, CollectiveType.ALL_GATHER, 1024, "3", 2));
        }
        return set(CommGroups.of(Map.of(1, List.of(0, 1), 2, List.of(3, 2), 3, List.of(0, 2, 1, 3))), ranks);
    }

    /** Two stages that hand a message on. */
    static EtSet pipeline() {
        return set(
                CommGroups.none(),
                graph(compute(1, "conv", 100), message(2, EtNodeType.COMM_SEND, 0, 1, 4096, 1)),
                graph(message(1, EtNodeType.COMM_RECV, 0, 1, 4096), compute(2, "conv", 100, 1)));
    }
}
