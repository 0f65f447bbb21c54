// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.Arrays;
import org.etude.collective.RingPosition;
import org.etude.spec.AlgorithmSpec;

/**
 * How a process group smaller than the job performs a collective: its ranks as a box, with one level per dimension of
 * the network in which they differ, and the algorithm along each level. A group within one dimension, like a flat one,
 * has one level.
 *
 * @param members the ranks; position i is at {@code i / stride[l] % size[l]} of level l
 * @param dim dimension of the network of each level; -1 for a flat group
 * @param size ranks along each level
 * @param stride distance in {@code members} between neighbours along each level
 * @param algorithm the algorithm along each level
 */
public record GroupLayout(int[] members, int[] dim, int[] size, int[] stride, AlgorithmSpec[] algorithm) {

    public int levels() {
        return size.length;
    }

    /** The position of a rank, or -1. */
    int place(int rank) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == rank) {
                return i;
            }
        }
        return -1;
    }

    /** The ring along a level, as seen from a position. */
    RingPosition ring(int place, int level) {
        int index = place / stride[level] % size[level];
        return RingPosition.listed(members, place - index * stride[level], stride[level], size[level], index);
    }

    /** The rank this many positions ahead along a level. */
    public int ahead(int place, int level, int by) {
        int index = place / stride[level] % size[level];
        return members[place + ((index + by) % size[level] - index) * stride[level]];
    }

    /** Whether every level uses one of these algorithms. */
    public boolean runs(AlgorithmSpec.Kind... kinds) {
        return Arrays.stream(algorithm).allMatch(a -> Arrays.asList(kinds).contains(a.kind()));
    }

    /** Whether another group has a box of the same shape. */
    public boolean sameBox(GroupLayout other) {
        return Arrays.equals(size, other.size) && Arrays.equals(dim, other.dim);
    }
}
