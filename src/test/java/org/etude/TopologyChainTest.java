// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtNames;
import org.etude.et.graph.EtNode;
import org.etude.et.graph.EtNodeType;
import org.etude.et.wire.CommGroups;
import org.etude.et.wire.EtSet;
import org.etude.report.Report;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SystemSpec;
import org.etude.topology.text.Families;
import org.etude.topology.text.TopologyFiles;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every family of networks, from its text to a simulated all-reduce and to files and back. */
class TopologyChainTest {
    private static final long BYTES = 1 << 16;
    private static final long LOCAL_MEMORY_GBPS = 1600;

    @TempDir
    private Path directory;

    static List<String> families() {
        List<String> all = new ArrayList<>(Families.TEXTS);
        all.addAll(ClusterTopologyTest.SMALL);
        return all;
    }

    static Workload allReduce(int ranks, long bytes) {
        EtGraph graph = new EtGraphBuilder("0.0.4", List.of())
                .add(EtNode.of(
                        1,
                        "all_reduce",
                        EtNodeType.COMM_COLL,
                        EtAttribute.bool(EtNames.IS_CPU_OP, false),
                        EtAttribute.int64(EtNames.COMM_TYPE, CollectiveType.ALL_REDUCE.number()),
                        EtAttribute.int64(EtNames.COMM_SIZE, bytes)))
                .build();
        return Workload.of(new EtSet("ar", Collections.nCopies(ranks, graph), CommGroups.none(), Report.empty()));
    }

    @ParameterizedTest
    @MethodSource("families")
    void everyFamilySimulatesOnEveryNetwork(String text) {
        Topology topology = Topology.parse(text).bandwidth(gbps(100)).latency(us(1));
        Workload work = allReduce(topology.hosts(), BYTES);
        for (Fidelity fidelity : List.of(Fidelity.ANALYTIC, Fidelity.AWARE, Fidelity.PACKET)) {
            Simulation sim = work.simulate(topology, s -> s.fidelity(fidelity));
            assertThat(sim.result().complete()).isTrue();
            assertThat(sim.stepTime()).isGreaterThan(us(2));
            assertThat(sim.stepTime()).isLessThan(us(2000));
        }
    }

