// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.etude.analysis.CriticalPath.Part;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.sim.Simulator;
import org.etude.sim.result.SimulationResult;
import org.etude.sim.spec.Scenario;
import org.etude.spec.SimulationException;
import org.etude.spec.TransferTimes;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;

class CriticalPathTest {
    @Test
    void goesThroughTheDependencyThatEndedLast() {
        EtGraph graph =
                graph(compute(1, 5), compute(2, 7), host(3, 20), compute(4, 2).withDataDeps(2, 3));
        assertThat(text(run(List.of(graph)))).containsExactly("0:3 0-20000 start", "0:4 20000-22000 dependency");
    }

    @Test
    void saysWhenTheResourceWasTaken() {
        EtGraph graph =
                graph(compute(1, 5), compute(2, 7), host(3, 1), compute(4, 2).withDataDeps(3));
        assertThat(text(run(List.of(graph))))
                .containsExactly("0:1 0-5000 start", "0:2 5000-12000 resource", "0:4 12000-14000 resource");
    }

    @Test
    void crossesToTheRankThatJoinedACollectiveLast() {
        EtGraph early = graph(compute(1, 5), allReduce(2).withDataDeps(1));
        EtGraph late = graph(
                compute(1, 5), compute(3, 40).withDataDeps(1), allReduce(4).withDataDeps(3));
        List<Part> path = run(List.of(early, late));
        assertThat(text(path)).startsWith("1:3 0-5000 start", "1:4 5000-45000 dependency");
        Part last = path.get(path.size() - 1);
        assertThat(last.startNs()).isEqualTo(45_000);
        assertThat(path).allMatch(p -> p.rank() == 1 || p.startNs() >= 45_000);
        if (last.rank() == 0) {
            assertThat(last.after()).isEqualTo("last rank");
        }
    }

    /** A rank that waited and whose transfer then takes no time: the path crosses, without a part of no length. */
    @Test
    void crossesWhereTheTransferItselfTakesNoTime() {
        EtGraph early = graph(
                compute(1, 5), allReduce(2).withDataDeps(1), compute(3, 30).withDataDeps(2));
        EtGraph late = graph(
                compute(1, 5), compute(3, 40).withDataDeps(1), allReduce(4).withDataDeps(3));
        Scenario scenario = scenario(List.of(early, late));
        Scenario timed = scenario.options(scenario.options().times(early(10_000)));
        assertThat(text(CriticalPath.of(Simulator.run(timed))))
                .containsExactly("1:4 0-5000 start", "1:5 5000-45000 dependency", "0:3 45000-75000 dependency");
    }

    /** The rank that comes last continues after that time, the others immediately. */
    private static TransferTimes early(long lastNanos) {
        return new TransferTimes() {
            @Override
            public Answer of(String type, int ranks, long bytes, String backend) {
                return new Answer(lastNanos, 0, 0, 0, "");
            }

            @Override
            public String digest() {
                return "early";
            }
        };
    }

    /** Ranks that join at the same moment: the path stays on the rank that it came from. */
    @Test
    void staysOnTheRankWhenBothJoinAtOnce() {
        EtGraph rank = graph(
                compute(1, 5), allReduce(2).withDataDeps(1), compute(3, 30).withDataDeps(2));
        List<Part> path = run(List.of(rank, rank));
        assertThat(path).extracting(Part::rank).containsOnly(0);
        assertThat(path).extracting(Part::after).containsExactly("start", "dependency", "dependency");
        assertThat(path.get(1).startNs()).isEqualTo(5_000);
    }

    @Test
    void aReceiveWaitsForItsSend() {
        EtGraph sender = graph(
                compute(1, 30), message(2, EtNodeType.COMM_SEND, "comm_dst", 1).withDataDeps(1));
        EtGraph receiver = graph(
                message(1, EtNodeType.COMM_RECV, "comm_src", 0), compute(2, 9).withDataDeps(1));
        List<Part> path = run(List.of(sender, receiver));
        assertThat(text(path).get(0)).isEqualTo("0:1 0-30000 start");
        assertThat(path.get(1).startNs()).isEqualTo(30_000);
        assertThat(path.get(1).rank()).isEqualTo(1);
        assertThat(path.get(1).after()).isEqualTo("last rank");
        assertThat(path.get(2).after()).isEqualTo("dependency");
    }

