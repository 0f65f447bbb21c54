// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import org.etude.report.Progress;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.HostTrace;

/**
 * Matches host nodes and Kineto events without common ids by the order of names on each thread. Threads are paired by
 * the names they share (or pairs they already have). Their sequences are then aligned, first by name and caller, then
 * by name alone; the remainder is matched by name and time between matched neighbours.
 */
final class NameMatcher {
    private final HostTrace host;
    private final DeviceTrace device;
    private final HostTree tree;
    private final int[] enclosing;
    private final int[] nameInDevice;
    private final HostMatch match;

    NameMatcher(
            HostTrace host, DeviceTrace device, HostTree tree, int[] enclosing, int[] nameInDevice, HostMatch match) {
        this.host = host;
        this.device = device;
        this.tree = tree;
        this.enclosing = enclosing;
        this.nameInDevice = nameInDevice;
        this.match = match;
    }

    void match() {
        Long2ObjectLinkedOpenHashMap<IntArrayList> threads = threads();
        IntArrayList[] lanes = lanes();
        for (ThreadPairs.Pair pair : ThreadPairs.of(threads, lanes, this::deviceName, device, match)) {
            Progress.checkInterrupted();
            alignThread(threads.get(pair.tid()), lanes[pair.lane()]);
        }
        LeftoverMatcher.match(host, device, tree, nameInDevice, match);
    }

    private int deviceName(int node) {
        return nameInDevice[host.nameId(node)];
    }

    private Long2ObjectLinkedOpenHashMap<IntArrayList> threads() {
        Long2ObjectLinkedOpenHashMap<IntArrayList> threads = new Long2ObjectLinkedOpenHashMap<>();
        for (int node : tree.order()) {
            if (!HostTree.isRoot(host, node) || deviceName(node) >= 0) {
                threads.computeIfAbsent(host.tid(node), tid -> new IntArrayList())
                        .add(node);
            }
        }
        return threads;
    }

    private IntArrayList[] lanes() {
        IntArrayList[] lanes = new IntArrayList[device.laneCount()];
        for (int i = 0; i < device.size(); i++) {
            if (device.kind(i).isHostOp()) {
                int lane = device.lane(i);
                lanes[lane] = lanes[lane] == null ? new IntArrayList() : lanes[lane];
                lanes[lane].add(i);
            }
        }
        return lanes;
    }

    /** Splits both sequences at the pairs matched by id and aligns the parts in between. */
    private void alignThread(IntArrayList nodes, IntArrayList events) {
        Int2IntOpenHashMap placeOfEvent = new Int2IntOpenHashMap();
        placeOfEvent.defaultReturnValue(-1);
        for (int k = 0; k < events.size(); k++) {
            placeOfEvent.put(events.getInt(k), k);
        }
        int nodeFrom = 0;
        int eventFrom = 0;
        for (int k = 0; k <= nodes.size(); k++) {
            int partner = k == nodes.size() ? events.size() : anchor(nodes.getInt(k), placeOfEvent);
            if (partner >= eventFrom) {
                alignStretch(free(nodes, nodeFrom, k, match.eventOf), free(events, eventFrom, partner, match.hostOf));
                nodeFrom = k + 1;
                eventFrom = partner + 1;
            }
        }
    }

    private int anchor(int node, Int2IntOpenHashMap placeOfEvent) {
        return match.eventOf[node] < 0 ? -1 : placeOfEvent.get(match.eventOf[node]);
    }

    private static IntArrayList free(IntArrayList all, int from, int to, int[] partner) {
        IntArrayList free = new IntArrayList();
        for (int k = from; k < to; k++) {
            if (partner[all.getInt(k)] < 0) {
                free.add(all.getInt(k));
            }
        }
        return free;
    }

    private void alignStretch(IntArrayList nodes, IntArrayList events) {
        if (nodes.isEmpty() || events.isEmpty()) {
            return;
        }
        int[] left = new int[nodes.size()];
        int[] right = new int[events.size()];
        int[] leftCalled = new int[left.length];
        int[] rightCalled = new int[right.length];
        for (int k = 0; k < left.length; k++) {
            int node = nodes.getInt(k);
            int parent = tree.parent(node);
            left[k] = deviceName(node) < 0 ? -1 - k : deviceName(node);
            leftCalled[k] = mix(left[k], parent < 0 || HostTree.isRoot(host, parent) ? -1 : deviceName(parent));
        }
        for (int k = 0; k < right.length; k++) {
            int event = events.getInt(k);
            right[k] = device.nameId(event);
            rightCalled[k] = mix(right[k], enclosing[event] < 0 ? -1 : device.nameId(enclosing[event]));
        }
        int[] partner = SequenceAligner.align(leftCalled, rightCalled);
        SequenceAligner.fill(partner, left, right);
        for (int k = 0; k < partner.length; k++) {
            if (partner[k] >= 0
                    && left[k] == right[partner[k]]
                    && match.allowed(nodes.getInt(k), events.getInt(partner[k]))) {
                match.pair(nodes.getInt(k), events.getInt(partner[k]));
            }
        }
    }

    private static int mix(int name, int caller) {
        return name * 0x9E3779B1 + caller * 0x85EBCA6B;
    }
}