    @ParameterizedTest
    @MethodSource("families")
    void filesSayWhatTheTopologySays(String text) {
        Topology topology =
                Topology.parse(text).bandwidth(gbps(65)).latency(us(14)).errorRate(0);
        topology.save(directory.toString());
        Topology read = Topology.read(directory.toString());
        assertThat(read.physical().links())
                .extracting(l -> l.a(), l -> l.b(), l -> l.spec())
                .containsExactlyElementsOf(topology.physical().links().stream()
                        .map(l -> Tuple.tuple(l.a(), l.b(), l.spec()))
                        .toList());
        assertThat(read.logical().dims()).hasSameSizeAs(topology.logical().dims());
        assertThat(Topology.read(directory.resolve(TopologyFiles.NETWORK).toString())
                        .logical()
                        .dims())
                .isEqualTo(topology.logical().dims());
        String ets = directory.resolve("et").toString();
        allReduce(topology.hosts(), BYTES).save(ets);
        Simulation sim = Simulation.read(
                        directory.resolve(TopologyFiles.SYSTEM).toString(),
                        directory.resolve(TopologyFiles.NETWORK).toString(),
                        ets)
                .run();
        assertThat(sim.result().complete()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("families")
    void aDescriptionIsReadAsTheSameTopology(String text) {
        Topology topology =
                Topology.parse(text).bandwidth(gbps(65)).latency(us(14)).errorRate(0.001);
        for (String ending : List.of("yaml", "yml", "json")) {
            String file = directory.resolve("net." + ending).toString();
            topology.save(file);
            Topology read = Topology.read(file);
            assertThat(read.spec()).isEqualTo(topology.spec());
            assertThat(read.findings().rowCount()).isEqualTo(topology.findings().rowCount());
        }
    }

    @Test
    void whatADescriptionLeavesOpenStaysAFinding() throws Exception {
        Path file = directory.resolve("pair.yaml");
        Files.writeString(
                file,
                "devices: [{name: d, components: [{name: x, count: 2, choice: xpu}, {name: s, count: 1, choice:"
                        + " switch}], links: [{name: l}], edges: [{ep1: {component: x}, ep2: {component: s}, scheme:"
                        + " many2many, link: l}]}]\ninstances: [{name: n, device: d, count: 1}]\n");
        Topology pair = Topology.read(file.toString());
        assertThat(pair.findings().stringColumn("what").asList())
                .containsExactly("no rate is given", "no latency is given");
        assertThat(pair.bandwidth(gbps(100)).findings().rowCount()).isEqualTo(2);
        Simulation sim = allReduce(2, BYTES).simulate(pair.bandwidth(gbps(80)), s -> s.fidelity(Fidelity.ANALYTIC));
        assertThat(sim.result().complete()).isTrue();
    }

    /** One message between hosts: sum of latencies plus bytes over the slowest rate; 32 KiB at 10 bytes per ns. */
    @ParameterizedTest
    @EnumSource(
            value = Fidelity.class,
            names = {"ANALYTIC", "AWARE"})
    void analyticTimesOnAGraphAreTheFormula(Fidelity fidelity) {
        Topology tree = Topology.fatTree(2, 1, 1).bandwidth(gbps(80), gbps(40)).latency(us(1), us(3));
        Simulation sim = allReduce(2, BYTES).simulate(tree, s -> s.fidelity(fidelity)
                .system(SystemSpec.ofAstraSim())
                .splits(1)
                .allReduce(AlgorithmSpec.RING)
                .endpointDelay(Time.ns(10)));
        long half = BYTES / 2;
        long message = fidelity == Fidelity.ANALYTIC
                ? 8000 + half / 5
                : 2 * (1000 + Math.round(Math.floor(half / 10.0))) + 2 * (3000 + half / 5);
        assertThat(sim.result().stepNs()).isEqualTo(10 + 2 * (message + 10) + 3 * (half / LOCAL_MEMORY_GBPS));
    }

    @Test
    void aMeshIsSlowerThanItsTorusAndATwistIsNoSlower() {
        Workload work = allReduce(16, 1 << 20);
        long torus = work.simulate(Topology.torus(4, 4).latency(us(1), us(1), us(1)))
                .result()
                .stepNs();
        long mesh = work.simulate(Topology.mesh(4, 4).latency(us(1), us(1), us(1)))
                .result()
                .stepNs();
        assertThat(mesh).isGreaterThan(torus);
    }

    @Test
    void aTopologyShowsItself() {
        Topology tree = Topology.fatTree(16, 8).bandwidth(gbps(65));
        assertThat(tree)
                .hasToString("Topology fattree:16x8: 128 hosts, 24 switches (at most 16 ports), 256 links;"
                        + " diameter 4 links, mean 3.89; bisection 4160 Gbps");
        assertThat(tree.summary().row(0).getDouble("oversubscription_frac")).isEqualTo(1);
        assertThat(tree.links().rowCount()).isEqualTo(256);
        assertThat(tree.findings().rowCount()).isZero();
        assertThat(tree).isEqualTo(Topology.parse("fattree:16x8x8").bandwidth(gbps(65)));
        assertThat(tree.oversubscribed(4).spec().oversubscription()).contains(4.0);
        assertThat(Topology.parse("auto:2d", 32)).isEqualTo(Topology.torus(4, 8));
    }

    @Test
    void wrongSizesAreToldBeforeSimulating() {
        assertThatThrownBy(() -> allReduce(4, BYTES).simulate(Topology.fatTree(4, 2)))
                .hasMessageContaining("fattree:4x2 has 8 hosts but the workload has 4 ranks");
    }

    @Test
    void aFileWithoutAPathBetweenHostsIsToldOf() throws Exception {
        Path file = directory.resolve("p.txt");
        Files.writeString(file, "3 0 2\n\n0 1 100Gbps 0.001ms 0\n1 2 100Gbps 0.001ms 0\n");
        Topology chain = Topology.read(file.toString());
        assertThat(chain.findings().rowCount()).isEqualTo(1);
        assertThatThrownBy(() -> allReduce(3, BYTES).simulate(chain)).hasMessageContaining("no path between them");
        assertThatThrownBy(() -> allReduce(3, BYTES).simulate(chain, s -> s.fidelity(Fidelity.ANALYTIC)))
                .hasMessageContaining("no path from node");
    }
}
