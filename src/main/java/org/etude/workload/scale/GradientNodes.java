// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.CollectiveType;
import org.etude.spec.OpClass;

/**
 * Appends gradient all-reduces to a trace: before its first optimizer node, which then waits for them, or at its end if
 * there is none.
 */
final class GradientNodes {
    private final EtGraph graph;
    private final List<Long> sizes;
    private final int optimizer;
    private long[] after;

    GradientNodes(EtGraph graph, List<Long> sizes) {
        this.graph = graph;
        this.sizes = sizes;
        int first = -1;
        for (int node = 0; node < graph.size(); node++) {
            boolean earlier = first < 0 || graph.startNanos(node) < graph.startNanos(first);
            boolean computes = graph.type(node) == EtNodeType.COMP;
            if (earlier && computes && OpClass.of(graph.name(node)) == OpClass.OPTIMIZER && graph.depCount(node) > 0) {
                first = node;
            }
        }
        optimizer = first;
        after = first < 0 ? ends() : deps(first);
    }

    /** Ids of nodes without dependants. */
    private long[] ends() {
        LongOpenHashSet awaited = new LongOpenHashSet();
        for (int node = 0; node < graph.size(); node++) {
            for (int k = 0; k < graph.depCount(node); k++) {
                awaited.add(graph.dep(node, k));
            }
        }
        return LongStream.range(0, graph.size())
                .map(node -> graph.id((int) node))
                .filter(id -> !awaited.contains(id))
                .toArray();
    }

    private long[] deps(int node) {
        long[] deps = new long[graph.depCount(node)];
        for (int k = 0; k < deps.length; k++) {
            deps[k] = graph.dep(node, k);
        }
        return deps;
    }

    EtGraph append(String group, ScaleLog log) {
        long free = 1;
        for (int node = 0; node < graph.size(); node++) {
            free = Math.max(free, graph.id(node) + 1);
        }
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            ids.add(free + i);
        }
        EtGraphBuilder builder = new EtGraphBuilder(graph.version(), graph.metadata());
        for (int node = 0; node < graph.size(); node++) {
            long[] data = graph.dataDeps(node);
            if (node == optimizer) {
                int old = data.length;
                data = Arrays.copyOf(data, old + ids.size());
                for (int i = 0; i < ids.size(); i++) {
                    data[old + i] = ids.get(i);
                }
            }
            builder.add(graph, node, graph.ctrlDeps(node), data);
        }
        for (int i = 0; i < sizes.size(); i++) {
            builder.add(EtNode.of(
                            ids.get(i),
                            "gradients bucket " + i,
                            EtNodeType.COMM_COLL,
                            EtAttribute.bool(EtNames.IS_CPU_OP, false),
                            EtAttribute.int64(EtNames.COMM_TYPE, CollectiveType.ALL_REDUCE.number()),
                            EtAttribute.int64(EtNames.COMM_SIZE, sizes.get(i)),
                            EtAttribute.string(EtNames.PG_NAME, group))
                    .withDataDeps(after));
        }
        log.info(
                "",
                sizes.size() + " gradient all-reduces of "
                        + sizes.stream().mapToLong(Long::longValue).sum() + " bytes appended to each rank",
                optimizer < 0
                        ? "no optimizer node is recorded, so they come after the trace's last nodes"
                        : "the backward pass ends where the first optimizer node, " + graph.name(optimizer)
                                + ", begins",
                "they do not overlap with the backward pass");
        return builder.build();
    }
}
