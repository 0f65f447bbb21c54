// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.scale;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.et.wire.CommGroups;
import org.etude.report.Counted;
import org.etude.spec.WorkloadException;

/**
 * The process groups after replicating the ranks of a job. The whole job, and groups that list all of it, extend over
 * all replicas and keep their number; smaller groups get a copy per replica, numbered after all others.
 */
final class GroupPlan {
    private final CommGroups before;
    private final int from;
    private final int to;
    private final boolean spread;
    /** Numbers of the groups that are copied, ascending. */
    private final List<Integer> copied = new ArrayList<>();

    private final int top;

    /**
     * @param spread whether groups of the whole job extend over all replicas; otherwise they are copied as well
     * @param reserved numbers up to this one are taken
     */
    GroupPlan(CommGroups before, int from, int to, boolean spread, int reserved) {
        this.before = before;
        this.from = from;
        this.to = to;
        this.spread = spread;
        int highest = reserved;
        for (Map.Entry<Integer, List<Integer>> group : before.groups().entrySet()) {
            highest = Math.max(highest, group.getKey());
            if (!spread || !isWhole(group.getValue())) {
                copied.add(group.getKey());
            }
        }
        top = highest;
    }

    /**
     * Refuses groups of a job of which some ranks were not recorded, where the others keep their numbers: no copy of a
     * recorded rank has the place of a missing one.
     *
     * @throws WorkloadException when a group lists a rank that is not there
     */
    void requireMembers() {
        before.groups().forEach((number, members) -> {
            for (int rank : members) {
                if (rank >= from) {
                    throw new WorkloadException(
                            "communicator group " + number + " lists rank " + rank + " of the job, of which "
                                    + Counted.of(from, "rank is", "ranks are") + " here; no copy can take its place",
                            "Record all ranks, or scale a job whose groups are complete.");
                }
            }
        });
    }

    private boolean isWhole(List<Integer> members) {
        return members.size() == from && new HashSet<>(members).size() == from;
    }

    /** Whether any group is copied into each replica. */
    boolean copies() {
        return !copied.isEmpty();
    }

    int copiedCount() {
        return copied.size();
    }

    private int number(int group, int replica) {
        int index = copied.indexOf(group);
        return replica == 0 || index < 0 ? group : top + 1 + (replica - 1) * copied.size() + index;
    }

    /** The names of copied groups in a replica, by their names in the trace. */
    Map<String, String> names(int replica) {
        Map<String, String> names = new LinkedHashMap<>();
        copied.forEach(group -> names.put(Integer.toString(group), Integer.toString(number(group, replica))));
        return names;
    }

    /** Number of ranks of a group before and after; {@code ""} is the whole job. */
    int[] growth(String name) {
        List<Integer> members = name.isEmpty() ? null : members(name);
        if (members == null) {
            return new int[] {from, to};
        }
        return spread && isWhole(members) ? new int[] {from, to} : new int[] {members.size(), members.size()};
    }

    private List<Integer> members(String name) {
        List<Integer> members = name.matches("[1-9]\\d{0,8}") ? before.groups().get(Integer.parseInt(name)) : null;
        if (members == null) {
            throw new WorkloadException(
                    "communicator group \"" + name + "\" is not defined, so nobody knows how it grows",
                    "Run repair(), which gives groups numbers, or add it to groups.json.");
        }
        return members;
    }

    /** The groups of all replicas. */
    CommGroups after() {
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        int replicas = (to + from - 1) / from;
        before.groups().forEach((number, members) -> {
            if (copied.contains(number)) {
                for (int k = 0; k < replicas; k++) {
                    groups.put(number(number, k), shifted(members, k * from));
                }
            } else {
                List<Integer> all = new ArrayList<>();
                for (int k = 0; k < replicas; k++) {
                    all.addAll(shifted(members, k * from));
                }
                all.removeIf(rank -> rank >= to);
                groups.put(number, all);
            }
        });
        return CommGroups.of(groups);
    }

    private static List<Integer> shifted(List<Integer> ranks, int by) {
        return ranks.stream().map(rank -> rank + by).toList();
    }
}
