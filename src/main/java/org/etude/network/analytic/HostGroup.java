// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import org.etude.topology.graph.LogicalTopology;

/**
 * A group of symmetries of a logical topology in which exactly one member takes a given host to another; a member is
 * named by the host to which it takes host 0. Along each dimension, members either rotate the positions or combine
 * their numbers by exclusive or. All members commute.
 */
public final class HostGroup implements Symmetries {
    private final int hosts;
    private final int[] size;
    private final int[] stride;
    private final boolean[] exchanging;
    private final boolean oneRing;

    /**
     * Creates the group of a topology.
     *
     * @param exchanging per dimension, whether positions are combined by exclusive or instead of rotated; the size
     *     of such a dimension is a power of two
     */
    public HostGroup(LogicalTopology topology, boolean[] exchanging) {
        hosts = topology.hosts();
        this.exchanging = exchanging.clone();
        size = new int[topology.size()];
        stride = new int[topology.size()];
        for (int d = 0; d < size.length; d++) {
            size[d] = topology.dims().get(d).npus();
            stride[d] = topology.stride(d);
        }
        oneRing = size.length == 1 && !exchanging[0];
    }

    /** The number of hosts, which is also the number of members. */
    public int hosts() {
        return hosts;
    }

    /** The composition of two members; also the host to which a member takes a host. */
    public int compose(int a, int b) {
        if (oneRing) {
            int sum = a + b;
            return sum >= hosts ? sum - hosts : sum;
        }
        int result = 0;
        for (int d = 0; d < size.length; d++) {
            int x = a / stride[d] % size[d];
            int y = b / stride[d] % size[d];
            result += stride[d] * (exchanging[d] ? x ^ y : (x + y) % size[d]);
        }
        return result;
    }

    /** The inverse of a member. */
    public int inverse(int a) {
        int result = 0;
        for (int d = 0; d < size.length; d++) {
            int x = a / stride[d] % size[d];
            result += stride[d] * (exchanging[d] || x == 0 ? x : size[d] - x);
        }
        return result;
    }

    @Override
    public int sender(int src, int dst) {
        return inverse(dst);
    }

    @Override
    public int receiver(int dst) {
        return 0;
    }

    /** A member applied this many times. */
    public int power(int a, long times) {
        int result = 0;
        for (int d = 0; d < size.length; d++) {
            long x = a / stride[d] % size[d];
            result += stride[d] * (int) (exchanging[d] ? x * (times & 1) : x * (times % size[d]) % size[d]);
        }
        return result;
    }
}
