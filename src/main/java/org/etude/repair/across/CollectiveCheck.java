// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.et.wire.CommGroups;
import org.etude.repair.graph.ChangeLog;
import org.etude.report.Finding;
import org.etude.report.Progress;
import org.etude.spec.RepairOptions;

/**
 * Ensures that the ranks of every group run the same collectives in the same order, with the same type and size, so
 * that a simulator does not wait indefinitely. Equal sequences cost only one comparison.
 */
public final class CollectiveCheck {
    private static final Calls NONE = new Calls();

    private final Ranks ranks;
    private final CommGroups groups;
    private final RepairOptions options;
    private final List<Finding> findings;
    private final List<Map<String, Calls>> calls = new ArrayList<>();
    /** By rank, the plan for each group. */
    private final List<Map<String, ClassPlan>> plans = new ArrayList<>();

    /** Prepares the check; results are added to the findings. */
    public CollectiveCheck(Ranks ranks, CommGroups groups, RepairOptions options, List<Finding> findings) {
        this.ranks = ranks;
        this.groups = groups;
        this.options = options;
        this.findings = findings;
        TemplateCalls known = new TemplateCalls(ranks.byTemplate());
        for (int rank = 0; rank < ranks.count(); rank++) {
            Progress.checkInterrupted();
            calls.add(known.of(ranks.graph(rank)));
            plans.add(new TreeMap<>(GroupNames.ORDER));
        }
    }

    /** Checks and, depending on the options, changes. */
    public void run(ChangeLog log) {
        Map<String, List<Integer>> callers = new TreeMap<>(GroupNames.ORDER);
        for (int rank = 0; rank < ranks.count(); rank++) {
            for (String name : calls.get(rank).keySet()) {
                callers.computeIfAbsent(name, key -> new ArrayList<>()).add(rank);
            }
        }
        callers.forEach((name, ofName) -> {
            Progress.checkInterrupted();
            check(name, ofName);
        });
        List<EtGraph> before = ranks.graphs();
        Map<List<Object>, EtGraph> done = new HashMap<>();
        for (int rank = 0; rank < ranks.count(); rank++) {
            if (!plans.get(rank).isEmpty()) {
                EtGraph graph = ranks.graph(rank);
                int at = rank;
                List<Object> key = new ArrayList<>(plans.get(rank).values());
                key.add(graph);
                ranks.set(rank, done.computeIfAbsent(key, k -> new RankEdit(
                                graph, at, source -> node(before.get(source.rank()), source), log)
                        .apply(calls.get(at), plans.get(at))));
            }
        }
    }

    private void check(String name, List<Integer> callers) {
        GroupMembers group = GroupMembers.of(groups, name, ranks.count(), callers);
        findings.addAll(group.findings(rank -> calls.get(rank).get(name).count(), options));
        if (options.mismatch() != RepairOptions.Mismatch.REPORT) {
            for (int rank : group.strangers()) {
                plans.get(rank)
                        .put(name, GroupMembers.removal(name, calls.get(rank).get(name)));
            }
        }
        CollectiveDecision decision = CollectiveDecision.of(
                name, group.members(), rank -> calls.get(rank).getOrDefault(name, NONE), options);
        findings.addAll(decision.findings());
        decision.forEachBusyRank((rank, rankClass) -> plans.get(rank).put(name, decision.plan(rankClass)));
    }

    private EtNode node(EtGraph graph, CallSource source) {
        return graph.node(calls.get(source.rank()).get(source.group()).node(source.call()));
    }
}
