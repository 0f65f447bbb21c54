package org.etude.link;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.etude.trace.DeviceTrace;
import org.etude.trace.HostTrace;

/**
 * Pairs what threads could not tell (gloo's work shows on worker threads in Kineto and on the caller's thread in the
 * execution trace): same name, and a start between those of the matched nodes before and after it.
 */
final class LeftoverMatcher {
    private LeftoverMatcher() {}

    static void match(HostTrace host, DeviceTrace device, HostTree tree, int[] nameInDevice, HostMatch match) {
        Int2ObjectOpenHashMap<IntArrayList> byName = freeEvents(device, match);
        int[] order = tree.order();
        long[] next = nextStarts(order, device, match);
        long before = Long.MIN_VALUE;
        for (int k = 0; k < order.length; k++) {
            int node = order[k];
            if (match.eventOf[node] < 0) {
                IntArrayList events = byName.get(nameInDevice[host.nameId(node)]);
                int event = events == null ? -1 : take(events, device, match, before, next[k]);
                if (event >= 0) {
                    match.pair(node, event);
                }
            }
            if (match.eventOf[node] >= 0) {
                before = Math.max(before, device.startNanos(match.eventOf[node]));
            }
        }
    }

    private static Int2ObjectOpenHashMap<IntArrayList> freeEvents(DeviceTrace device, HostMatch match) {
        Int2ObjectOpenHashMap<IntArrayList> byName = new Int2ObjectOpenHashMap<>();
        for (int i = 0; i < device.size(); i++) {
            if (device.kind(i).isHostOp() && match.hostOf[i] < 0) {
                byName.computeIfAbsent(device.nameId(i), name -> new IntArrayList())
                        .add(i);
            }
        }
        return byName;
    }

    /** For each place the start of the next matched node after it. */
    private static long[] nextStarts(int[] order, DeviceTrace device, HostMatch match) {
        long[] next = new long[order.length];
        long after = Long.MAX_VALUE;
        for (int k = order.length - 1; k >= 0; k--) {
            next[k] = after;
            if (match.eventOf[order[k]] >= 0) {
                after = Math.min(after, device.startNanos(match.eventOf[order[k]]));
            }
        }
        return next;
    }

    private static int take(IntArrayList events, DeviceTrace device, HostMatch match, long from, long to) {
        for (int k = firstFrom(events, device, from); k < events.size(); k++) {
            int event = events.getInt(k);
            if (device.startNanos(event) > to) {
                return -1;
            }
            if (match.hostOf[event] < 0) {
                return event;
            }
        }
        return -1;
    }

    private static int firstFrom(IntArrayList events, DeviceTrace device, long from) {
        int low = 0;
        int high = events.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (device.startNanos(events.getInt(middle)) < from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
