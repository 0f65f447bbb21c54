// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.List;
import java.util.SortedSet;
import org.etude.et.graph.EtGraph;
import org.etude.et.wire.CommGroups;
import org.etude.repair.Repair;
import org.etude.repair.across.CommOutline;
import org.etude.repair.across.GroupNames;
import org.etude.repair.across.RecordedGroups;
import org.etude.repair.graph.ChangeLog;
import org.etude.spec.RepairOptions;
import org.etude.store.StoredFile;
import org.etude.trace.model.ProcessGroup;

/**
 * The passes over one rank's trace.
 *
 * @param count number of ranks
 */
record RankPasses(int count, CommGroups groups, RepairOptions options) {
    private static final String KIND = "passed";

    /**
     * What the driver learns of a rank.
     *
     * @param digest length and digest of its file, "" when it has none
     * @param edit what the passes did
     * @param unlisted groups that it names but the job does not list
     * @param recorded groups that it lists but the job does not
     */
    record Answer(String digest, TraceEdit edit, List<String> unlisted, List<ProcessGroup> recorded) {
        static Answer of(byte[] bytes) {
            return StoredFile.of(bytes, KIND, Answer.class);
        }
    }

    /** Repairs a trace as far as that depends on no other. */
    RepairingRank first(RepairingRank rank, String digest) {
        ChangeLog log = new ChangeLog();
        EtGraph graph = Repair.runAll(Repair.passes(groups, options), rank.graph(), rank.rank(), log);
        RepairingRank repaired = rank.edited(RepairPhase.PASSES, graph, log);
        SortedSet<String> unlisted = GroupNames.unlisted(graph, groups, false);
        List<ProcessGroup> recorded = RecordedGroups.of(rank.graph()).stream()
                .filter(group -> GroupNames.listed(groups, group.name()) == null)
                .toList();
        CommOutline outline = CommOutline.of(graph, rank.rank(), count, options);
        return repaired.answering(StoredFile.bytes(
                KIND, new Answer(digest, TraceEdit.of(rank, repaired, outline), List.copyOf(unlisted), recorded)));
    }
}
