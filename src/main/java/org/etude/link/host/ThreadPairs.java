// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.etude.trace.model.DeviceTrace;

/**
 * Pairs threads of the execution trace with threads of the Kineto trace, best score first, each thread once. Scores
 * within a tenth of each other count as equal (threads of a pool all do the same); such threads pair in order of
 * appearance.
 */
final class ThreadPairs {
    /** A pair. */
    record Pair(long tid, int lane, long score, int firstNode, int firstEvent) {
        private int rank() {
            return (int) (Math.log(score) / Math.log(1.1));
        }
    }

    private ThreadPairs() {}

    static List<Pair> of(
            Long2ObjectLinkedOpenHashMap<IntArrayList> threads,
            IntArrayList[] lanes,
            IntUnaryOperator deviceName,
            DeviceTrace device,
            HostMatch match) {
        List<Pair> all = new ArrayList<>();
        int appeared = 0;
        for (long tid : threads.keySet()) {
            int place = appeared++;
            Int2IntOpenHashMap names = new Int2IntOpenHashMap();
            threads.get(tid).forEach(node -> names.addTo(deviceName.applyAsInt(node), 1));
            names.remove(-1);
            for (int lane = 0; lane < lanes.length; lane++) {
                long score = lanes[lane] == null ? 0 : score(threads.get(tid), names, lanes[lane], device, match);
                if (score > 0) {
                    all.add(new Pair(tid, lane, score, place, first(lanes[lane], names, device)));
                }
            }
        }
        all.sort(Comparator.comparingInt(Pair::rank)
                .reversed()
                .thenComparing(Pair::firstNode)
                .thenComparing(Pair::firstEvent));
        return greedy(all);
    }

    /** The first event of a lane with a name that the thread knows. */
    private static int first(IntArrayList events, Int2IntOpenHashMap names, DeviceTrace device) {
        for (int event : events) {
            if (names.get(device.nameId(event)) > 0) {
                return event;
            }
        }
        return Integer.MAX_VALUE;
    }

    /** Number of common names; pairs already matched by id weigh far more. */
    private static long score(
            IntArrayList nodes, Int2IntOpenHashMap names, IntArrayList events, DeviceTrace device, HostMatch match) {
        long score = 0;
        Int2IntOpenHashMap here = new Int2IntOpenHashMap();
        for (int event : events) {
            here.addTo(device.nameId(event), 1);
        }
        for (Int2IntOpenHashMap.Entry entry : here.int2IntEntrySet()) {
            score += Math.min(entry.getIntValue(), names.get(entry.getIntKey()));
        }
        int lane = device.lane(events.getInt(0));
        for (int node : nodes) {
            score += match.eventOf[node] >= 0 && device.lane(match.eventOf[node]) == lane ? 1_000_000 : 0;
        }
        return score;
    }

    private static List<Pair> greedy(List<Pair> all) {
        List<Pair> chosen = new ArrayList<>();
        for (Pair pair : all) {
            if (chosen.stream().noneMatch(c -> c.tid() == pair.tid() || c.lane() == pair.lane())) {
                chosen.add(pair);
            }
        }
        return chosen;
    }
}
