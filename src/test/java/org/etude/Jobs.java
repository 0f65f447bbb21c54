// SPDX-License-Identifier: Apache-2.0
package org.etude;

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

/** Workloads made for tests of the public API. */
final class Jobs {
    private Jobs() {}

    /** Every rank computes for 5 us, then all-reduces this many bytes, over and over. */
    static Workload steps(int ranks, int steps, long bytes) {
        EtGraphBuilder graph = new EtGraphBuilder("0.0.4", List.of());
        for (int step = 0; step < steps; step++) {
            long work = 2L * step;
            EtNode compute = EtNode.of(work, "work", EtNodeType.COMP).withDurationMicros(5);
            graph.add(step == 0 ? compute : compute.withDataDeps(work - 1));
            graph.add(EtNode.of(
                            work + 1,
                            "all_reduce",
                            EtNodeType.COMM_COLL,
                            EtAttribute.int64("comm_type", 0),
                            EtAttribute.int64("comm_size", bytes))
                    .withDataDeps(work));
        }
        return of(Collections.nCopies(ranks, graph.build()));
    }

    /** One collective of every rank. */
    static Workload collective(int ranks, int type, long bytes) {
        EtGraphBuilder graph = new EtGraphBuilder("0.0.4", List.of());
        graph.add(EtNode.of(
                1,
                "collective",
                EtNodeType.COMM_COLL,
                EtAttribute.int64("comm_type", type),
                EtAttribute.int64("comm_size", bytes)));
        return of(Collections.nCopies(ranks, graph.build()));
    }

    /** Every rank but the first sends this many bytes to the first, all at the same time. */
    static Workload incast(int ranks, long bytes) {
        List<EtGraph> graphs = new ArrayList<>();
        EtGraphBuilder first = new EtGraphBuilder("0.0.4", List.of());
        for (int rank = 1; rank < ranks; rank++) {
            first.add(message(rank, EtNodeType.COMM_RECV, "comm_src", rank, bytes));
        }
        graphs.add(first.build());
        for (int rank = 1; rank < ranks; rank++) {
            graphs.add(new EtGraphBuilder("0.0.4", List.of())
                    .add(message(rank, EtNodeType.COMM_SEND, "comm_dst", 0, bytes))
                    .build());
        }
        return of(graphs);
    }

    private static EtNode message(long id, EtNodeType type, String peer, int other, long bytes) {
        return EtNode.of(
                id,
                "message_" + id,
                type,
                EtAttribute.int32(peer, other),
                EtAttribute.int64("comm_size", bytes),
                EtAttribute.int32("comm_tag", (int) id));
    }

    static Workload of(List<EtGraph> ranks) {
        return Workload.of(new EtSet("job", ranks, CommGroups.none(), Report.empty()));
    }
}
