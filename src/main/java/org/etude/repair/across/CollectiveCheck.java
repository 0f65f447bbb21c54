// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.et.wire.CommGroups;
import org.etude.repair.graph.ChangeLog;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
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
        Map<List<Object>, EtGraph> done = new HashMap<>();
        for (int rank = 0; rank < ranks.count(); rank++) {
            if (!plans.get(rank).isEmpty()) {
                EtGraph graph = ranks.graph(rank);
                int at = rank;
                List<Object> key = new ArrayList<>(plans.get(rank).values());
                key.add(graph);
                ranks.set(rank, done.computeIfAbsent(key, k -> new RankEdit(graph, at, log)
                        .apply(calls.get(at), plans.get(at))));
            }
        }
    }

    private void check(String name, List<Integer> callers) {
        List<Integer> listed = GroupNames.listed(groups, name);
        TreeSet<Integer> members = new TreeSet<>();
        for (int rank :
                listed == null ? IntStream.range(0, ranks.count()).boxed().toList() : listed) {
            if (rank >= 0 && rank < ranks.count()) {
                members.add(rank);
            }
        }
        callers.stream().filter(rank -> !members.contains(rank)).forEach(rank -> unlistedRank(name, rank));
        if (listed != null && !members.containsAll(listed)) {
            TreeSet<Integer> absent = new TreeSet<>(listed);
            absent.removeAll(members);
            findings.add(new Finding(
                    Level.WARNING,
                    "repair",
                    -1,
                    "group " + name,
                    "no trace of rank " + RankList.of(absent) + " of the group",
                    "the group is listed with " + listed.size() + " ranks, there are traces of " + ranks.count(),
                    "its collectives are compared among the other ranks only"));
        }
        CollectiveAlignment alignment = new CollectiveAlignment(
                List.copyOf(members), rank -> calls.get(rank).getOrDefault(name, NONE));
        boolean sound = alignment.classes().size() == 1
                && alignment.classes().get(0).calls().isSound(options.astraSim());
        if (!sound && !members.isEmpty()) {
            alignment.align();
            plan(name, alignment);
        }
    }

    /** A rank outside the group that it names would wait indefinitely. */
    private void unlistedRank(String name, int rank) {
        Calls own = calls.get(rank).get(name);
        boolean keep = options.mismatch() == RepairOptions.Mismatch.REPORT;
        findings.add(new Finding(
                keep ? Level.ERROR : Level.WARNING,
                "repair",
                rank,
                "group " + name,
                own.count() + " collectives in a group that does not list this rank",
                "the group is listed as rank " + RankList.of(GroupNames.listed(groups, name)),
                keep ? "left unchanged; a simulator would wait indefinitely" : "removed on this rank"));
        if (!keep) {
            ClassPlan plan = new ClassPlan();
            for (int call = 0; call < own.count(); call++) {
                plan.add(
                        new ClassPlan.Step(
                                ClassPlan.Kind.DROP,
                                call,
                                Calls.UNKNOWN,
                                Calls.UNKNOWN,
                                null,
                                "group " + name + " does not list this rank"),
                        own);
            }
            plans.get(rank).put(name, plan);
        }
    }

    private void plan(String name, CollectiveAlignment alignment) {
        List<ClassPlan> ofClass = new ArrayList<>();
        alignment.classes().forEach(c -> ofClass.add(new ClassPlan()));
        CollectiveJudge judge = new CollectiveJudge(name, alignment, options, findings);
        for (int place = 0; place < alignment.collectives().size(); place++) {
            AlignedCollective collective = alignment.collectives().get(place);
            Verdict verdict = judge.judge(place, collective);
            for (int c = 0; c < ofClass.size(); c++) {
                ClassPlan.Step step = step(name, alignment, collective, c, verdict);
                if (step != null) {
                    ofClass.get(c).add(step, alignment.classes().get(c).calls());
                }
            }
        }
        for (int c = 0; c < ofClass.size(); c++) {
            if (ofClass.get(c).isBusy()) {
                for (int rank : alignment.classes().get(c).ranks()) {
                    plans.get(rank).put(name, ofClass.get(c));
                }
            }
        }
    }

    private ClassPlan.Step step(
            String name, CollectiveAlignment alignment, AlignedCollective collective, int rankClass, Verdict verdict) {
        ClassPlan.Kind kind = ClassPlan.Kind.KEEP;
        EtNode copied = null;
        if (!verdict.keep()) {
            kind = ClassPlan.Kind.DROP;
        } else if (collective.isMoved(rankClass) && verdict.insert()) {
            kind = ClassPlan.Kind.MOVE;
        } else if (!collective.has(rankClass) && verdict.insert()) {
            kind = ClassPlan.Kind.INSERT;
            RankClass holder = alignment.classes().get(alignment.lowest(collective));
            int rank = holder.ranks().get(0);
            copied = ranks.graph(rank)
                    .node(calls.get(rank).get(name).node(collective.call(alignment.lowest(collective))));
        }
        boolean nothingThere = !collective.has(rankClass) && kind != ClassPlan.Kind.INSERT;
        return nothingThere
                ? null
                : new ClassPlan.Step(
                        kind, collective.call(rankClass), verdict.type(), verdict.size(), copied, verdict.reason());
    }
}
