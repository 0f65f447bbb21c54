// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.List;
import java.util.Locale;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNodeType;
import org.etude.spec.CollectiveType;
import org.etude.spec.WorkloadException;

/** Rejects recordings with parallelism other than copies of the whole model. */
final class RecordedParallelism {
    private RecordedParallelism() {}

    /**
     * Checks what a rank sends.
     *
     * @throws WorkloadException when it is not typical of data parallelism: all-reduces, broadcasts of buffers,
     *     barriers
     */
    static void requireCopies(int rank, EtGraph graph) {
        for (int node = 0; node < graph.size(); node++) {
            EtNodeType type = graph.type(node);
            CollectiveType collective = type == EtNodeType.COMM_COLL
                    ? CollectiveType.ofNumber(graph.integer(node, EtNames.COMM_TYPE, -1))
                    : null;
            boolean exchange = collective == CollectiveType.ALL_REDUCE
                    || collective == CollectiveType.BROADCAST
                    || collective == CollectiveType.BARRIER;
            if (type != EtNodeType.COMP && !exchange) {
                throw refused(
                        rank,
                        (collective == null ? type : collective) + " " + graph.name(node) + kind(type, collective));
            }
        }
    }

    /** The kind of parallelism that typically communicates in this way. */
    private static String kind(EtNodeType type, CollectiveType collective) {
        if (type != EtNodeType.COMM_COLL) {
            return ", as stages of a pipeline do";
        }
        if (collective == CollectiveType.ALL_GATHER || collective == CollectiveType.REDUCE_SCATTER) {
            return ", as sharded parameters (FSDP, ZeRO) and sequence parallelism do";
        }
        return collective == CollectiveType.ALL_TO_ALL ? ", as experts and tables spread over ranks do" : "";
    }

    /**
     * Looks for layers that ranks share: their all-reduces in the forward pass have the sizes of activations.
     *
     * @throws WorkloadException when there is one
     */
    static void requireWholeLayers(int rank, RecordedStep step) {
        EtGraph graph = step.graph();
        for (int node = 0; node < graph.size(); node++) {
            boolean reduced = step.phaseOf()[node] == Phase.FORWARD
                    && graph.type(node) == EtNodeType.COMM_COLL
                    && CollectiveType.ofNumber(graph.integer(node, EtNames.COMM_TYPE, -1)) == CollectiveType.ALL_REDUCE;
            long bytes = reduced ? graph.integer(node, EtNames.COMM_SIZE, 0) : 0;
            List<Layer> layers = step.layers();
            for (int i = 0; bytes > 0 && i < layers.size(); i++) {
                if (layers.get(i).outputBytes() == bytes || layers.get(i).inputBytes() == bytes) {
                    throw refused(
                            rank,
                            String.format(
                                    Locale.ROOT,
                                    "%s all-reduces %d bytes in the forward pass, the size of an activation of %s (layer %d),"
                                            + " as tensor parallelism does",
                                    graph.name(node),
                                    bytes,
                                    layers.get(i).name(),
                                    i));
                }
            }
        }
    }

    private static WorkloadException refused(int rank, String what) {
        return new WorkloadException(
                "rank " + rank + ": the recorded step does not communicate as data parallelism does: " + what,
                "Record one rank that runs the whole model, or several under DistributedDataParallel.");
    }
}
