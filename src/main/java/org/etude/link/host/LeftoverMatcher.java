// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.etude.number.BinarySearch;
import org.etude.trace.comm.CommNames;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;

/**
 * Matches what could not be matched by thread, such as gloo's work, which is on worker threads in Kineto but on the
 * caller's thread in the execution trace. If equally many nodes and events of a name remain, they are matched in order.
 * Otherwise a node matches the first event of its name that starts between the matched nodes before and after it,
 * within a millisecond.
 */
final class LeftoverMatcher {
    private static final long SLACK = 1_000_000;

    private final HostTrace host;
    private final DeviceTrace device;
    private final HostTree tree;
    private final int[] nameInDevice;
    private final HostMatch match;

    private LeftoverMatcher(HostTrace host, DeviceTrace device, HostTree tree, int[] nameInDevice, HostMatch match) {
        this.host = host;
        this.device = device;
        this.tree = tree;
        this.nameInDevice = nameInDevice;
        this.match = match;
    }

    static void match(HostTrace host, DeviceTrace device, HostTree tree, int[] nameInDevice, HostMatch match) {
        LeftoverMatcher leftover = new LeftoverMatcher(host, device, tree, nameInDevice, match);
        leftover.pairEqual(true);
        leftover.pairEqual(false);
        leftover.pairBetween();
    }

    /** Matches by time, between matched neighbours. */
    private void pairBetween() {
        Long2ObjectOpenHashMap<IntArrayList> byName = freeEvents(false);
        int[] order = tree.order();
        long[] next = nextStarts(order, device, match);
        long before = Long.MIN_VALUE;
        for (int k = 0; k < order.length; k++) {
            int node = order[k];
            if (match.eventOf[node] < 0) {
                IntArrayList events = byName.get(key(nameInDevice[host.nameId(node)], -1));
                long to = next[k] > Long.MAX_VALUE - SLACK ? Long.MAX_VALUE : next[k] + SLACK;
                int event = events == null ? -1 : take(node, events, before, to);
                if (event >= 0) {
                    match.pair(node, event);
                }
            }
            if (match.eventOf[node] >= 0) {
                before = Math.max(before, device.startNanos(match.eventOf[node]) - SLACK);
            }
        }
    }

    /** Matches in order, if equally many of a name (and input size, if any) remain on both sides. */
    private void pairEqual(boolean bySize) {
        Long2ObjectOpenHashMap<IntArrayList> events = freeEvents(bySize);
        Long2ObjectOpenHashMap<IntArrayList> nodes = new Long2ObjectOpenHashMap<>();
        for (int node : tree.order()) {
            int name = nameInDevice[host.nameId(node)];
            if (match.eventOf[node] < 0 && name >= 0) {
                long bytes = bySize && CommNames.isOperator(host.name(node)) ? host.inputBytes(node) : -1;
                nodes.computeIfAbsent(key(name, bytes), k -> new IntArrayList()).add(node);
            }
        }
        nodes.forEach((key, list) -> {
            IntArrayList same = events.get((long) key);
            for (int k = 0; same != null && same.size() == list.size() && k < list.size(); k++) {
                if (match.allowed(list.getInt(k), same.getInt(k))) {
                    match.pair(list.getInt(k), same.getInt(k));
                }
            }
        });
    }

    private Long2ObjectOpenHashMap<IntArrayList> freeEvents(boolean bySize) {
        Long2ObjectOpenHashMap<IntArrayList> events = new Long2ObjectOpenHashMap<>();
        for (int i = 0; i < device.size(); i++) {
            if (device.kind(i).isHostOp() && match.hostOf[i] < 0) {
                boolean sized = bySize && CommNames.isOperator(device.name(i));
                long bytes = sized ? OperatorArgs.of(device, i).bytes(0) : -1;
                events.computeIfAbsent(key(device.nameId(i), bytes), k -> new IntArrayList())
                        .add(i);
            }
        }
        return events;
    }

    private static long key(int name, long bytes) {
        return ((long) name << 32) | (Long.hashCode(bytes) & 0xFFFFFFFFL);
    }

    /** By position, the start of the next matched node. */
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

    private int take(int node, IntArrayList events, long from, long to) {
        for (int k = firstFrom(events, device, from); k < events.size(); k++) {
            int event = events.getInt(k);
            if (device.startNanos(event) > to) {
                return -1;
            }
            if (match.hostOf[event] < 0 && match.allowed(node, event)) {
                return event;
            }
        }
        return -1;
    }

    private static int firstFrom(IntArrayList events, DeviceTrace device, long from) {
        return BinarySearch.firstNot(0, events.size(), i -> device.startNanos(events.getInt(i)) < from);
    }
}
