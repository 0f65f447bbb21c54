// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the transfers of all ranks mean to one of them, where backends on the host carry some.
 *
 * @param nodes its transfers' nodes, ascending
 * @param waitingNanos by node the time from the rank's start of it until its last rank's
 * @param from begins, in ns on rank 0's clock, of transfers on the rank's machine that it has no time of its own for
 * @param to their ends
 */
public record RankTransfers(int[] nodes, long[] waitingNanos, long[] from, long[] to) {
    /** For jobs without such backends. */
    public static final RankTransfers NONE = new RankTransfers(new int[0], new long[0], new long[0], new long[0]);

    /** Those of some transfers and those of others. */
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

    /** Time in ns from the rank's start of a transfer until its last rank's; 0 when not known. */
    long waitingNanos(int node) {
        int at = Arrays.binarySearch(nodes, node);
        return at < 0 ? 0 : Math.max(0, waitingNanos[at]);
    }

    /** When transfers were under way on the rank's machine: messages of all, and collectives of the other ranks, on its clock. */
    List<long[]> windows(long clockOffsetNanos) {
        List<long[]> windows = new ArrayList<>();
        for (int k = 0; k < from.length; k++) {
            windows.add(new long[] {from[k] - clockOffsetNanos, to[k] - clockOffsetNanos});
        }
        return windows;
    }
}
