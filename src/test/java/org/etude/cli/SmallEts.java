// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtFiles;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;
import org.etude.report.Report;
import org.etude.spec.CollectiveType;

/** ETs of a tiny job, written by the tests: compute for 100 us, then an all-reduce of 4 MiB, then compute for 50 us. */
public final class SmallEts {
    private SmallEts() {}

    /** Writes w.R.et for each rank and groups.json; returns the directory. */
    public static Path write(Path directory, int ranks) {
        return write(directory, ranks, 4 << 20);
    }

    /** The same with an all-reduce of another size. */
    public static Path write(Path directory, int ranks, long bytes) {
        List<EtGraph> graphs = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            graphs.add(new EtGraphBuilder("0.0.4", List.of())
                    .add(EtNode.of(1, "forward", EtNodeType.COMP, EtAttribute.bool(EtNames.IS_CPU_OP, false))
                            .withDurationMicros(100))
                    .add(EtNode.of(
                                    2,
                                    "allreduce",
                                    EtNodeType.COMM_COLL,
                                    EtAttribute.bool(EtNames.IS_CPU_OP, false),
                                    EtAttribute.int64(EtNames.COMM_TYPE, CollectiveType.ALL_REDUCE.number()),
                                    EtAttribute.int64(EtNames.COMM_SIZE, bytes))
                            .withDataDeps(1))
                    .add(EtNode.of(3, "update", EtNodeType.COMP, EtAttribute.bool(EtNames.IS_CPU_OP, false))
                            .withDataDeps(2)
                            .withDurationMicros(50))
                    .build());
        }
        EtFiles.writeSet(new EtSet("w", graphs, CommGroups.none(), Report.empty()), directory, Progress.NONE);
        return directory;
    }
}
