// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The transfers of all ranks as they affect one of them, if host backends carry any.
 *
 * @param nodes its transfers' nodes, ascending
 * @param waitingNanos by node, the time in ns from this rank's start to that of the last rank
 * @param from starts, in ns on rank 0's clock, of transfers on the rank's machine in which it does not take part
 * @param to their ends
 */
public record RankTransfers(int[] nodes, long[] waitingNanos, long[] from, long[] to) {
    /** For jobs without such backends. */
    public static final RankTransfers NONE = new RankTransfers(new int[0], new long[0], new long[0], new long[0]);

    /** Combines the transfers of several parts. */
    public static RankTransfers together(Collection<RankTransfers> parts) {
        SortedMap<Integer, Long> waiting = new TreeMap<>();
        List<long[]> windows = new ArrayList<>();
        for (RankTransfers part : parts) {
            for (int k = 0; k < part.nodes.length; k++) {
                waiting.put(part.nodes[k], part.waitingNanos[k]);
            }
            for (int k = 0; k < part.from.length; k++) {
                windows.add(new long[] {part.from[k], part.to[k]});
            }
        }
        return of(waiting, windows);
    }

    static RankTransfers of(SortedMap<Integer, Long> waiting, List<long[]> windows) {
        return new RankTransfers(
                waiting.keySet().stream().mapToInt(node -> node).toArray(),
                waiting.values().stream().mapToLong(nanos -> nanos).toArray(),
                windows.stream().mapToLong(window -> window[0]).toArray(),
                windows.stream().mapToLong(window -> window[1]).toArray());
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return nodes.length == 0 && from.length == 0;
    }

    /** Time in ns from this rank's start of a transfer to that of the last rank; 0 when unknown. */
    long waitingNanos(int node) {
        int at = Arrays.binarySearch(nodes, node);
        return at < 0 ? 0 : Math.max(0, waitingNanos[at]);
    }

    /**
     * When transfers were in progress on the rank's machine, on its clock: messages of all ranks and collectives of
     * others.
     */
    List<long[]> windows(long clockOffsetNanos) {
        List<long[]> windows = new ArrayList<>();
        for (int k = 0; k < from.length; k++) {
            windows.add(new long[] {from[k] - clockOffsetNanos, to[k] - clockOffsetNanos});
        }
        return windows;
    }
}
