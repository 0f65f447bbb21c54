// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.etude.report.Finding;
import org.etude.spec.RepairOptions;

/**
 * What the ranks of one group must change about its collectives. It depends on nothing but their calls in this group,
 * so groups can be decided on different machines.
 */
public final class CollectiveDecision {
    private final String group;
    private final CollectiveAlignment alignment;
    private final List<ClassPlan> plans = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    /** Receives ranks that must change. */
    @FunctionalInterface
    public interface BusyRanks {
        /** A rank and the number of its class. */
        void rank(int rank, int rankClass);
    }

    private CollectiveDecision(String group, CollectiveAlignment alignment) {
        this.group = group;
        this.alignment = alignment;
    }

    /**
     * Decides. Equal sequences cost only one comparison.
     *
     * @param members the ranks of the group, ascending
     * @param calls the calls of a rank in this group
     */
    public static CollectiveDecision of(
            String group, List<Integer> members, IntFunction<Calls> calls, RepairOptions options) {
        CollectiveDecision decision = new CollectiveDecision(group, new CollectiveAlignment(members, calls));
        List<RankClass> classes = decision.alignment.classes();
        boolean sound = classes.size() == 1 && classes.get(0).calls().isSound(options.astraSim());
        if (!sound && !members.isEmpty()) {
            decision.alignment.align();
            decision.decide(options);
        }
        return decision;
    }

    private void decide(RepairOptions options) {
        alignment.classes().forEach(c -> plans.add(new ClassPlan()));
        CollectiveJudge judge = new CollectiveJudge(group, alignment, options, findings);
        for (int place = 0; place < alignment.collectives().size(); place++) {
            AlignedCollective collective = alignment.collectives().get(place);
            Verdict verdict = judge.judge(place, collective);
            for (int c = 0; c < plans.size(); c++) {
                ClassPlan.Step step = step(collective, c, verdict);
                if (step != null) {
                    plans.get(c).add(step, alignment.classes().get(c).calls());
                }
            }
        }
    }

    private ClassPlan.Step step(AlignedCollective collective, int rankClass, Verdict verdict) {
        ClassPlan.Kind kind = ClassPlan.Kind.KEEP;
        CallSource copied = null;
        if (!verdict.keep()) {
            kind = ClassPlan.Kind.DROP;
        } else if (collective.isMoved(rankClass) && verdict.insert()) {
            kind = ClassPlan.Kind.MOVE;
        } else if (!collective.has(rankClass) && verdict.insert()) {
            kind = ClassPlan.Kind.INSERT;
            int lowest = alignment.lowest(collective);
            copied = new CallSource(
                    group, alignment.classes().get(lowest).ranks().get(0), collective.call(lowest));
        }
        boolean nothingThere = !collective.has(rankClass) && kind != ClassPlan.Kind.INSERT;
        return nothingThere
                ? null
                : new ClassPlan.Step(
                        kind, collective.call(rankClass), verdict.type(), verdict.size(), copied, verdict.reason());
    }

    /** Where ranks disagree, in the group's order. */
    public List<Finding> findings() {
        return findings;
    }

    /** The plan of a class of ranks. */
    public ClassPlan plan(int rankClass) {
        return plans.get(rankClass);
    }

    /** Passes every rank whose calls change, class by class. */
    public void forEachBusyRank(BusyRanks busy) {
        for (int c = 0; c < plans.size(); c++) {
            if (plans.get(c).isBusy()) {
                for (int rank : alignment.classes().get(c).ranks()) {
                    busy.rank(rank, c);
                }
            }
        }
    }
}
