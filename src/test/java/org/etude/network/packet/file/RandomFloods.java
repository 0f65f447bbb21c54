// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.unit.Bytes;

/** Long messages without windows to one host, whose switch has a small buffer and drops: hosts go back and send again many times. */
public final class RandomFloods {
    private static final long GBPS = 1_000_000_000L;

    private final PacketTopology topology;
    private final PacketNetworkSpec spec;
    private final List<Lab.Flow> flows = new ArrayList<>();

    public RandomFloods(long seed) {
        // The first numbers of neighbouring seeds are alike.
        Random random = new Random((seed + 1) * 0x9e3779b97f4a7c15L);
        int hosts = 2 + random.nextInt(2);
        long rate = any(random, 25, 100, 400) * GBPS;
        long slow = random.nextBoolean() ? rate : any(random, 10, 25, 100) * GBPS;
        long delay = any(random, 0, 100, 500, 5_000);
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            links.add(new PacketTopology.Link(hosts, host, host == 0 ? slow : rate, delay, 0));
        }
        topology = new PacketTopology(hosts, 1, links);
        int payload = any(random, 1_000, 4_096, 9_000);
        spec = Lab.shipped()
                .with(Lab.shipped().transport().withWindow(false).withPayload(payload))
                .pfc(false)
                .buffer(new Bytes(any(random, 60_000, 200_000)));
        for (int host = 1; host < hosts; host++) {
            flows.add(new Lab.Flow(host, 0, 500L * payload + random.nextInt(1_500 * payload), random.nextInt(1_000)));
        }
    }

    private static int any(Random random, int... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** The same traffic on the same network, with fast-forward or not. */
    public Lab lab(boolean fastForward) {
        return new Lab(topology, spec.withFastForward(fastForward), false)
                .flows(flows)
                .run();
    }
}
