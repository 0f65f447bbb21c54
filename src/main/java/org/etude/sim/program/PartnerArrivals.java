// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtNames;

/**
 * When the last rank of each collective and message of a run arrived, after which data moves: the n-th collective of a
 * group on each of its ranks, the n-th send of a pair and tag with its receive. In a run where some ranks represent
 * others, only the former are examined: groups hold either none of the others or all of them, and equivalent ranks
 * arrive together.
 */
public final class PartnerArrivals {
    private final Groups groups;
    private final Map<Object, LongArrayList> arrivals = new HashMap<>();

    /** Matches the transfers of the simulated ranks. O(n log n) in their communication nodes. */
    public PartnerArrivals(List<RankWorkload> ranks, Groups groups) {
        this.groups = groups;
        for (RankWorkload rank : ranks) {
            Map<Object, LongArrayList> own = new HashMap<>();
            for (int node : communication(rank)) {
                Object key = key(rank, node, false);
                if (key != null) {
                    own.computeIfAbsent(key, k -> new LongArrayList()).add(rank.issued[node]);
                }
            }
            own.forEach(this::merge);
        }
    }

    private void merge(Object key, LongArrayList issued) {
        LongArrayList last = arrivals.computeIfAbsent(key, k -> new LongArrayList());
        for (int nth = 0; nth < issued.size(); nth++) {
            if (nth == last.size()) {
                last.add(issued.getLong(nth));
            } else {
                last.set(nth, Math.max(last.getLong(nth), issued.getLong(nth)));
            }
        }
    }

    /** By node of a rank, when the last partner arrived, not before its own issue; null when nothing waits. */
    public long[] of(RankWorkload rank) {
        Map<Object, Integer> next = new HashMap<>();
        long[] arrived = null;
        for (int node : communication(rank)) {
            Object key = key(rank, node, true);
            LongArrayList all = key == null ? null : arrivals.get(key);
            int nth = key == null ? 0 : next.merge(key, 1, Integer::sum) - 1;
            long last = rank.met(node);
            if (last == RankWorkload.NEVER && all != null && nth < all.size()) {
                last = all.getLong(nth);
            }
            if (last > rank.issued[node]) {
                arrived = arrived == null ? rank.issued.clone() : arrived;
                arrived[node] = last;
            }
        }
        return arrived;
    }

    private static int[] communication(RankWorkload rank) {
        RankProgram program = rank.program;
        int[] nodes = new int[program.size];
        int count = 0;
        for (int n = 0; n < program.size; n++) {
            if (program.type[n].isComm() && rank.issued[n] != RankWorkload.NEVER) {
                nodes[count++] = n;
            }
        }
        int[] issued = Arrays.copyOf(nodes, count);
        IntArrays.mergeSort(issued, (a, b) -> {
            int order = Long.compare(rank.issued[a], rank.issued[b]);
            return order != 0 ? order : Integer.compare(a, b);
        });
        return issued;
    }

    /** A message, by sender, receiver and tag. */
    private record Message(long from, long to, long tag) {
        // Written out: short runs would otherwise wait for the JVM to generate these methods.
        @Override
        public boolean equals(Object other) {
            return other instanceof Message that && from == that.from && to == that.to && tag == that.tag;
        }

        @Override
        public int hashCode() {
            return Long.hashCode((from * 31 + to) * 31 + tag);
        }
    }

    /**
     * The transfer a node takes part in; null for a receive that is not asked about and for anything without a partner.
     */
    private Object key(RankWorkload rank, int node, boolean receives) {
        RankProgram program = rank.program;
        long tag = program.attribute(node, EtNames.COMM_TAG, 0);
        return switch (program.type[node]) {
            case COMM_COLL -> groups.key(rank, node);
            case COMM_SEND ->
                receives
                        ? null
                        : new Message(rank.rank, program.attribute(node, EtNames.COMM_DST, RankProgram.MISSING), tag);
            case COMM_RECV ->
                receives
                        ? new Message(program.attribute(node, EtNames.COMM_SRC, RankProgram.MISSING), rank.rank, tag)
                        : null;
            default -> null;
        };
    }
}
