// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.Mrg32k3a;
import org.etude.spec.network.PacketNetworkSpec;

/**
 * Loses packets at random: one sequence of random numbers for all links with the common loss rate, and one for each
 * link with its own rate.
 */
public final class ErrorModel {
    /** The stream number that the reference sets explicitly; such streams lie in the upper half. */
    private static final long STREAM = (1L << 63) + 50;

    private final double[] rate;
    private final Mrg32k3a[] draws;
    private final boolean active;

    /** Creates the sequences of each link with an error rate, in ns-3's order of streams. */
    public ErrorModel(PacketTopology topology, PacketNetworkSpec spec) {
        int links = topology.links().size();
        rate = new double[links];
        draws = new Mrg32k3a[links];
        Mrg32k3a common = new Mrg32k3a(STREAM, spec.randomRun());
        boolean any = spec.errorRate() > 0;
        for (int i = 0; i < links; i++) {
            double own = topology.links().get(i).errorRate();
            rate[i] = own > 0 ? own : spec.errorRate();
            draws[i] = own > 0 ? new Mrg32k3a(STREAM, spec.randomRun()) : common;
            any |= own > 0;
        }
        active = any;
    }

    public boolean active() {
        return active;
    }

    /** Draws for a frame that reached a port; every frame draws, pauses too. */
    public boolean loses(int port) {
        int link = port >> 1;
        return draws[link].next() < rate[link];
    }
}
