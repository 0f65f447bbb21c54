// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.link.collective.GroupBook;
import org.etude.link.host.SequenceAligner;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.trace.model.DeviceTrace;

/**
 * A rank's collectives by the thread that called them, if they may belong to several groups with the same members. All
 * ranks must call the collectives of one group in the same order ({@code torch.distributed}), so threads whose calls
 * interleave differently on each rank have groups of their own.
 *
 * @param rank the rank
 * @param groups number of groups
 * @param threads the threads in ascending order of their numbers
 */
public record CallingThreads(int rank, int groups, List<Caller> threads) {
    private static final String OWN_GROUP = "calling thread ";

    /** Copies the list. */
    public CallingThreads {
        threads = List.copyOf(threads);
    }

    /**
     * The collectives of one thread.
     *
     * @param number its number in the trace
     * @param issued their positions in the order of the rank's calls
     * @param tokens by collective, a number equal for those of one type and size
     */
    public record Caller(long number, int[] issued, int[] tokens) {}

    private record Call(int issued, int token) {}

    /** The calls of a linked rank; no threads where the group of each collective is known or there is one group only. */
    static CallingThreads of(LinkedRank rank, GroupBook book) {
        TreeMap<Long, List<Call>> byThread = new TreeMap<>();
        boolean open = !book.ambiguous() && book.groups().size() > 1;
        for (Collective c : open ? rank.collectives() : List.<Collective>of()) {
            if (isOpen(c)) {
                byThread.computeIfAbsent(thread(rank, c), t -> new ArrayList<>())
                        .add(new Call(
                                OpenGroups.issued(rank, c), RankCall.of(rank, c).token()));
            }
        }
        List<Caller> threads = new ArrayList<>();
        byThread.forEach((number, calls) -> threads.add(thread(number, calls)));
        return new CallingThreads(rank.trace().rank(), book.groups().size(), threads);
    }

    private static Caller thread(long number, List<Call> calls) {
        calls.sort(Comparator.comparingInt(Call::issued));
        return new Caller(
                number,
                calls.stream().mapToInt(Call::issued).toArray(),
                calls.stream().mapToInt(Call::token).toArray());
    }

    /** The name of the group that a thread of this number has to itself. */
    static String groupName(int thread) {
        return OWN_GROUP + thread;
    }

    /** Whether a group is that of a calling thread, so that other groups may have the same members. */
    public static boolean isOwnGroup(String name) {
        return name.startsWith(OWN_GROUP);
    }

    /** Whether a collective names no group. */
    static boolean isOpen(Collective c) {
        return !CollectiveMatcher.isMessage(c) && c.groupName().isEmpty();
    }

    /** The number of the thread that called a collective: that of the execution trace, or else of Kineto's. */
    static long thread(LinkedRank rank, Collective c) {
        int call = OpenGroups.issued(rank, c);
        int node = rank.hostIndex(call);
        DeviceTrace device = rank.trace().device();
        int event = rank.eventIndex(call);
        if (node >= 0) {
            return rank.trace().host().tid(node);
        }
        return rank.trace().host() == null && event >= 0 ? device.lane(event) : -1;
    }

    /**
     * By rank and thread, the number that the thread has on all ranks, from 1, if more calls of the ranks fit together
     * thread by thread than in one order; otherwise empty.
     */
    static Map<Integer, Map<Long, Integer>> groups(List<CallingThreads> ranks) {
        Map<Integer, Map<Long, Integer>> groups = new HashMap<>();
        if (ranks.isEmpty()) {
            return groups;
        }
        CallingThreads first = ranks.get(0);
        int count = first.threads.size();
        boolean alike = ranks.stream().allMatch(rank -> rank.threads.size() == count && rank.groups == first.groups);
        if (!alike || count < 2 || count > first.groups) {
            return groups;
        }
        long together = 0;
        long apart = 0;
        for (CallingThreads rank : ranks) {
            together += matched(first.all(), rank.all());
            Map<Long, Integer> own = new HashMap<>();
            for (int k = 0; k < count; k++) {
                Caller twin = first.twin(k, rank, own);
                own.put(twin.number, k + 1);
                apart += matched(first.threads.get(k).tokens, twin.tokens);
            }
            groups.put(rank.rank, own);
        }
        return apart > together ? groups : Map.of();
    }

    /** The tokens of all calls in their order. */
    private int[] all() {
        List<Call> calls = new ArrayList<>();
        for (Caller thread : threads) {
            for (int k = 0; k < thread.issued.length; k++) {
                calls.add(new Call(thread.issued[k], thread.tokens[k]));
            }
        }
        calls.sort(Comparator.comparingInt(Call::issued));
        return calls.stream().mapToInt(Call::token).toArray();
    }

    /** Of another rank's threads without a group, the one that calls the most of what this one's {@code k}-th calls. */
    private Caller twin(int k, CallingThreads other, Map<Long, Integer> taken) {
        int[] tokens = threads.get(k).tokens;
        Caller twin = null;
        long most = -1;
        for (Caller thread : other.threads) {
            long same = taken.containsKey(thread.number) ? -1 : matched(tokens, thread.tokens);
            if (same > most) {
                most = same;
                twin = thread;
            }
        }
        return twin;
    }

    private static long matched(int[] left, int[] right) {
        long matched = 0;
        for (int partner : SequenceAligner.align(left, right)) {
            matched += partner >= 0 ? 1 : 0;
        }
        return matched;
    }
}
