// SPDX-License-Identifier: Apache-2.0
package org.etude.topology.infragraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.topology.graph.PhysicalTopology;
import org.etude.topology.graph.TopologyException;
import org.junit.jupiter.api.Test;

/** Nodes are named by their type in order; edges are "from to link"; link k has 100 (k + 1) Gbps and k + 1 ns; 2 and 3 lose a tenth. */
class InfraReductionTest {
    private final List<Finding> findings = new ArrayList<>();

    private InfraNodes graph(String types, String... edges) throws JsonProcessingException {
        StringBuilder text = new StringBuilder("{\"links\":[");
        for (int k = 0; k < 4; k++) {
            text.append(k == 0 ? "" : ",")
                    .append("{\"name\":\"l" + k + (k < 2 ? "" : "\",\"description\":\"Etude: error_rate=0.1")
                            + "\",\"physical\":{\"bandwidth\":{\"gigabits_per_second\":" + 100 * (k + 1)
                            + "},\"latency\":{\"ns\":" + (k + 1) + "}}}");
        }
        InfraLinks links = new InfraLinks(findings);
        links.read(new InfraCursor(new ObjectMapper().readTree(text + "]}"), "net.yaml", ""), "");
        String[] names = types.split(" ");
        InfraNodes nodes = new InfraNodes(names.length, links, findings);
        System.arraycopy(names, 0, nodes.types, 0, names.length);
        for (String edge : edges) {
            String[] parts = edge.split(" ");
            nodes.join(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        }
        return nodes;
    }

    private static List<String> links(PhysicalTopology net) {
        return net.links().stream()
                .map(l -> l.a() + "-" + l.b() + " " + l.spec().bandwidth().toGbps() + " "
                        + l.spec().latencyNs() + " " + net.levels().get(l.level()))
                .toList();
    }

    @Test
    void partsWithTwoEdgesBecomePartOfALink() throws JsonProcessingException {
        PhysicalTopology net =
                InfraReduction.of(graph("xpu nic port switch xpu", "0 1 3", "1 2 1", "2 3 2", "4 3 0"), "net", null);
        assertThat(net.hosts()).isEqualTo(2);
        assertThat(net.switches()).isEqualTo(1);
        assertThat(links(net)).containsExactly("0-2 200.0 9.0 l1", "1-2 100.0 1.0 l0");
        assertThat(net.levels()).containsExactly("l0", "l1", "l2", "l3");
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).toString())
                .contains("2 components with two edges became part of a link, 0 that lead nowhere are left out");
    }

    /** Nine tenths of nine tenths come through; a part that loses nothing leaves the loss as it was given. */
    @Test
    void partsOfALinkLoseOneAfterTheOther() throws JsonProcessingException {
        PhysicalTopology net = InfraReduction.of(
                graph("xpu nic switch xpu nic xpu", "0 1 3", "1 2 2", "3 4 3", "4 2 0", "5 2 2"), "net", null);
        assertThat(net.links().get(0).spec().errorRate()).isCloseTo(0.19, within(1e-12));
        assertThat(net.links().get(1).spec().errorRate()).isCloseTo(0.1, within(1e-12));
        assertThat(net.links().get(2).spec().errorRate()).isEqualTo(0.1);
    }

    @Test
    void aChainIsFollowedBothWaysFromItsFirstEdge() throws JsonProcessingException {
        PhysicalTopology net = InfraReduction.of(graph("xpu a b switch", "1 2 3", "0 1 2", "2 3 1"), "net", null);
        assertThat(links(net)).containsExactly("0-1 200.0 9.0 l1");
    }

    @Test
    void whatLeadsNowhereIsLeftOutWithAllThatLedThere() throws JsonProcessingException {
        PhysicalTopology net = InfraReduction.of(
                graph("xpu bridge memory chip switch lone", "0 1 0", "1 2 0", "2 3 0", "0 4 1"), "net", null);
        assertThat(links(net)).containsExactly("0-1 200.0 2.0 l1");
        assertThat(net.nodes()).isEqualTo(2);
        assertThat(findings.get(0).toString())
                .contains("0 components with two edges", ", 4 that lead nowhere are left out");
    }

    @Test
    void aPartWithThreeEdgesForwardsAsASwitchDoes() throws JsonProcessingException {
        PhysicalTopology net = InfraReduction.of(graph("xpu xpu pcie switch", "0 2 0", "1 2 0", "2 3 1"), "net", null);
        assertThat(net.switches()).isEqualTo(2);
        assertThat(links(net)).containsExactly("0-2 100.0 1.0 l0", "1-2 100.0 1.0 l0", "2-3 200.0 2.0 l1");
        assertThat(findings).isEmpty();
    }

    @Test
    void cyclesOfPartsThatLeadBackAreNoLinks() throws JsonProcessingException {
        PhysicalTopology loop =
                InfraReduction.of(graph("xpu a b switch", "0 1 0", "1 2 0", "2 0 0", "0 3 1"), "net", null);
        assertThat(links(loop)).containsExactly("0-1 200.0 2.0 l1");
        PhysicalTopology island =
                InfraReduction.of(graph("xpu a b c switch", "1 2 0", "2 3 0", "3 1 0", "0 4 1"), "net", null);
        assertThat(links(island)).containsExactly("0-1 200.0 2.0 l1");
    }

    /** GPUs reach 3 by their fastest links, and 2 by slower ones. */
    @Test
    void theSwitchOfTheFastestLinksComesFirst() throws JsonProcessingException {
        PhysicalTopology net =
                InfraReduction.of(graph("xpu xpu switch switch", "0 2 0", "1 2 0", "0 3 3", "1 3 3"), "net", null);
        assertThat(net.preferredSwitches()).isEqualTo(1);
        assertThat(links(net))
                .containsExactly("0-3 100.0 1.0 l0", "1-3 100.0 1.0 l0", "0-2 400.0 4.0 l3", "1-2 400.0 4.0 l3");
    }

    @Test
    void aSwitchWithALinkToAnotherIsNotPreferred() throws JsonProcessingException {
        PhysicalTopology net = InfraReduction.of(
                graph("xpu xpu switch switch", "0 2 0", "1 2 0", "0 3 3", "1 3 3", "2 3 3"), "net", null);
        assertThat(net.preferredSwitches()).isZero();
    }

    @Test
    void linksOfOneSpeedPreferNothing() throws JsonProcessingException {
        PhysicalTopology net =
                InfraReduction.of(graph("xpu xpu switch switch", "0 2 0", "1 2 0", "0 3 0", "1 3 0"), "net", null);
        assertThat(net.preferredSwitches()).isZero();
    }

    @Test
    void givenPreferredNodesAreKept() throws JsonProcessingException {
        PhysicalTopology net = InfraReduction.of(
                graph("switch xpu switch", "1 0 0", "1 2 3"), "net", new boolean[] {false, false, true});
        assertThat(net.preferredSwitches()).isEqualTo(1);
        assertThat(links(net)).containsExactly("0-2 100.0 1.0 l0", "0-1 400.0 4.0 l3");
    }

    @Test
    void ranksNumberTheHosts() throws JsonProcessingException {
        InfraNodes graph = graph("xpu xpu switch", "0 2 0", "1 2 1");
        graph.rank[0] = 1;
        graph.rank[1] = 0;
        assertThat(links(InfraReduction.of(graph, "net", null)))
                .containsExactly("1-2 100.0 1.0 l0", "0-2 200.0 2.0 l1");
    }

    @Test
    void ranksThatDoNotNumberTheHostsAreRefused() throws JsonProcessingException {
        InfraNodes half = graph("xpu xpu switch", "0 2 0", "1 2 1");
        half.rank[0] = 0;
        assertThatThrownBy(() -> InfraReduction.of(half, "net", null))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("net: the ranks of the 2 xpus are not 0 to 1, each once: one has none");
        half.rank[1] = 2;
        assertThatThrownBy(() -> InfraReduction.of(half, "net", null)).hasMessageContaining("one has 2");
        half.rank[1] = 0;
        assertThatThrownBy(() -> InfraReduction.of(half, "net", null)).hasMessageContaining("one has 0");
    }

    @Test
    void aNetworkWithoutGpusIsRefused() throws JsonProcessingException {
        InfraNodes graph = graph("switch switch", "0 1 0");
        assertThatThrownBy(() -> InfraReduction.of(graph, "net", null))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("net: no component has the choice xpu");
    }

    @Test
    void twoNodesHaveOneEdgeAndTheLaterLinkHolds() throws JsonProcessingException {
        InfraNodes graph = graph("xpu switch", "0 1 0", "1 0 3", "0 1 2");
        assertThat(graph.edges()).isEqualTo(1);
        assertThat(graph.link(0)).isEqualTo(2);
        assertThat(List.of(graph.a(0), graph.b(0), graph.other(0, 0), graph.other(0, 1)))
                .containsExactly(0, 1, 1, 0);
        assertThat(InfraReduction.of(graph, "net", null).links().get(0).spec().latencyNs())
                .isCloseTo(3, within(0.0));
    }
}
