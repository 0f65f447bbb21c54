// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

/**
 * A node's position in a logical ring: either nodes at a fixed distance from each other (a dimension) or a list of
 * ranks (a group).
 */
public final class RingPosition {
    private final int[] members;
    private final int base;
    private final int stride;
    private final int size;
    private final int index;
    private final boolean local;

    private RingPosition(int[] members, int base, int stride, int size, int index, boolean local) {
        this.members = members;
        this.base = base;
        this.stride = stride;
        this.size = size;
        this.index = index;
        this.local = local;
    }

    /** A ring of {@code size} nodes, {@code stride} apart, that contains a rank. */
    public static RingPosition strided(int rank, int stride, int size) {
        int index = rank / stride % size;
        return new RingPosition(null, rank - index * stride, stride, size, index, false);
    }

    /** The ring of a group, in list order. */
    public static RingPosition listed(int[] members, int index) {
        return listed(members, 0, 1, members.length, index);
    }

    /**
     * A ring of some ranks of a group: {@code size} of them, {@code stride} apart in the list, starting at {@code
     * base}.
     */
    public static RingPosition listed(int[] members, int base, int stride, int size, int index) {
        return new RingPosition(members, base, stride, size, index, true);
    }

    /** The number of nodes. */
    public int size() {
        return size;
    }

    /** This node's position. */
    public int index() {
        return index;
    }

    /** Whether this is the ring of a group smaller than the system. */
    public boolean local() {
        return local;
    }

    /** The lowest rank of a ring along a dimension. */
    public int base() {
        return base;
    }

    /** The distance in ranks between neighbours along a dimension. */
    public int stride() {
        return stride;
    }

    /** The rank at a position, counted around the ring. */
    public int rank(int position) {
        int at = Math.floorMod(position, size);
        int number = base + at * stride;
        return members == null ? number : members[number];
    }
}
