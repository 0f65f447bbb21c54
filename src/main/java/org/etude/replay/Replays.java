// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtException;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.MetadataNumbers;
import org.etude.et.wire.EtSet;
import org.etude.report.Progress;

/** Replays every rank of a recorded workload in isolation. */
public final class Replays {
    private Replays() {}

    /**
     * One entry per rank and step, in order.
     *
     * @throws EtException when the workload was not converted from a recording
     */
    public static List<ReplayedStep> of(EtSet set, Progress progress) {
        List<ReplayedStep> steps = new ArrayList<>();
        for (int i = 0; i < set.ranks().size(); i++) {
            EtGraph graph = set.ranks().get(i);
            requireRecorded(set.prefix(), graph);
            progress.at(
                    "replay rank " + MetadataNumbers.recordedRank(graph, i),
                    i,
                    set.ranks().size());
            steps.addAll(RankReplay.of(graph, progress).steps(MetadataNumbers.recordedRank(graph, i)));
        }
        return steps;
    }

    private static void requireRecorded(String prefix, EtGraph graph) {
        for (int n = 0; n < graph.size(); n++) {
            if (graph.has(n, EtNames.START_NS)) {
                return;
            }
        }
        throw new EtException(
                prefix + ": no node has the attribute " + EtNames.START_NS
                        + ", so there is no recorded time to compare with",
                "Replay a workload that Etude converted from traces: etude replay DIR, or Traces.load(DIR).link().toEt().");
    }
}
