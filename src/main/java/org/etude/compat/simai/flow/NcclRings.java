// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.compat.simai.model.SimAiGroup;

/**
 * The rings of a group, one for each rank of a server: in ring c the ranks of every server follow each other from the c-th
 * on, and servers follow in order.
 *
 * @param channels the rings, each a hop for each rank
 */
public record NcclRings(List<SortedMap<Integer, Hop>> channels) {
    /**
     * A rank's place in a ring.
     *
     * @param previous the rank before it
     * @param next the rank behind it
     * @param entry the rank by which its server receives
     * @param exit the rank by which its server sends on
     */
    public record Hop(int previous, int next, int entry, int exit) {}

    /** The rings of a group. */
    public static NcclRings of(SimAiGroup group) {
        int local = group.local();
        List<Integer> sorted = group.ranks().stream().sorted().toList();
        int distance =
                group.nodes() > 1 ? group.ranks().get(local) - group.ranks().get(0) : 0;
        List<SortedMap<Integer, Hop>> channels = new ArrayList<>();
        for (int channel = 0; channel < local; channel++) {
            channels.add(Collections.unmodifiableSortedMap(
                    ring(order(sorted.subList(0, local), channel), distance, group.nodes())));
        }
        return new NcclRings(List.copyOf(channels));
    }

    /** Ranks of the first server from one of them on. */
    static List<Integer> order(List<Integer> local, int channel) {
        List<Integer> order = new ArrayList<>(local.subList(channel, local.size()));
        order.addAll(local.subList(0, channel));
        return order;
    }

    private static SortedMap<Integer, Hop> ring(List<Integer> local, int distance, int nodes) {
        List<Integer> all = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            for (int rank : local) {
                all.add(rank + node * distance);
            }
        }
        SortedMap<Integer, Hop> ring = new TreeMap<>();
        int size = local.size();
        for (int i = 0; i < all.size(); i++) {
            int first = i / size * size;
            ring.put(
                    all.get(i),
                    new Hop(
                            all.get((i + all.size() - 1) % all.size()),
                            all.get((i + 1) % all.size()),
                            all.get(first),
                            all.get(first + size - 1)));
        }
        return ring;
    }

    /** The number of rings. */
    public int size() {
        return channels.size();
    }
}
