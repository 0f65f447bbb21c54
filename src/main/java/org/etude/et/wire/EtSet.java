// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.util.Collections;
import java.util.List;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.report.Report;

/**
 * The execution traces of all ranks of a job.
 *
 * @param prefix the file name before {@code .RANK.et}, without directory
 * @param ranks one graph per rank; several ranks may share one
 * @param groups the communicator groups
 * @param report findings of all stages so far
 */
public record EtSet(String prefix, List<EtGraph> ranks, CommGroups groups, Report report) {
    /** Copies the list. */
    public EtSet {
        ranks = List.copyOf(ranks);
    }

    /** Whether nodes have recorded times, as when converted from a recording by Etude. */
    public boolean isRecorded() {
        return ranks.stream().anyMatch(EtGraph::isRecorded);
    }

    /**
     * Whether this is an unchanged recorded job: no rank is missing or was added, and every collective and message has
     * its recorded time. O(nodes).
     */
    public boolean hasRecordedTransfers() {
        return ranks.stream().allMatch(this::isAsRecorded);
    }

    private boolean isAsRecorded(EtGraph graph) {
        boolean together = graph.metadata().stream()
                .anyMatch(a ->
                        a.name().equals(EtNames.RECORDED_RANKS) && a.value().equals((long) ranks.size()));
        int start = graph.key(EtNames.START_NS);
        int duration = graph.key(EtNames.DURATION_NS);
        for (int node = 0; together && node < graph.size(); node++) {
            if (graph.type(node).isComm()) {
                together = graph.integer(node, start, Long.MIN_VALUE) != Long.MIN_VALUE
                        && graph.integer(node, duration, Long.MIN_VALUE) != Long.MIN_VALUE;
            }
        }
        return together;
    }

    /** The same with another report. */
    public EtSet withReport(Report other) {
        return new EtSet(prefix, ranks, groups, other);
    }

    /**
     * This set's single trace for this many ranks, which share it; communicator groups are dropped.
     *
     * @throws EtException when the set has several different traces, or for no ranks
     */
    public EtSet replicate(int count) {
        if (ranks.isEmpty() || count < 1 || ranks.stream().anyMatch(rank -> rank != ranks.get(0))) {
            throw new EtException(
                    prefix + ": " + ranks.size() + " ranks with different traces cannot be replicated to " + count,
                    "Give the trace of one rank, and 1 rank or more to run it.");
        }
        return new EtSet(prefix, Collections.nCopies(count, ranks.get(0)), CommGroups.none(), report);
    }
}
