// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.etude.link.host.NodeTable;
import org.etude.link.host.ParentAssigner;
import org.etude.link.host.RankContext;
import org.etude.link.model.Collective;
import org.etude.number.Digits;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.ProcessGroup;

/**
 * Infers the process group of collectives without a group name from the host backend's threads that carried them. Each
 * gloo group in PyTorch has its own threads, started when the group was created, so thread ids ascend in the order of
 * groups. All-gathers and reduce-scatters reveal the size of a thread's group; collectives with a group name determine
 * it. If several groups remain possible, none is assigned, because a rank that knows only part of a group's collectives
 * would not match.
 */
public final class GroupThreads {
    /** Threads that ProcessGroupGloo starts per group. */
    public static final int PER_GROUP = 2;

    private final List<ProcessGroup> groups;
    private final List<List<CollectiveEvidence>> threads;
    private final boolean[][] allowed;

    private GroupThreads(List<ProcessGroup> groups, List<List<CollectiveEvidence>> threads) {
        this.groups = groups;
        this.threads = threads;
        allowed = new boolean[threads.size()][groups.size()];
        for (int t = 0; t < allowed.length; t++) {
            for (int g = 0; g < groups.size(); g++) {
                ProcessGroup group = groups.get(g);
                allowed[t][g] = threads.get(t).stream().allMatch(draft -> fits(draft, group));
            }
        }
    }

    /**
     * Gives drafts their group where it is known.
     *
     * @param groups groups of the rank, in order of creation
     * @return how many collectives were assigned a group
     */
    static long name(RankContext rank, NodeTable nodes, List<ProcessGroup> groups, List<CollectiveEvidence> drafts) {
        TreeMap<Long, List<CollectiveEvidence>> byThread = new TreeMap<>();
        for (CollectiveEvidence draft : drafts) {
            boolean carried = draft.node != draft.issued
                    && nodes.event[draft.node] >= 0
                    && BackendWork.is(ParentAssigner.name(rank, nodes, draft.node));
            if (!carried || draft.isTransfer()) {
                continue;
            }
            String thread = rank.device().laneName(rank.device().lane(nodes.event[draft.node]));
            if (!isNumber(thread)) {
                return 0;
            }
            byThread.computeIfAbsent(Long.parseLong(thread), t -> new ArrayList<>())
                    .add(draft);
        }
        long before = unnamed(drafts);
        new GroupThreads(groups, List.copyOf(byThread.values())).name();
        return before - unnamed(drafts);
    }

    private static long unnamed(List<CollectiveEvidence> drafts) {
        return drafts.stream().filter(draft -> draft.groupName.isEmpty()).count();
    }

    private void name() {
        int[] only = IntStream.range(0, threads.size()).map(this::only).toArray();
        if (IntStream.of(only).allMatch(g -> g >= 0)) {
            for (int t = 0; t < only.length; t++) {
                ProcessGroup group = groups.get(only[t]);
                threads.get(t).forEach(draft -> draft.group(group.name(), group.ranks(), group.size()));
            }
        }
    }

    /** The one group that a thread can have; -1 when there are several, or none. */
    private int only(int thread) {
        int only = -1;
        for (int g = 0; g < groups.size(); g++) {
            if (allowed[thread][g] && isPossible(thread, g)) {
                if (only >= 0) {
                    return -1;
                }
                only = g;
            }
        }
        return only;
    }

    /**
     * Whether an assignment of all threads to groups exists in which this thread has this group: threads and groups in
     * order, a few threads per group.
     */
    private boolean isPossible(int fixed, int group) {
        int last = -1;
        int used = 0;
        // Taking the earliest possible group leaves the most groups for later threads.
        for (int t = 0; t < threads.size(); t++) {
            int g = Math.max(last, 0);
            while (g < groups.size()
                    && (!allowed[t][g] || g == last && used == PER_GROUP || t == fixed && g != group)) {
                g++;
            }
            if (g == groups.size()) {
                return false;
            }
            used = g == last ? used + 1 : 1;
            last = g;
        }
        return true;
    }

    private static boolean fits(CollectiveEvidence draft, ProcessGroup group) {
        return fits(draft.groupName, draft.type, draft.inBytes, draft.outBytes, group);
    }

    /** Whether a collective of a thread may belong to this group. */
    public static boolean mayCarry(Collective c, ProcessGroup group) {
        return fits(c.groupName(), c.type(), c.inBytes(), c.outBytes(), group);
    }

    /** Whether the name of a thread is its number. */
    public static boolean isNumber(String thread) {
        return Digits.toLong(thread) >= 0;
    }

    private static boolean fits(String name, CollectiveType type, long inBytes, long outBytes, ProcessGroup group) {
        long ranks = ranks(type, inBytes, outBytes);
        return (name.isEmpty() || name.equals(group.name()))
                && (ranks < 0 || group.size() < 0 || ranks == group.size());
    }

    /** Number of participating ranks, derived from input and output sizes; -1 when unknown. */
    private static long ranks(CollectiveType type, long inBytes, long outBytes) {
        boolean gathers = type == CollectiveType.ALL_GATHER;
        if (!gathers && type != CollectiveType.REDUCE_SCATTER) {
            return -1;
        }
        long part = gathers ? inBytes : outBytes;
        long whole = gathers ? outBytes : inBytes;
        return part > 0 && whole > part && whole % part == 0 ? whole / part : -1;
    }
}
