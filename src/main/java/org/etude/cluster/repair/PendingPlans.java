// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.repair.across.CallSource;
import org.etude.repair.across.Calls;
import org.etude.repair.across.ClassPlan;
import org.etude.repair.across.RankEdit;
import org.etude.repair.graph.ChangeLog;

/**
 * What a rank must still do about its collectives.
 *
 * @param plans by group, in the order of groups
 * @param copies nodes that others copy from it
 */
record PendingPlans(SortedMap<String, ClassPlan> plans, List<CopiedCall> copies) {
    static final PendingPlans NONE = new PendingPlans(new TreeMap<>(), List.of());

    /** Whether it needs nodes of other ranks. */
    boolean needsCopies() {
        return plans.values().stream()
                .flatMap(plan -> plan.steps().stream())
                .anyMatch(step -> step.kind() == ClassPlan.Kind.INSERT);
    }

    /** The rank after the plans. */
    RepairingRank apply(RepairingRank rank, Map<String, Calls> calls, Function<CallSource, EtNode> nodes) {
        ChangeLog log = new ChangeLog();
        EtGraph edited = new RankEdit(rank.graph(), rank.rank(), nodes, log).apply(calls, plans);
        return rank.edited(RepairPhase.COLLECTIVES, edited, log);
    }
}
