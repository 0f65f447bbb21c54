// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.etude.number.BinarySearch;

/**
 * What is known about the offsets of several clocks from events that happened before others. An event at time a of clock
 * p that came before one at time b of clock q says offset(p) - offset(q) &lt;= b - a, and all such bounds together give
 * each offset an interval: the shortest paths from and to clock 0, whose offset is 0. Bounds pass on from clock to clock.
 *
 * <p>Sources: Cristian, Probabilistic clock synchronization, 1989 (a reply bounds the offset both ways; its middle has the
 * least possible error); Duda, Harrus, Haddad and Bernard, Estimating global time in distributed systems, 1987 (bounds
 * from the messages of a program, one way and back). Drift is not estimated.
 */
public final class ClockBounds {
    private static final long UNBOUNDED = Long.MAX_VALUE / 4;

    private final int clocks;
    private final Long2LongMap most = new Long2LongOpenHashMap();
    private int[] from;
    private int[] to;
    private long[] weight;
    private long contradiction;

    /**
     * The offset of one clock.
     *
     * @param offset in ns, to add to its times
     * @param low least possible offset, {@link Long#MIN_VALUE} when unknown
     * @param high largest possible offset, {@link Long#MAX_VALUE} when unknown
     */
    public record Offset(long offset, long low, long high) {
        /** Whether it is bounded on both sides. */
        public boolean isBounded() {
            return low != Long.MIN_VALUE && high != Long.MAX_VALUE;
        }

        /** Whether it is bounded on one side only. */
        public boolean isHalfBounded() {
            return low != Long.MIN_VALUE ^ high != Long.MAX_VALUE;
        }

        /** The largest possible error in ns where it is bounded. */
        public long doubt() {
            return Math.max(high - offset, offset - low);
        }
    }

    /** Nothing is known yet about these clocks. */
    public ClockBounds(int clocks) {
        this.clocks = clocks;
        most.defaultReturnValue(UNBOUNDED);
    }

    /** Adds that an event at {@code time} of one clock came before an event at {@code laterTime} of another. */
    public void before(int clock, long time, int later, long laterTime) {
        if (clock != later) {
            most.mergeLong((long) later << 32 | clock, laterTime - time, Math::min);
        }
    }

    /**
     * By how much each bound must be relaxed, at least, for all of them to be possible together, in ns: 0 unless clocks
     * drift or calls were paired wrongly. Known after {@link #solve}.
     */
    public long contradiction() {
        return contradiction;
    }

    /**
     * The offsets of all clocks: where both sides are bounded, the one with the largest margins ({@link BalancedClocks}); otherwise
     * the possible value next to 0. O(clocks x bounds) for each clock that is not bounded on both sides.
     *
     * @param stays by clock, whether to prefer the possible value next to 0 in any case
     */
    public Offset[] solve(boolean[] stays) {
        edges();
        relax();
        Offset[] found = new Offset[clocks];
        found[0] = new Offset(0, 0, 0);
        while (Arrays.asList(found).contains(null)) {
            long[] high = paths(false);
            long[] low = paths(true);
            Offset[] open = new Offset[clocks];
            for (int clock = 0; clock < clocks; clock++) {
                open[clock] = found[clock] == null ? interval(-low[clock], high[clock]) : null;
            }
            int next = farthest(open, stays);
            if (next < 0 && Arrays.stream(open).anyMatch(o -> o != null && o.isBounded())) {
                balance(open, high, found);
            } else {
                next = next < 0 ? farthest(open, null) : next;
                found[next] = open[next];
                fix(next, found[next].offset);
            }
            edges();
        }
        return found;
    }

    /** Of the open clocks that stay, or of all, the one to be placed first; -1 when there is none. */
    private static int farthest(Offset[] open, boolean[] stays) {
        int next = -1;
        for (int clock = 0; clock < open.length; clock++) {
            if (open[clock] != null
                    && (stays == null || stays[clock])
                    && (next < 0 || isBefore(open[clock], open[next]))) {
                next = clock;
            }
        }
        return next;
    }

