// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.flow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.etude.compat.simai.model.SimAiGroup;

/**
 * The rings of a group, one per rank of a server: ring c visits the ranks of each server in order, starting with the
 * c-th, and the servers in order.
 *
 * @param channels the rings, each with one hop per rank
 */
public record NcclRings(List<SortedMap<Integer, Hop>> channels) {
    /**
     * A rank's position in a ring.
     *
     * @param previous the previous rank
     * @param next the next rank
     * @param entry the rank through which its server receives
     * @param exit the rank through which its server sends
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

    /** The ranks of the first server, starting with one of them. */
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
