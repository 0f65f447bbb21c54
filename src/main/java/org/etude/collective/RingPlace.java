// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

/**
 * A node's place in a logical ring: either nodes at a fixed distance from each other (a dimension) or a list of ranks (a
 * group).
 */
public final class RingPlace {
    private final int[] members;
    private final int base;
    private final int stride;
    private final int size;
    private final int index;
    private final boolean local;

    private RingPlace(int[] members, int base, int stride, int size, int index, boolean local) {
        this.members = members;
        this.base = base;
        this.stride = stride;
        this.size = size;
        this.index = index;
        this.local = local;
    }

    /** A ring of {@code size} nodes, {@code stride} apart, through a rank. */
    public static RingPlace strided(int rank, int stride, int size) {
        int index = rank / stride % size;
        return new RingPlace(null, rank - index * stride, stride, size, index, false);
    }

    /** The ring of a group in list order. */
    public static RingPlace listed(int[] members, int index) {
        return listed(members, 0, 1, members.length, index);
    }

    /** A ring of some ranks of a group: {@code size} of them, {@code stride} apart in the list, from {@code base} on. */
    public static RingPlace listed(int[] members, int base, int stride, int size, int index) {
        return new RingPlace(members, base, stride, size, index, true);
    }

    /** The number of nodes. */
    public int size() {
        return size;
    }

    /** This node's place. */
    public int index() {
        return index;
    }

    /** Whether it is the ring of a group smaller than the system. */
    public boolean local() {
        return local;
    }

    /** Lowest rank of a ring along a dimension. */
    public int base() {
        return base;
    }

    /** Distance of neighbours along a dimension. */
    public int stride() {
        return stride;
    }

    /** The rank at a place, counted round the ring. */
    public int rank(int place) {
        int at = Math.floorMod(place, size);
        int number = base + at * stride;
        return members == null ? number : members[number];
    }
}
