// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import org.etude.et.graph.EtGraph;
import org.etude.repair.across.CommOutline;
import org.etude.repair.across.NamedGroups;
import org.etude.repair.graph.ChangeLog;
import org.etude.spec.RepairOptions;

/**
 * Uses the numbers of groups that had names only.
 *
 * @param count number of ranks
 */
record GroupRenaming(int count, NamedGroups names, RepairOptions options) implements RepairStep {
    @Override
    public RepairingRank next(RepairingRank rank) {
        ChangeLog log = new ChangeLog();
        EtGraph graph = names.rename(rank.graph(), rank.rank(), log);
        RepairingRank renamed = rank.edited(RepairPhase.GROUPS, graph, log);
        CommOutline outline = CommOutline.of(graph, rank.rank(), count, options);
        return renamed.answering(TraceEdit.of(rank, renamed, outline).bytes());
    }
}
