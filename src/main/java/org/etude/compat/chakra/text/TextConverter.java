// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.text;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.report.Report;

/**
 * Converts a text workload to one execution trace per rank. Node ids continue from rank to rank; names, order of nodes
 * and order of dependencies are those of Chakra's text converter (schema 1.0.2-chakra.1.0.0).
 */
public final class TextConverter {
    /** Less than any node takes (id, name, type, times, attributes), so that only what cannot succeed is refused. */
    private static final long BYTES_PER_NODE = 64;

    private TextConverter() {}

    /** Receives the traces, in the order of ranks. */
    @FunctionalInterface
    public interface RankConsumer {
        /** Receives one trace; only one rank is in memory at a time. */
        void take(int rank, EtGraph graph);
    }

    /**
     * Converts all ranks into memory.
     *
     * @param ranks number of ranks, at least 1
     * @param passes number of consecutive training steps, at least 1
     * @throws EtException when the workload contradicts itself, or a rank's nodes cannot fit in memory
     */
    public static EtSet convert(TextWorkload workload, String prefix, int ranks, int passes, Progress progress) {
        List<EtGraph> graphs = new ArrayList<>(Math.max(ranks, 0));
        Report report = convert(workload, ranks, passes, progress, (rank, graph) -> graphs.add(graph));
        return new EtSet(prefix, graphs, CommGroups.none(), report);
    }

    /** Converts rank by rank; returns oddities of the workload as a report. */
    public static Report convert(
            TextWorkload workload, int ranks, int passes, Progress progress, RankConsumer consumer) {
        if (ranks < 1 || passes < 1) {
            throw new EtException(
                    "cannot convert " + workload.file() + " for " + ranks + " ranks and " + passes + " passes.",
                    "Both must be at least 1.");
        }
        long nextId = 0;
        for (int rank = 0; rank < ranks; rank++) {
            Progress.checkInterrupted();
            progress.at("convert", rank, ranks);
            TextSchedule schedule = new TextSchedule(workload, nextId);
            schedule.pass();
            checkSize(workload, passes, schedule.nextId() - nextId);
            for (int pass = 1; pass < passes; pass++) {
                Progress.checkInterrupted();
                schedule.pass();
            }
            consumer.take(rank, schedule.build());
            nextId = schedule.nextId();
        }
        return report(workload);
    }

    /** A rank's trace is in memory, and every pass has as many nodes as the first. */
    private static void checkSize(TextWorkload workload, int passes, long nodes) {
        long most = Runtime.getRuntime().maxMemory() / BYTES_PER_NODE;
        if (nodes > 0 && passes > most / nodes) {
            throw new EtException(
                    "cannot convert " + workload.file() + ": " + passes + " passes of " + nodes
                            + " nodes each do not fit in memory.",
                    "Use at most " + Math.max(most / nodes, 1) + " passes, or give Java more memory (-Xmx).");
        }
    }

    private static Report report(TextWorkload workload) {
        List<Finding> findings = new ArrayList<>();
        if (workload.statedLayers() != workload.layerCount()) {
            findings.add(finding(
                    Finding.Level.WARNING,
                    workload.file() + ":2",
                    "states " + workload.statedLayers() + " layers, has " + workload.layerCount(),
                    "the lines are what counts",
                    "the collective of the first layer's input gradient follows the stated number"));
        }
        for (TextLayer layer : workload.layers()) {
            for (TextLayer.Phase phase : List.of(layer.forward(), layer.inputGradient(), layer.weightGradient())) {
                if (TextSchedule.commType(phase.commType()) == null
                        && !phase.commType().equals("NONE")) {
                    findings.add(finding(
                            Finding.Level.WARNING,
                            layer.name(),
                            "unknown collective " + phase.commType(),
                            "the language knows ALLREDUCE, ALLTOALL, ALLGATHER, REDUCESCATTER, NONE",
                            "written with number 0, which is an all-reduce"));
                }
            }
        }
        return Report.of(findings);
    }

    private static Finding finding(Finding.Level level, String where, String what, String why, String effect) {
        return new Finding(level, "convert", -1, where, what, why, effect);
    }
}
