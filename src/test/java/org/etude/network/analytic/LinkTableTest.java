// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.etude.network.queue.LinkUse;
import org.etude.topology.graph.DimKind;
import org.etude.topology.graph.LogicalTopology;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;

/** Routes over directed links: hosts differ in their coordinates, of which each link or switch changes one. */
class LinkTableTest {
    private static LogicalTopology topology(Object... kindsAndSizes) {
        List<TopologyDim> dims = new ArrayList<>();
        for (int i = 0; i < kindsAndSizes.length; i += 2) {
            dims.add(new TopologyDim(
                    (DimKind) kindsAndSizes[i], (Integer) kindsAndSizes[i + 1], TopologyDim.DEFAULT_BANDWIDTH, 500, 0));
        }
        return new LogicalTopology(dims);
    }

    @Provide
    Arbitrary<LogicalTopology> topologies() {
        Arbitrary<TopologyDim> dim = Combinators.combine(
                        Arbitraries.of(DimKind.values()), Arbitraries.integers().between(1, 7))
                .as((kind, size) -> new TopologyDim(kind, size, TopologyDim.DEFAULT_BANDWIDTH, 500, 0));
        return dim.list().ofMinSize(1).ofMaxSize(3).map(LogicalTopology::new);
    }

    /** The links that a message takes, each between the hosts at its ends; a switch is passed by two of one host each. */
    private static List<int[]> route(LinkTable links, int src, int dst) {
        List<int[]> route = new ArrayList<>();
        int at = src;
        while (at != dst) {
            int link = links.from(at, dst);
            if (links.entersSwitch(link)) {
                assertThat(links.end(link, at, dst)).as("into the switch").isEqualTo(at);
                link = links.fromSwitch(link, dst);
                assertThat(links.entersSwitch(link)).isFalse();
            }
            int next = links.end(link, at, dst);
            route.add(new int[] {link, at, next});
            at = next;
        }
        return route;
    }

    /** The fewest hops: one in a full connection or a switch, the shorter way round a ring; first dimension first. */
    @Property(tries = 500)
    void routesAreShortestAndTakeOneDimensionAfterTheOther(
            @ForAll("topologies") LogicalTopology topology,
            @ForAll @IntRange(min = 0, max = 342) int one,
            @ForAll @IntRange(min = 0, max = 342) int other) {
        LinkTable links = new LinkTable(topology);
        int src = one % topology.hosts();
        int dst = other % topology.hosts();
        int[] hops = new int[topology.size()];
        int last = 0;
        for (int[] hop : route(links, src, dst)) {
            int dim = links.dim(hop[0]);
            assertThat(dim).isGreaterThanOrEqualTo(last);
            last = dim;
            hops[dim]++;
            for (int d = 0; d < topology.size(); d++) {
                assertThat(topology.coordinate(hop[1], d) != topology.coordinate(hop[2], d))
                        .as("only the coordinate of its dimension changes")
                        .isEqualTo(d == dim);
            }
        }
        for (int d = 0; d < topology.size(); d++) {
            int size = topology.dims().get(d).npus();
            int apart = Math.abs(topology.coordinate(src, d) - topology.coordinate(dst, d));
            boolean ring = topology.dims().get(d).kind() == DimKind.RING;
            assertThat(hops[d]).isEqualTo(ring ? Math.min(apart, size - apart) : Math.min(apart, 1));
        }
    }

    /** A link is directed and joins the same two hosts for every message; no two links join the same in one direction. */
    @Property(tries = 100)
    void everyLinkHasItsOwnEnds(@ForAll("topologies") LogicalTopology topology) {
        LinkTable links = new LinkTable(topology);
        Map<Integer, List<Integer>> ends = new HashMap<>();
        for (int src = 0; src < Math.min(topology.hosts(), 60); src++) {
            for (int dst = 0; dst < Math.min(topology.hosts(), 60); dst++) {
                for (int[] hop : route(links, src, dst)) {
                    if (topology.dims().get(links.dim(hop[0])).kind() != DimKind.SWITCH) {
                        assertThat(ends.computeIfAbsent(hop[0], link -> List.of(hop[1], hop[2])))
                                .isEqualTo(List.of(hop[1], hop[2]));
                    }
                }
            }
        }
        // A ring of two has both its links between the same hosts; routes use only one of them.
        assertThat(ends.values()).doesNotHaveDuplicates();
    }

    @Example
    void halfWayRoundARingIsUp() {
        LinkTable links = new LinkTable(topology(DimKind.RING, 4));
        assertThat(links.from(0, 2)).isEqualTo(links.from(0, 1)).isNotEqualTo(links.from(0, 3));
        assertThat(route(links, 3, 1)).extracting(hop -> hop[2]).containsExactly(0, 1);
    }

    /** Three switches of two hosts each, then a full connection of three: host 1 to 4 goes to 0 by a switch, then to 4. */
    @Example
    void usedLinksAreListedWithTheirSwitches() {
        LinkTable links = new LinkTable(topology(DimKind.SWITCH, 2, DimKind.FULLY_CONNECTED, 3));
        int up = links.from(1, 4);
        int down = links.fromSwitch(up, 4);
        int across = links.from(0, 4);
        links.carried(up, 100, 7, 2);
        links.carried(down, 100, 7, 1);
        links.carried(across, 50, 3, 1);
        links.carried(across, 10, 1, 1);
        links.queued(down);
        links.queued(down);
        links.unqueued(down);
        links.queued(down);
        LinkUse use = links.use();
        assertThat(use.from()).containsExactly(6, 1, 0);
        assertThat(use.to()).containsExactly(0, 6, 4);
        assertThat(use.dim()).containsExactly(0, 0, 1);
        assertThat(use.bytes()).containsExactly(100, 200, 60);
        assertThat(use.busyNs()).containsExactly(7, 14, 4);
        assertThat(use.messages()).containsExactly(1, 2, 2);
        assertThat(use.peakQueue()).containsExactly(2, 0, 0);
    }

    /** Of the two switches of the second dimension, the first joins the even hosts; they follow those of the first. */
    @Example
    void switchesAreNumberedByDimension() {
        LinkTable links = new LinkTable(topology(DimKind.SWITCH, 2, DimKind.SWITCH, 2));
        for (int host = 0; host < 4; host++) {
            links.carried(links.from(host, host ^ 1), 1, 1, 1);
            links.carried(links.from(host, host ^ 2), 1, 1, 1);
        }
        assertThat(links.use().from()).containsExactly(0, 1, 2, 3, 0, 1, 2, 3);
        assertThat(links.use().to()).containsExactly(4, 4, 5, 5, 6, 7, 6, 7);
        links.used(1, 3, 0, 1, 9, 8, 7, 6);
        LinkUse use = links.use();
        assertThat(use.from()[8]).isEqualTo(7);
        assertThat(use.to()[8]).isEqualTo(3);
        assertThat(List.of(use.bytes()[8], use.busyNs()[8], use.messages()[8])).containsExactly(9L, 8L, 7L);
        assertThat(use.peakQueue()[8]).isEqualTo(6);
    }

    @Example
    void moreLinksThanAnArrayHoldsAreRefused() {
        assertThatThrownBy(() -> new LinkTable(LogicalTopology.fullyConnected(65_536)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("has more than 2147483639 directed links")
                .hasMessageContaining("--fidelity analytic");
    }
}
