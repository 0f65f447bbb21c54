// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import java.util.ArrayList;
import java.util.List;
import org.etude.topology.graph.TopologyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A host of three GPUs (nodes 0 to 2) and two NICs (3 to 5 and 6 to 8), each a device of a chip and two ports. */
class DeviceShapeTest {
    private static final InfraCursor PLACE = new InfraCursor(NullNode.getInstance(), "net.yaml", "");

    private final DeviceShape nic = new DeviceShape("cx7");
    private final DeviceShape host = new DeviceShape("server");

    DeviceShapeTest() {
        nic.add("chip", 1, "cpu", null);
        nic.add("port", 2, "port", null);
        nic.join(0, 1, 7);
        host.add("xpu", 3, "xpu", null);
        host.add("nic", 2, "device", nic);
        host.join(2, 8, 9);
    }

    @ParameterizedTest
    @CsvSource({
        "xpu, 0 1 2",
        "xpu[1], 1",
        "xpu[0:3:2], 0 2",
        "nic.port, 4 5 7 8",
        "nic[1].port, 7 8",
        "nic[0:2].port[1], 5 8",
        "nic[0:2].chip, 3 6"
    })
    void anEndpointSelectsNodesInOrder(String endpoint, String nodes) {
        List<String> found = new ArrayList<>();
        host.nodes(PLACE, endpoint).forEach((int node) -> found.add(Integer.toString(node)));
        assertThat(String.join(" ", found)).isEqualTo(nodes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "xpu[3]; \"xpu[3]\" is empty or out of range for the 3 components xpu of device server",
                "gpu; device server has no component gpu",
                "nic; \"nic\" is the device cx7, which is not a node",
                "xpu.port; \"xpu.port\" selects inside a component that is not a device",
                "nic.xpu; device cx7 has no component xpu",
                "xpu[; \"xpu[\" is not a name with a slice"
            })
    void anEndpointThatSelectsNothingIsRefused(String endpoint, String what) {
        assertThatThrownBy(() -> host.nodes(PLACE, endpoint))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(what);
    }

    @Test
    void componentsThatMayBeNamedAreListed() {
        assertThatThrownBy(() -> host.nodes(PLACE, "gpu")).hasMessageContaining("Use one of xpu, nic.");
        assertThatThrownBy(() -> host.nodes(PLACE, "nic"))
                .hasMessageContaining("Append one of its components: chip, port.");
        assertThatThrownBy(() -> host.nodes(PLACE, "xpu[3]")).hasMessageContaining("Use indices from 0 to 2;");
    }

    @Test
    void edgesOfTheDeviceComeBeforeThoseInside() {
        List<String> edges = new ArrayList<>();
        host.edges(100, (from, to, sort) -> edges.add(from + "-" + to + " by " + sort));
        assertThat(edges).containsExactly("102-108 by 9", "103-104 by 7", "106-107 by 7");
    }

    @Test
    void eachNodeHasATypeAndAName() {
        assertThat(host.size()).isEqualTo(9);
        String[] types = new String[10];
        host.types(types, 1);
        assertThat(types).containsExactly(null, "xpu", "xpu", "xpu", "cpu", "port", "port", "cpu", "port", "port");
        assertThat(host.name(2)).isEqualTo("xpu.2");
        assertThat(host.name(3)).isEqualTo("nic.0.chip.0");
        assertThat(host.name(8)).isEqualTo("nic.1.port.1");
        assertThatThrownBy(() -> host.name(9)).isInstanceOf(IllegalArgumentException.class);
        assertThat(host.has("nic")).isTrue();
        assertThat(host.has("port")).isFalse();
    }
}