    @Test
    void needsTheOps() {
        Scenario scenario = scenario(List.of(graph(compute(1, 5))));
        SimulationResult none =
                Simulator.run(scenario.options(scenario.options().record()));
        assertThatThrownBy(() -> CriticalPath.of(none))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("did not keep ops");
    }

    @Property(tries = 60)
    void itsPartsFollowEachOtherAndAddUpToTheStep(
            @ForAll @IntRange(min = 1, max = 6) int ranks, @ForAll @IntRange(max = 1_000_000) int seed) {
        Random random = new Random(seed);
        int rounds = 1 + random.nextInt(4);
        List<EtGraph> graphs = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            EtGraphBuilder graph = new EtGraphBuilder("0.0.4", List.of());
            long id = 1;
            long before = 0;
            for (int round = 0; round < rounds; round++) {
                for (int k = random.nextInt(4); k >= 0; k--) {
                    EtNode node = random.nextBoolean() ? compute(id, random.nextInt(50)) : host(id, random.nextInt(9));
                    graph.add(before == 0 || random.nextInt(4) == 0 ? node : node.withDataDeps(before));
                    before = id++;
                }
                graph.add(allReduce(id).withDataDeps(before));
                before = id++;
            }
            graphs.add(graph.build());
        }
        SimulationResult result = Simulator.run(scenario(graphs));
        List<Part> path = CriticalPath.of(result);
        assertThat(path.get(0).startNs()).isZero();
        for (int i = 1; i < path.size(); i++) {
            assertThat(path.get(i).startNs()).isEqualTo(path.get(i - 1).endNs());
        }
        assertThat(path.stream().mapToLong(Part::durationNs).sum()).isEqualTo(result.stepNs());
        assertThat(path).allMatch(p -> p.durationNs() > 0);
    }

    private static List<Part> run(List<EtGraph> ranks) {
        return CriticalPath.of(Simulator.run(scenario(ranks)));
    }

    private static Scenario scenario(List<EtGraph> ranks) {
        EtSet set = new EtSet("job", ranks, CommGroups.none(), Report.empty());
        return Scenario.of(set, LogicalTopology.ring(ranks.size()));
    }

    /** The path as lines: rank:row from-to after, rows of all ranks counted from 1. */
    private static List<String> text(List<Part> path) {
        List<String> lines = new ArrayList<>();
        for (Part part : path) {
            lines.add(part.rank() + ":" + (part.row() + 1) + " " + part.startNs() + "-" + part.endNs() + " "
                    + part.after());
        }
        return lines;
    }

    private static EtGraph graph(EtNode... nodes) {
        EtGraphBuilder graph = new EtGraphBuilder("0.0.4", List.of());
        for (EtNode node : nodes) {
            graph.add(node);
        }
        return graph.build();
    }

    private static EtNode compute(long id, long micros) {
        return EtNode.of(id, "work " + id, EtNodeType.COMP).withDurationMicros(micros);
    }

    private static EtNode host(long id, long micros) {
        return EtNode.of(id, "host " + id, EtNodeType.COMP, EtAttribute.bool("is_cpu_op", true))
                .withDurationMicros(micros);
    }

    private static EtNode allReduce(long id) {
        return EtNode.of(
                id,
                "all_reduce",
                EtNodeType.COMM_COLL,
                EtAttribute.int64("comm_type", 0),
                EtAttribute.int64("comm_size", 1_000_000));
    }

    private static EtNode message(long id, EtNodeType type, String peer, long rank) {
        return EtNode.of(
                id,
                "message",
                type,
                EtAttribute.int32(peer, (int) rank),
                EtAttribute.int64("comm_size", 4096),
                EtAttribute.int32("comm_tag", 7));
    }
}
