// SPDX-License-Identifier: Apache-2.0
package org.etude.et.comm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.ProcessGroup;

/**
 * The total of a rank's collectives or messages of one type with one group and peer.
 *
 * @param type their type
 * @param groupName process group as the trace names it, "" when unknown
 * @param groupRanks global ranks of the group as the collectives name them; empty when unknown or all
 * @param listedRanks the same according to the rank's list of process groups
 * @param groupSize number of ranks, -1 when unknown
 * @param peer global rank of the other side of messages, else -1
 * @param count how many there are
 * @param simulated how many of them a simulator can run
 * @param bytes bytes of those
 */
public record CommUse(
        CollectiveType type,
        String groupName,
        List<Integer> groupRanks,
        List<Integer> listedRanks,
        int groupSize,
        int peer,
        int count,
        int simulated,
        long bytes) {
    /** A rank's uses in the order in which they first occur. */
    public static List<CommUse> of(LinkedRank rank) {
        CommJudge judge = new CommJudge();
        Map<String, List<Integer>> listed = listed(rank);
        Map<List<Object>, CommUse> uses = new LinkedHashMap<>(); // lists are cheaper to start with than records
        for (Collective c : rank.collectives()) {
            List<Object> key = Arrays.asList(c.type(), c.groupName(), c.groupRanks(), c.groupSize(), c.peer());
            List<Integer> members = listed.getOrDefault(c.groupName(), List.of());
            boolean simulated = judge.canSimulate(c);
            uses.merge(
                    key,
                    new CommUse(
                            c.type(),
                            c.groupName(),
                            c.groupRanks(),
                            members,
                            c.groupSize(),
                            c.peer(),
                            1,
                            simulated ? 1 : 0,
                            simulated ? Math.max(0, CommJudge.size(c)) : 0),
                    CommUse::plus);
        }
        return new ArrayList<>(uses.values());
    }

    private CommUse plus(CommUse more) {
        return new CommUse(
                type,
                groupName,
                groupRanks,
                listedRanks,
                groupSize,
                peer,
                count + more.count,
                simulated + more.simulated,
                bytes + more.bytes);
    }

    /** The members of the process groups that a rank's traces list, by name. */
    public static Map<String, List<Integer>> listed(LinkedRank rank) {
        Map<String, List<Integer>> groups = new HashMap<>();
        if (rank.trace().device() != null) {
            add(rank.trace().device().header().groups(), groups);
        }
        if (rank.trace().host() != null) {
            add(rank.trace().host().groups(), groups);
        }
        return groups;
    }

    private static void add(List<ProcessGroup> from, Map<String, List<Integer>> to) {
        from.stream().filter(g -> !g.ranks().isEmpty()).forEach(g -> to.put(g.name(), g.ranks()));
    }

    /** Whether it is a send or receive. */
    public boolean isMessage() {
        return type == CollectiveType.SEND || type == CollectiveType.RECV;
    }
}
