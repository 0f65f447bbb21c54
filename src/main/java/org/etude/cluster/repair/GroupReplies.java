// SPDX-License-Identifier: Apache-2.0
package org.etude.cluster.repair;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.repair.across.CallSource;
import org.etude.repair.across.ClassPlan;
import org.etude.repair.across.CollectiveDecision;
import org.etude.repair.across.SentPlan;
import org.etude.report.Finding;

/** Collects what a group's decision means for each rank. Ranks of a class get the same bytes, encoded once. */
final class GroupReplies {
    private final CollectiveDecision decision;
    private final Map<Integer, SentPlan> plans = new HashMap<>();
    private final SortedMap<Integer, Integer> classes = new TreeMap<>();
    /** By rank and call, the ranks that copy it. */
    private final SortedMap<Integer, SortedMap<Integer, List<Integer>>> copies = new TreeMap<>();

    GroupReplies(CollectiveDecision decision) {
        this.decision = decision;
        decision.forEachBusyRank(this::add);
    }

    private void add(int rank, int rankClass) {
        classes.put(rank, rankClass);
        plans.computeIfAbsent(rankClass, c -> SentPlan.of(decision.plan(c)));
        for (ClassPlan.Step step : decision.plan(rankClass).steps()) {
            CallSource source = step.copied();
            if (source != null) {
                copies.computeIfAbsent(source.rank(), holder -> new TreeMap<>())
                        .computeIfAbsent(source.call(), call -> new ArrayList<>())
                        .add(rank);
            }
        }
    }

    /**
     * By rank, what it receives.
     *
     * @param reporter the rank that passes the findings on
     */
    Map<Integer, byte[]> of(int reporter) {
        Map<Integer, byte[]> replies = new TreeMap<>();
        Map<Integer, byte[]> ofClass = new HashMap<>();
        classes.forEach((rank, rankClass) ->
                replies.put(rank, ofClass.computeIfAbsent(rankClass, c -> reply(rank, List.of()))));
        copies.keySet().forEach(holder -> replies.put(holder, reply(holder, List.of())));
        if (!decision.findings().isEmpty()) {
            replies.put(reporter, reply(reporter, decision.findings()));
        }
        return replies;
    }

    private byte[] reply(int rank, List<Finding> findings) {
        Integer rankClass = classes.get(rank);
        List<CollectiveReply.Copy> own = new ArrayList<>();
        copies.getOrDefault(rank, new TreeMap<>())
                .forEach((call, ranks) -> own.add(new CollectiveReply.Copy(call, ranks)));
        return new CollectiveReply(
                        Optional.ofNullable(plans.get(rankClass)), rankClass == null ? -1 : rankClass, own, findings)
                .bytes();
    }
}
