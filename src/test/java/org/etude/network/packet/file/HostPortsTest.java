// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.topology.text.TopologyText;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Links of hosts to switches of their own carry what the ports of these switches carry. */
class HostPortsTest {
    private static PacketTopology network(String shape) {
        return PacketTopologies.of(TopologyText.parse(shape)
                .bandwidth(Bandwidth.gbps(10))
                .latency(Time.us(5))
                .logical());
    }

    @ParameterizedTest
    @CsvSource({
        "ring:2, 10", // one cable
        "ring:3, 20",
        "fc:8, 70",
        "torus:4x4x8, 60",
        "torus:2x4, 30",
        "'switch:8,switch:4', 20",
        "'fc:8,switch:2', 80"
    })
    void theLinkOfAHostIsAsFastAsItsPorts(String shape, long gbps) {
        PacketTopology plain = network(shape);
        PacketTopology changed = HostPorts.of(plain);
        for (int i = 0; i < plain.links().size(); i++) {
            PacketTopology.Link before = plain.links().get(i);
            PacketTopology.Link after = changed.links().get(i);
            if (plain.isHost(before.a()) || plain.isHost(before.b())) {
                assertThat(after)
                        .isEqualTo(new PacketTopology.Link(before.a(), before.b(), gbps * 1_000_000_000, 1, 0));
            } else {
                assertThat(after).isEqualTo(before);
            }
        }
        assertThat(changed.hosts()).isEqualTo(plain.hosts());
        assertThat(changed.switches()).isEqualTo(plain.switches());
    }

    @Test
    void hostsOfOneSwitchAndWithoutPortsKeepTheirLinks() {
        assertThat(HostPorts.of(network("switch:8"))).isEqualTo(network("switch:8"));
        PacketTopology alone = new PacketTopology(1, 1, List.of(new PacketTopology.Link(1, 0, 9, 7, 0.5)));
        assertThat(HostPorts.of(alone)).isEqualTo(alone);
    }

    @Test
    void theLinkKeepsItsLossAndTheNetworkItsPreferredSwitches() {
        PacketTopology given = new PacketTopology(
                2,
                2,
                List.of(
                        new PacketTopology.Link(0, 2, 1, 9, 0.25),
                        new PacketTopology.Link(3, 1, 1, 9, 0),
                        new PacketTopology.Link(2, 3, 5, 8, 0),
                        new PacketTopology.Link(3, 2, 6, 8, 0)),
                1);
        assertThat(HostPorts.of(given))
                .isEqualTo(new PacketTopology(
                        2,
                        2,
                        List.of(
                                new PacketTopology.Link(0, 2, 11, 1, 0.25),
                                new PacketTopology.Link(3, 1, 11, 1, 0),
                                new PacketTopology.Link(2, 3, 5, 8, 0),
                                new PacketTopology.Link(3, 2, 6, 8, 0)),
                        1));
    }
}
