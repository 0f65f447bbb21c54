// SPDX-License-Identifier: Apache-2.0
package org.etude.link.model;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When collectives and messages were in progress. A collective has the time of its kernel or host range. Of several messages
 * in one kernel, those of one connection follow each other ({@link MessageBatch}): they divide the kernel's time after the
 * last of their peers came by their sizes, and the wait until then is that of the first of each connection.
 */
public final class CommTimes {
    private static final long UNKNOWN = Long.MIN_VALUE;

    /** By rank, and by node and call, when the last rank came, in ns on rank 0's clock. */
    private final Map<Integer, Long2LongOpenHashMap> last = new HashMap<>();

    /**
     * The time of one collective or message.
     *
     * @param startNanos start in ns on the rank's clock, {@link LinkedRank#UNTIMED} without a time
     * @param durationNanos duration in ns from that start, waiting included
     * @param waitingNanos the part of it before the last rank came, in ns; 0 when it was the last itself or is not matched
     * @param matched whether it was matched with a timed one of each other rank
     */
    public record Time(long startNanos, long durationNanos, long waitingNanos, boolean matched) {
        /** Whether it has a time. */
        public boolean isTimed() {
            return startNanos != LinkedRank.UNTIMED;
        }
    }

    /** The times that follow from these matches. Linear in their members. */
    public CommTimes(CollectiveMatches matches) {
        for (CollectiveMatch match : matches.matches()) {
            List<CollectiveMatch.Member> members = match.members();
            if (members.size() > 1 && members.stream().allMatch(m -> m.startNanos() != LinkedRank.UNTIMED)) {
                for (CollectiveMatch.Member member : members) {
                    last.computeIfAbsent(member.rank(), r -> unknown())
                            .put(key(member.node(), member.call()), member.startNanos() + member.waitingNanos());
                }
            }
        }
    }

    private static long key(int node, int call) {
        return (long) node << Integer.SIZE | call;
    }

    private static Long2LongOpenHashMap unknown() {
        Long2LongOpenHashMap map = new Long2LongOpenHashMap();
        map.defaultReturnValue(UNKNOWN);
        return map;
    }

    /** The times of a rank's collectives and messages, in the order of {@link LinkedRank#collectives()}. Linear in them. */
    public List<Time> of(LinkedRank rank) {
        Long2LongOpenHashMap own = last.getOrDefault(rank.trace().rank(), unknown());
        List<Collective> all = rank.collectives();
        List<Time> times = new ArrayList<>(all.size());
        while (times.size() < all.size()) {
            int node = all.get(times.size()).node();
            add(rank, rank.collectives(node), own, times);
        }
        return times;
    }

    /** Adds the times of the calls of one node. */
    private static void add(LinkedRank rank, List<Collective> calls, Long2LongOpenHashMap last, List<Time> times) {
        int node = calls.get(0).node();
        long start = BackendCalls.startNanos(rank, calls.get(0));
        boolean timed = start != LinkedRank.UNTIMED;
        long whole = timed ? BackendCalls.durationNanos(rank, calls.get(0)) : 0;
        boolean[] matched = new boolean[calls.size()];
        long waiting = 0;
        for (int m = 0; m < matched.length; m++) {
            long came = last.get(key(node, m));
            matched[m] = came != UNKNOWN;
            if (matched[m] && timed) {
                waiting = Math.max(waiting, came - start - rank.trace().clockOffsetNanos());
            }
        }
        if (calls.size() == 1 || !timed) {
            for (boolean each : matched) {
                times.add(new Time(start, whole, waiting, each));
            }
            return;
        }
        MessageBatch batch = new MessageBatch(calls);
        long waited = Math.min(whole, waiting);
        for (int m = 0; m < batch.size(); m++) {
            boolean first = batch.before(m) < 0;
            long from = first ? 0 : waited + batch.from(m, whole - waited);
            long until = waited + batch.until(m, whole - waited);
            times.add(new Time(start + from, until - from, first && matched[m] ? waited : 0, matched[m]));
        }
    }
}
