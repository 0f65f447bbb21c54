// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import org.etude.topology.graph.LogicalTopology;

/**
 * A group of symmetries of a logical topology that takes each host to each other one by exactly one member, which is named
 * by the host it takes host 0 to. Along a dimension members either turn the places round or exchange them by exclusive or
 * of their numbers. All members commute.
 */
public final class HostGroup implements Symmetries {
    private final int hosts;
    private final int[] size;
    private final int[] stride;
    private final boolean[] exchanging;
    private final boolean oneRing;

    /**
     * The group of a topology.
     *
     * @param exchanging for each dimension whether its places are exchanged rather than turned; such a dimension has a
     *     power of two of places
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

    /** The number of hosts and of members. */
    public int hosts() {
        return hosts;
    }

    /** First one member, then the other; also where a member takes a host. */
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

    /** The power of a member. */
    public int power(int a, long times) {
        int result = 0;
        for (int d = 0; d < size.length; d++) {
            long x = a / stride[d] % size[d];
            result += stride[d] * (int) (exchanging[d] ? x * (times & 1) : x * (times % size[d]) % size[d]);
        }
        return result;
    }
}