    private void fix(int clock, long offset) {
        most.put((long) clock, offset);
        most.put((long) clock << 32, -offset);
    }

    /** Finds the clocks that are bounded on both sides, from their largest possible offsets. */
    private void balance(Offset[] open, long[] high, Offset[] found) {
        int[] place = new int[clocks];
        int members = 0;
        for (int clock = 0; clock < clocks; clock++) {
            place[clock] = found[clock] != null || open[clock].isBounded() ? members++ : -1;
        }
        int[] inner = IntStream.range(0, weight.length)
                .filter(k -> place[from[k]] >= 0 && place[to[k]] >= 0)
                .toArray();
        long[] moves = BalancedClocks.moves(
                members,
                IntStream.of(inner).map(k -> place[from[k]]).toArray(),
                IntStream.of(inner).map(k -> place[to[k]]).toArray(),
                IntStream.of(inner)
                        .mapToDouble(k -> high[from[k]] + weight[k] - high[to[k]])
                        .toArray());
        for (int clock = 0; clock < clocks; clock++) {
            if (found[clock] == null && place[clock] >= 0) {
                Offset o = open[clock];
                found[clock] = new Offset(high[clock] + moves[place[clock]], o.low, o.high);
                fix(clock, found[clock].offset);
            }
        }
    }

    private static Offset interval(long low, long high) {
        long least = low <= -UNBOUNDED ? Long.MIN_VALUE : low;
        long largest = high >= UNBOUNDED ? Long.MAX_VALUE : high;
        return new Offset(Math.max(least, Math.min(largest, 0)), least, largest);
    }

    /** Clocks that something bounds come first, and of these the ones that must move farthest, so that others follow. */
    private static boolean isBefore(Offset a, Offset b) {
        boolean known = a.isBounded() || a.isHalfBounded();
        boolean other = b.isBounded() || b.isHalfBounded();
        return known != other ? known : Math.abs(a.offset) > Math.abs(b.offset);
    }

    private void edges() {
        int n = most.size();
        from = new int[n];
        to = new int[n];
        weight = new long[n];
        long[] keys = most.keySet().toLongArray();
        Arrays.sort(keys);
        for (int k = 0; k < n; k++) {
            from[k] = (int) (keys[k] >>> 32);
            to[k] = (int) keys[k];
            weight[k] = most.get(keys[k]);
        }
    }

    /** Finds the least slack that makes all bounds possible together, and gives it to each. */
    private void relax() {
        long enough = 0;
        for (long w : weight) {
            enough = Math.max(enough, -w);
        }
        contradiction = BinarySearch.firstLongNot(0, enough, slack -> !possible(slack));
        most.replaceAll((pair, bound) -> bound + contradiction);
        edges();
    }

    private boolean possible(long slack) {
        long[] distance = new long[clocks];
        return shortest(distance, false, slack);
    }

    private long[] paths(boolean reversed) {
        long[] distance = new long[clocks];
        Arrays.fill(distance, UNBOUNDED);
        distance[0] = 0;
        shortest(distance, reversed, 0);
        return distance;
    }

    /** Bellman and Ford's shortest paths; false when there is a negative cycle. */
    private boolean shortest(long[] distance, boolean reversed, long slack) {
        for (int round = 0; round <= clocks; round++) {
            boolean changed = false;
            for (int k = 0; k < weight.length; k++) {
                int a = reversed ? to[k] : from[k];
                int b = reversed ? from[k] : to[k];
                if (distance[a] < UNBOUNDED && distance[a] + weight[k] + slack < distance[b]) {
                    distance[b] = distance[a] + weight[k] + slack;
                    changed = true;
                }
            }
            if (!changed) {
                return true;
            }
        }
        return false;
    }
}
