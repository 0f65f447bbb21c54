// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The transfers of all ranks as they affect one of them, if host backends carry any.
 *
 * @param nodes its transfers' nodes, ascending
 * @param waitingNanos by node, the time in ns from this rank's start to that of the last rank
 * @param receivedNanos by node of a send, when its receiver had it, in ns on rank 0's clock; {@link #UNKNOWN} for others
 * @param windows on rank 0's clock, the messages on the rank's machine and the collectives in which it does not take part
 */
public record RankTransfers(int[] nodes, long[] waitingNanos, long[] receivedNanos, List<Window> windows) {
    /** When a receiver had a message, if no receiver noted it. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    /** What is known of one transfer of the rank, as in the arrays. */
    record Timing(long waitingNanos, long receivedNanos) {}

    /**
     * When a host backend's transfer was in progress, in ns. gloo notes the end of a message when the program waits for it
     * ({@code RecvWork::wait} of ProcessGroupGloo.cpp): if the program was busy until then, the message had ended before.
     *
     * @param from when it began
     * @param to when it had ended at the latest
     * @param bytes its size, -1 when unknown
     * @param open whether it may have ended any time before that
     */
    public record Window(long from, long to, long bytes, boolean open) {
        private long nanos() {
            return to - from;
        }
    }

    /** For jobs without such backends. */
    public static final RankTransfers NONE = new RankTransfers(new int[0], new long[0], new long[0], List.of());

    /** Copies the list. */
    public RankTransfers {
        windows = List.copyOf(windows);
    }

    /** Combines the transfers of several parts. */
    public static RankTransfers together(Collection<RankTransfers> parts) {
        SortedMap<Integer, Timing> timings = new TreeMap<>();
        List<Window> windows = new ArrayList<>();
        for (RankTransfers part : parts) {
            for (int k = 0; k < part.nodes.length; k++) {
                timings.put(part.nodes[k], new Timing(part.waitingNanos[k], part.receivedNanos[k]));
            }
            windows.addAll(part.windows);
        }
        return of(timings, windows);
    }

    static RankTransfers of(SortedMap<Integer, Timing> timings, List<Window> windows) {
        return new RankTransfers(
                timings.keySet().stream().mapToInt(node -> node).toArray(),
                timings.values().stream().mapToLong(Timing::waitingNanos).toArray(),
                timings.values().stream().mapToLong(Timing::receivedNanos).toArray(),
                windows);
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return nodes.length == 0 && windows.isEmpty();
    }

    /** Time in ns from this rank's start of a transfer to that of the last rank; 0 when unknown. */
    long waitingNanos(int node) {
        int at = Arrays.binarySearch(nodes, node);
        return at < 0 ? 0 : Math.max(0, waitingNanos[at]);
    }

    /**
     * Notes when sends were over at the latest, because their receivers had them.
     *
     * @param clockOffsetNanos offset in ns to rank 0's clock
     */
    void over(WorkNodes work, long clockOffsetNanos) {
        for (int k = 0; k < work.size(); k++) {
            int at = work.isMessage(k) ? Arrays.binarySearch(nodes, work.node(k)) : -1;
            if (at >= 0 && receivedNanos[at] != UNKNOWN) {
                work.over(k, receivedNanos[at] - clockOffsetNanos);
            }
        }
    }

    /**
     * When transfers were in progress on the rank's machine, on its clock: messages of all ranks and collectives of
     * others. A message whose end is open counts for no longer than the shortest of its size with a known end, or without
     * one than the shortest of its size.
     */
    List<long[]> windows(long clockOffsetNanos) {
        Map<Long, Long> known = shortest(false);
        Map<Long, Long> any = shortest(true);
        List<long[]> times = new ArrayList<>();
        for (Window window : windows) {
            long nanos = window.nanos();
            if (window.open) {
                nanos = Math.min(nanos, known.getOrDefault(window.bytes, any.get(window.bytes)));
            }
            long from = window.from - clockOffsetNanos;
            times.add(new long[] {from, from + nanos});
        }
        return times;
    }

    /** By size, the shortest time that a transfer took; of those with open ends too, or only of the others. */
    private Map<Long, Long> shortest(boolean open) {
        Map<Long, Long> shortest = new HashMap<>();
        for (Window window : windows) {
            if (open || !window.open) {
                shortest.merge(window.bytes, window.nanos(), Math::min);
            }
        }
        return shortest;
    }
}
