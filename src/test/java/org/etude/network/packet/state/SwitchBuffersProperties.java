// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.statistics.Statistics;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.SwitchSpec;

class SwitchBuffersProperties {
    private static final int PORTS = 4;
    private static final long RATE = 100_000_000_000L;

    private record Held(Port in, Port out, int size) {}

    /** A packet that passes has the effect of one that is admitted and released: nothing is changed and no port is paused. */
    @Property(tries = 200)
    void passingLeavesNoTrace(@ForAll @LongRange(min = 0, max = 1 << 20) long seed) {
        Random random = new Random(seed);
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int host = 0; host < PORTS; host++) {
            links.add(new PacketTopology.Link(host, PORTS, RATE, random.nextInt(3) * 400L, 0));
        }
        PacketNetworkSpec shipped = PacketNetworkSpec.shipped();
        PacketTopology topology = new PacketTopology(PORTS, 1, links);
        Ports ports = new Ports(topology, shipped.transport().frames());
        // From nearly full to ample, compared with the reserves and headrooms.
        long bytes = PORTS * 4096L + random.nextInt(200_000);
        SwitchBuffers buffers = new SwitchBuffers(
                topology, ports, new SwitchSpec(true, shipped.switches().marks(), false, true, bytes, 3), RATE);
        List<Held> held = new ArrayList<>();
        for (int step = 0; step < 100; step++) {
            Port in = ports.at(2 * random.nextInt(PORTS) + 1);
            Port out = ports.at(2 * random.nextInt(PORTS) + 1);
            int size = 48 + random.nextInt(4200);
            boolean passes = SwitchBuffers.passes(in, out, size);
            Statistics.collect(passes ? "passes" : "waits");
            if (passes) {
                List<Object> before = state(ports, buffers);
                assertThat(SwitchBuffers.admit(in, out, size)).isTrue();
                assertThat(SwitchBuffers.shouldPause(in)).isFalse();
                SwitchBuffers.release(in, out, size);
                assertThat(out.egress).isZero();
                assertThat(SwitchBuffers.shouldResume(in)).isFalse();
                assertThat(state(ports, buffers)).isEqualTo(before);
            }
            if (random.nextBoolean() && SwitchBuffers.admit(in, out, size)) {
                held.add(new Held(in, out, size));
                in.pausing |= SwitchBuffers.shouldPause(in);
            } else if (!held.isEmpty()) {
                Held gone = held.remove(random.nextInt(held.size()));
                SwitchBuffers.release(gone.in, gone.out, gone.size);
                gone.in.pausing &= !SwitchBuffers.shouldResume(gone.in);
            }
        }
        Statistics.coverage(checker -> {
            checker.check("passes").percentage(share -> share > 5);
            checker.check("waits").percentage(share -> share > 5);
        });
    }

    private static List<Object> state(Ports ports, SwitchBuffers buffers) {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < ports.count; i++) {
            Port port = ports.at(i);
            all.add(List.of(port.ingress, port.headroomUsed, port.egress, port.pausing));
        }
        all.add(buffers.shared(PORTS));
        return all;
    }
}
