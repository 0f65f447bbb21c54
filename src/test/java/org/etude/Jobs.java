package org.etude;

import java.util.Collections;
import java.util.List;
import org.etude.et.CommGroups;
import org.etude.et.EtAttribute;
import org.etude.et.EtGraph;
import org.etude.et.EtGraphBuilder;
import org.etude.et.EtNode;
import org.etude.et.EtNodeType;
import org.etude.et.EtSet;
import org.etude.report.Report;

/** Workloads made for tests of the public API. */
final class Jobs {
    private Jobs() {}

    /** Every rank computes for 5 us, then all-reduces so many bytes, over and over. */
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

    static Workload of(List<EtGraph> ranks) {
        return Workload.of(new EtSet("job", ranks, CommGroups.none(), Report.empty()));
    }
}
