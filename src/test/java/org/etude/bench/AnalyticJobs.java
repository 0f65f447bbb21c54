// SPDX-License-Identifier: Apache-2.0
package org.etude.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.sim.spec.Scenario;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.SimOptions;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.LogicalTopology;

/** The jobs that the analytical networks are measured with; docs/benchmarks/analytic.md names their figures. */
final class AnalyticJobs {
    private static final int ALL_REDUCE = 0;
    private static final long MIB = 1 << 20;
    private static final int LAYERS = 24;

    private AnalyticJobs() {}

    /** One all-reduce of 256 MiB. */
    static EtGraph allReduce() {
        return graph(List.of(collective(1, 256 * MIB)));
    }

    /**
     * A data-parallel step of 24 layers: forward, backward, the all-reduce of each layer's 32 MiB of gradients behind its
     * backward part, and an optimizer behind all.
     */
    static EtGraph step() {
        List<EtNode> nodes = new ArrayList<>();
        for (int layer = 0; layer < LAYERS; layer++) {
            nodes.add(work(layer + 1L, 900 + 10L * layer, layer == 0 ? new long[0] : new long[] {layer}));
        }
        long[] reductions = new long[LAYERS];
        for (int k = 0; k < LAYERS; k++) {
            long before = k == 0 ? LAYERS : LAYERS + 2L * k - 1;
            nodes.add(work(LAYERS + 2L * k + 1, 1800 + 20L * k, before));
            nodes.add(collective(LAYERS + 2L * k + 2, 32 * MIB, LAYERS + 2L * k + 1));
            reductions[k] = LAYERS + 2L * k + 2;
        }
        nodes.add(work(3L * LAYERS + 1, 5000, reductions));
        return graph(nodes);
    }

    /** A chain of compute nodes of a microsecond. */
    static EtGraph chain(int nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        for (int i = 1; i <= nodes; i++) {
            builder.add(work(i, 1, i == 1 ? new long[0] : new long[] {i - 1L}));
        }
        return builder.build();
    }

    /** A chain whose every tenth node is an all-reduce of 4 MiB in addition to the compute nodes. */
    static EtGraph mix(int nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        long last = 0;
        for (int i = 1; i <= nodes; i++) {
            long[] deps = last == 0 ? new long[0] : new long[] {last};
            if (i % 10 == 0) {
                builder.add(collective(i, 4 * MIB, deps));
            } else {
                builder.add(work(i, 10, deps));
                last = i;
            }
        }
        return builder.build();
    }

    /** Independent compute nodes. */
    static EtGraph wide(int nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        for (int i = 1; i <= nodes; i++) {
            builder.add(work(i, 1));
        }
        return builder.build();
    }

    private static EtGraph graph(List<EtNode> nodes) {
        EtGraphBuilder builder = new EtGraphBuilder("0.0.4", List.of());
        nodes.forEach(builder::add);
        return builder.build();
    }

    private static EtNode work(long id, long micros, long... deps) {
        return EtNode.of(id, "work", EtNodeType.COMP).withDurationMicros(micros).withDataDeps(deps);
    }

    private static EtNode collective(long id, long bytes, long... deps) {
        return EtNode.of(
                        id,
                        "all_reduce",
                        EtNodeType.COMM_COLL,
                        EtAttribute.int64("comm_type", ALL_REDUCE),
                        EtAttribute.int64("comm_size", bytes))
                .withDataDeps(deps);
    }

    /** One trace on a switch of this many ranks, 4 chunks, nothing recorded. */
    static Scenario scenario(EtGraph trace, int ranks, AlgorithmSpec algorithm) {
        EtSet set = new EtSet("bench", Collections.nCopies(ranks, trace), CommGroups.none(), Report.empty());
        return Scenario.of(set, LogicalTopology.switched(ranks))
                .system(SystemSpec.builder()
                        .algorithms(algorithm)
                        .splits(4)
                        .localMemoryGBps(1600)
                        .build())
                .options(SimOptions.defaults().record());
    }
}
