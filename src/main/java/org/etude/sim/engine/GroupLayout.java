// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.Arrays;
import org.etude.collective.RingPlace;
import org.etude.spec.AlgorithmSpec;

/**
 * How a process group smaller than the job does a collective: its ranks as a box, one level for each dimension of the network in
 * which they differ, and what runs along each. A group in one dimension, and a flat one, is a box of one level.
 *
 * @param members the ranks; place i is at {@code i / stride[l] % size[l]} of level l
 * @param dim dimension of the network that a level represents; -1 for a flat group
 * @param size ranks along each level
 * @param stride distance in {@code members} of neighbours along each level
 * @param algorithm what runs along each level
 */
public record GroupLayout(int[] members, int[] dim, int[] size, int[] stride, AlgorithmSpec[] algorithm) {

    public int levels() {
        return size.length;
    }

    /** The place of a rank, or -1. */
    int place(int rank) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == rank) {
                return i;
            }
        }
        return -1;
    }

    /** The ranks along a level, as the one at a place sees them. */
    RingPlace ring(int place, int level) {
        int index = place / stride[level] % size[level];
        return RingPlace.listed(members, place - index * stride[level], stride[level], size[level], index);
    }

    /** The rank this many places on from a place along a level. */
    public int ahead(int place, int level, int by) {
        int index = place / stride[level] % size[level];
        return members[place + ((index + by) % size[level] - index) * stride[level]];
    }

    /** Whether every level runs one of these. */
    public boolean runs(AlgorithmSpec.Kind... kinds) {
        return Arrays.stream(algorithm).allMatch(a -> Arrays.asList(kinds).contains(a.kind()));
    }

    /** Whether another group's ranks make the same box. */
    public boolean sameBox(GroupLayout other) {
        return Arrays.equals(size, other.size) && Arrays.equals(dim, other.dim);
    }
}
