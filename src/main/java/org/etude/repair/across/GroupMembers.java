// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.etude.et.wire.CommGroups;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.spec.RepairOptions;

/**
 * The ranks whose collectives in one group are compared.
 *
 * @param name the group, "0" for the whole job
 * @param listed the ranks that the job lists for it; empty when it lists none, which means all
 * @param count number of ranks of the job
 * @param members the listed ranks that have a trace, ascending
 * @param strangers ranks that call its collectives but are not listed, ascending
 */
public record GroupMembers(
        String name, List<Integer> listed, int count, List<Integer> members, List<Integer> strangers) {

    /** The members of a group of a job of {@code count} ranks that is named by these callers (ascending). */
    public static GroupMembers of(CommGroups groups, String name, int count, List<Integer> callers) {
        List<Integer> listed = GroupNames.listed(groups, name);
        List<Integer> all = listed == null ? IntStream.range(0, count).boxed().toList() : listed;
        TreeSet<Integer> members = new TreeSet<>();
        for (int rank : all) {
            if (rank >= 0 && rank < count) {
                members.add(rank);
            }
        }
        return new GroupMembers(
                name,
                all,
                count,
                List.copyOf(members),
                callers.stream().filter(rank -> !members.contains(rank)).toList());
    }

    /**
     * Reports ranks outside the group and members without a trace.
     *
     * @param calls the number of collectives of a rank in this group
     */
    public List<Finding> findings(IntUnaryOperator calls, RepairOptions options) {
        List<Finding> findings = new ArrayList<>();
        strangers.forEach(rank -> findings.add(stranger(rank, calls.applyAsInt(rank), options)));
        TreeSet<Integer> absent = new TreeSet<>(listed);
        members.forEach(absent::remove);
        if (!absent.isEmpty()) {
            findings.add(new Finding(
                    Level.WARNING,
                    "repair",
                    -1,
                    "group " + name,
                    "no trace of rank " + RankList.of(absent) + " of the group",
                    "the group is listed with " + Counted.of(listed.size(), "rank") + ", there are traces of " + count,
                    "its collectives are compared among the other ranks only"));
        }
        return findings;
    }

    /** A rank outside the group that it names would wait indefinitely. */
    private Finding stranger(int rank, int calls, RepairOptions options) {
        boolean keep = options.mismatch() == RepairOptions.Mismatch.REPORT;
        return new Finding(
                keep ? Level.ERROR : Level.WARNING,
                "repair",
                rank,
                "group " + name,
                Counted.of(calls, "collective") + " in a group that does not list this rank",
                "the group is listed as rank " + RankList.of(listed),
                keep ? "left unchanged; a simulator would wait indefinitely" : "removed on this rank");
    }

    /** The plan that removes all calls of a rank that the group does not list. */
    public static ClassPlan removal(String name, Calls own) {
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
        return plan;
    }
}
