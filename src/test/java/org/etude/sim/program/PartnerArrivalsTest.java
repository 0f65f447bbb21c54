// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.etude.et.graph.EtGraph;
import org.etude.sim.Simulator;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Cases;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimOptions.Recording;
import org.etude.topology.text.TopologyText;
import org.junit.jupiter.api.Test;

/** When the last partner of each transfer arrived, as "rank/node: issued -> arrived" in us; computation is left out. */
class PartnerArrivalsTest {
    private static final int REDUCE = 0;

    private static List<String> arrivals(Map<Integer, List<Integer>> groups, EtGraph... ranks) {
        Scenario scenario =
                Cases.each(TopologyText.parse("ring:" + ranks.length).logical(), Arrays.asList(ranks), groups);
        SimulationResult result =
                Simulator.run(scenario.options(scenario.options().record(Recording.OPS)));
        OpColumns ops = result.ops().orElseThrow();
        List<String> arrivals = new ArrayList<>();
        for (int row = 0; row < ops.size(); row++) {
            if (ops.type(row).isComm()) {
                arrivals.add(ops.rank(row) + "/" + ops.node(row) + ": " + ops.issued(row) / 1000 + " -> "
                        + ops.arrived(row) / 1000);
            }
        }
        return arrivals;
    }

    /** Rank 1 works 10 us first: rank 0 waits for it, it waits for nobody. */
    @Test
    void aCollectiveWaitsForItsLastRank() {
        assertThat(arrivals(
                        Map.of(),
                        Cases.graph(Cases.collective(1, REDUCE, 1024)),
                        Cases.graph(Cases.work(1, 10), Cases.collective(2, REDUCE, 1024, 1))))
                .containsExactly("0/1: 0 -> 10", "1/2: 10 -> 10");
    }

    /** The second collectives of all ranks are one, whatever their first ones were. */
    @Test
    void theNthCollectivesOfRanksBelongTogether() {
        List<String> arrivals = arrivals(
                Map.of(),
                Cases.graph(
                        Cases.collective(1, REDUCE, 1024),
                        Cases.work(2, 1000, 1),
                        Cases.collective(3, REDUCE, 1024, 2)),
                Cases.graph(
                        Cases.work(1, 10), Cases.collective(2, REDUCE, 1024, 1), Cases.collective(3, REDUCE, 1024, 2)));
        assertThat(arrivals).hasSize(4).startsWith("0/1: 0 -> 10").contains("1/2: 10 -> 10");
        String[] late = arrivals.get(1).split(" ");
        assertThat(late[3]).as("rank 0 comes last to the second one").isEqualTo(late[1]);
        assertThat(arrivals.get(3)).startsWith("1/3: ").endsWith(" -> " + late[1]);
    }

    /** Groups count apart: rank 2 works 30 us before a collective of another group. */
    @Test
    void groupsCountApart() {
        EtGraph early = Cases.graph(Cases.grouped(1, REDUCE, 1024, "1"));
        assertThat(arrivals(
                        Map.of(1, List.of(0, 1), 2, List.of(2, 3)),
                        early,
                        Cases.graph(Cases.work(1, 10), Cases.grouped(2, REDUCE, 1024, "1", 1)),
                        Cases.graph(Cases.work(1, 30), Cases.grouped(2, REDUCE, 1024, "2", 1)),
                        Cases.graph(Cases.grouped(1, REDUCE, 1024, "2"))))
                .containsExactly("0/1: 0 -> 10", "1/2: 10 -> 10", "2/2: 30 -> 30", "3/1: 0 -> 30");
    }

    /** A receive waits for the send of its peer and tag; a send waits for nobody. */
    @Test
    void aReceiveWaitsForItsSend() {
        assertThat(arrivals(
                        Map.of(),
                        Cases.graph(Cases.work(1, 20), Cases.send(2, 1, 64, 5, 1)),
                        Cases.graph(Cases.receive(1, 0, 64, 5))))
                .containsExactly("0/2: 20 -> 20", "1/1: 0 -> 20");
    }

    /** The sends of two tags go to their own receives, whatever their order. */
    @Test
    void tagsDistinguishMessages() {
        assertThat(arrivals(
                        Map.of(),
                        Cases.graph(Cases.send(1, 1, 64, 5), Cases.work(2, 40), Cases.send(3, 1, 64, 6, 2)),
                        Cases.graph(Cases.receive(1, 0, 64, 6), Cases.receive(2, 0, 64, 5))))
                .containsExactly("0/1: 0 -> 0", "0/3: 40 -> 40", "1/1: 0 -> 40", "1/2: 0 -> 0");
    }
}
