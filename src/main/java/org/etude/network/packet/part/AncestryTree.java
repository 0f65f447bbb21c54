// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import it.unimi.dsi.fastutil.objects.Reference2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The ancestors, within a stretch, of the events that are pending at its end, in the order in which they were scheduled.
 *
 * @param parents by event: the event that scheduled it or, negative, the complement of its place among those pending at the
 *     beginning
 * @param after by event: how many ns after the beginning it was scheduled
 * @param pending the events that are pending at the end
 */
public record AncestryTree(int[] parents, long[] after, int[] pending) {
    private static final int NONE = -1;

    /** Its memory, in 8-byte words. */
    public long words() {
        return parents.length + (parents.length + pending.length) / 2;
    }

    /**
     * Gathers the ancestors of events.
     *
     * @param ends the origins of the events that are pending at the end and were scheduled after the beginning
     * @param starts the origins of the events pending at the beginning
     */
    public static AncestryTree of(List<Origin.Born> ends, Origins starts, long begun) {
        Reference2IntOpenHashMap<Origin> places = new Reference2IntOpenHashMap<>();
        places.defaultReturnValue(NONE);
        List<Origin.Born> found = gather(ends, begun, places);
        found.sort(Comparator.comparingLong(event -> event.birth(0)));
        for (int i = 0; i < found.size(); i++) {
            places.put(found.get(i), i);
        }
        int[] parents = new int[found.size()];
        long[] after = new long[found.size()];
        for (int i = 0; i < parents.length; i++) {
            Origin.Born event = found.get(i);
            Origin parent = event.parent(0);
            int index = event.parentIndex(0);
            parents[i] = parent.tick(index) > begun ? places.getInt(parent) : ~starts.find(parent, index);
            after[i] = event.tick(0) - begun;
        }
        int[] pending = new int[ends.size()];
        Arrays.setAll(pending, i -> places.getInt(ends.get(i)));
        return new AncestryTree(parents, after, pending);
    }

    private static List<Origin.Born> gather(
            List<Origin.Born> ends, long begun, Reference2IntOpenHashMap<Origin> places) {
        List<Origin.Born> found = new ArrayList<>();
        for (Origin.Born end : ends) {
            Origin at = end;
            int index = 0;
            while (at.tick(index) > begun && places.putIfAbsent(at, 0) == NONE) {
                found.add((Origin.Born) at);
                Origin parent = at.parent(index);
                index = at.parentIndex(index);
                at = parent;
            }
        }
        return found;
    }
}
