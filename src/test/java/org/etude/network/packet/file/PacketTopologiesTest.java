// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.etude.network.packet.spec.PacketTopology;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

class PacketTopologiesTest {
    @Test
    void oneSwitchIsAStar() {
        LogicalTopology logical =
                LogicalTopology.switched(8).bandwidth(Bandwidth.gbps(100)).latency(Time.ns(700));
        PacketTopology star = PacketTopologies.of(logical);
        assertThat(star).isEqualTo(PacketTopologies.star(8, 100_000_000_000L, 700));
        assertThat(star.links()).hasSize(8);
    }

    /** The published torus: one switch per host, 128 host links and 3 x 128 links between switches. */
    @Test
    void torusHasASwitchAHost() {
        LogicalTopology logical =
                LogicalTopology.torus(4, 4, 8).bandwidth(Bandwidth.gbps(65)).latency(Time.us(14));
        PacketTopology torus = PacketTopologies.of(logical);
        assertThat(torus.hosts()).isEqualTo(128);
        assertThat(torus.switches()).isEqualTo(128);
        assertThat(torus.links()).hasSize(128 + 3 * 128);
        assertThat(torus.links()).contains(new PacketTopology.Link(128 + 3, 128, 65_000_000_000L, 14_000, 0));
    }

    @Test
    void ringsOfTwoHaveOneLink() {
        assertThat(PacketTopologies.of(LogicalTopology.ring(2)).links()).hasSize(3);
        assertThat(PacketTopologies.of(LogicalTopology.ring(3)).links()).hasSize(6);
    }

    @Test
    void otherDimensions() {
        PacketTopology full = PacketTopologies.of(LogicalTopology.fullyConnected(5));
        assertThat(full.links()).hasSize(5 + 10);
        LogicalTopology mixed = LogicalTopology.of(DimKind.SWITCH, 4, 2);
        PacketTopology switches = PacketTopologies.of(mixed);
        assertThat(switches.switches()).isEqualTo(8 + 2 + 4);
        assertThat(switches.links()).hasSize(8 + 8 + 8);
    }

    /** The last switch of row y of the first dimension joins the first of row y + 1 of the same plane. */
    @Test
    void twistGoesOneRowFurther() {
        PacketTopology twisted = PacketTopologies.twistedTorus(4, 4, 8, 65_000_000_000L, 14_000);
        assertThat(twisted.links()).hasSize(128 + 3 * 128);
        int plane = 16;
        assertThat(twisted.links())
                .contains(new PacketTopology.Link(128 + 3, 128 + 4, 65_000_000_000L, 14_000, 0))
                .contains(new PacketTopology.Link(128 + plane + 15, 128 + plane, 65_000_000_000L, 14_000, 0))
                .doesNotContain(new PacketTopology.Link(128 + 3, 128, 65_000_000_000L, 14_000, 0));
    }

    @Test
    void wrongShapesAreRefused() {
        assertThatThrownBy(() -> PacketTopologies.fatTree(9, 2, 1, 1, 1)).hasMessageContaining("spread evenly");
        assertThatThrownBy(() -> PacketTopologies.twistedTorus(2, 2, 2, 1, 1)).hasMessageContaining("at least 3");
        assertThatThrownBy(() -> new PacketTopology.Link(1, 1, 1, 1, 0)).hasMessageContaining("two different nodes");
        assertThatThrownBy(() -> PacketTopologies.star(2, 0, 1)).hasMessageContaining("rate must be positive");
    }
}
