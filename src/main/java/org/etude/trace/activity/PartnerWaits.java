// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongMaps;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.HashMap;
import java.util.Map;
import org.etude.number.IntervalSet;

/**
 * How long recorded collectives and messages waited for the last rank to arrive, by rank and event of its Kineto trace;
 * found by matching them across ranks. Unmatched operations have no entry and count as transfer from their start. On a
 * rank without GPU work also the times when its host waited for them, in which it computes nothing although an operator
 * is open.
 */
public final class PartnerWaits {
    private static final PartnerWaits NONE = new PartnerWaits(Map.of(), Map.of());
    private static final IntervalSet NEVER = new IntervalSet.Builder().union();

    private final Map<Integer, Int2LongMap> byRank;
    private final Map<Integer, HostLine> host;

    private PartnerWaits(Map<Integer, Int2LongMap> byRank, Map<Integer, HostLine> host) {
        this.byRank = byRank;
        this.host = host;
    }

    /** No waits, as for a single rank. */
    public static PartnerWaits none() {
        return NONE;
    }

    /** Collects waits. */
    public static final class Builder {
        private final Map<Integer, Int2LongMap> byRank = new HashMap<>();
        private final Map<Integer, HostLine> host = new HashMap<>();

        /**
         * Adds the times when the host threads of a rank, which take turns, only waited for transfers.
         *
         * @param waits in ns on the rank's own clock
         * @param aside lanes of threads in its Kineto trace that run concurrently with those and do not wait with them
         */
        public Builder host(int rank, IntervalSet waits, IntSet aside) {
            host.put(rank, new HostLine(waits, aside));
            return this;
        }

        /**
         * Adds how long an event of a rank's Kineto trace waited, in ns; of several times, as for the messages of one
         * kernel, the longest counts.
         */
        public Builder add(int rank, int event, long waitingNanos) {
            byRank.computeIfAbsent(rank, r -> new Int2LongOpenHashMap()).merge(event, waitingNanos, Math::max);
            return this;
        }

        /** Builds the waits. */
        public PartnerWaits build() {
            return new PartnerWaits(byRank, host);
        }
    }

    /** Waiting times by event of a rank's Kineto trace, in ns; 0 for unmatched events. */
    public Int2LongMap of(int rank) {
        return byRank.getOrDefault(rank, Int2LongMaps.EMPTY_MAP);
    }

    /**
     * The times when a host thread, given by its lane in a rank's Kineto trace, only waited for transfers, in ns on the
     * rank's own clock.
     */
    public IntervalSet host(int rank, int lane) {
        HostLine line = host.get(rank);
        return line == null || line.aside.contains(lane) ? NEVER : line.waits;
    }

    private record HostLine(IntervalSet waits, IntSet aside) {}
}
