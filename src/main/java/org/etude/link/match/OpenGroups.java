// SPDX-License-Identifier: Apache-2.0
package org.etude.link.match;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.etude.link.collective.GroupBook;
import org.etude.link.collective.GroupThreads;
import org.etude.link.model.BackendCalls;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.ProcessGroup;

/**
 * A rank's collectives by the host backend's threads that carried them, if some of them may belong to several process
 * groups with different members, or by the threads that called them, if to several with the same; otherwise empty.
 *
 * @param rank the rank
 * @param groups its groups in the order of creation
 * @param threads the threads that carried them, in the order of their start
 * @param callers the threads that called them
 */
public record OpenGroups(int rank, List<ProcessGroup> groups, List<Carrier> threads, CallingThreads callers) {
    /** Copies the lists. */
    public OpenGroups {
        groups = List.copyOf(groups);
        threads = List.copyOf(threads);
    }

    /**
     * The collectives of one thread.
     *
     * @param fitting indices of the groups that it may carry for
     * @param calls its collectives
     */
    public record Carrier(List<Integer> fitting, List<Call> calls) {}

    /**
     * One collective.
     *
     * @param issued position in the order of the rank's calls
     * @param token equal for collectives of one type and size
     * @param meets whether no rank can end it before all have begun
     * @param together whether its ranks end it together; of an all-gather or all-to-all, the first rank to come is done first
     * @param startNanos start in ns on rank 0's clock
     * @param endNanos end in ns on rank 0's clock
     */
    public record Call(int issued, int token, boolean meets, boolean together, long startNanos, long endNanos) {}

    /** The collectives of a linked rank. */
    public static OpenGroups of(LinkedRank rank) {
        GroupBook book = new GroupBook(rank.trace());
        TreeMap<Long, List<Collective>> byThread = new TreeMap<>();
        for (Collective c : book.ambiguous() ? rank.collectives() : List.<Collective>of()) {
            if (isCarried(rank, c)) {
                byThread.computeIfAbsent(thread(rank, c), t -> new ArrayList<>())
                        .add(c);
            }
        }
        List<ProcessGroup> groups = book.groups();
        List<Carrier> threads = byThread.values().stream()
                .map(of -> new Carrier(
                        IntStream.range(0, groups.size())
                                .filter(g -> of.stream().allMatch(c -> GroupThreads.mayCarry(c, groups.get(g))))
                                .boxed()
                                .toList(),
                        of.stream().map(c -> call(rank, c)).toList()))
                .toList();
        return new OpenGroups(rank.trace().rank(), groups, threads, CallingThreads.of(rank, book));
    }

    /** Whether a thread with a number, such as those of a host backend, carried it. */
    static boolean isCarried(LinkedRank rank, Collective c) {
        return !CollectiveMatcher.isMessage(c)
                && BackendCalls.of(rank, c.node()) >= 0
                && rank.eventIndex(c.node()) >= 0
                && GroupThreads.isNumber(laneName(rank, c));
    }

    /** The number of the thread that {@linkplain #isCarried carried} a collective. */
    static long thread(LinkedRank rank, Collective c) {
        return Long.parseLong(laneName(rank, c));
    }

    private static String laneName(LinkedRank rank, Collective c) {
        DeviceTrace device = rank.trace().device();
        return device.laneName(device.lane(rank.eventIndex(c.node())));
    }

    private static Call call(LinkedRank rank, Collective c) {
        RankCall call = RankCall.of(rank, c);
        boolean meets =
                switch (c.type()) {
                    case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, BARRIER -> true;
                    default -> false;
                };
        boolean together = meets && c.type() != CollectiveType.ALL_GATHER && c.type() != CollectiveType.ALL_TO_ALL;
        return new Call(
                issued(rank, c),
                call.token(),
                meets,
                together,
                call.startNanos(),
                call.startNanos() + Math.max(0, call.durationNanos()));
    }

    /** The position of a collective in the order of calls. */
    static int issued(LinkedRank rank, Collective c) {
        int call = BackendCalls.of(rank, c.node());
        return call >= 0 ? call : c.node();
    }

    /** Whether nothing of it is to be found out. */
    public boolean isEmpty() {
        return isSettled() && callers.threads().size() < 2;
    }

    /** Whether the group of each thread that carried some is known. */
    boolean isSettled() {
        return threads.stream().allMatch(thread -> thread.fitting.size() == 1);
    }
}
