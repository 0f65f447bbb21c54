// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SimulationException;
import org.etude.spec.network.CongestionControl;
import org.etude.topology.graph.LogicalTopology;
import org.etude.unit.Bandwidth;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packet network from Java: the seed's figure, and what its settings change. */
class PacketSimulationTest {
    private static final LogicalTopology STAR =
            LogicalTopology.switched(2).bandwidth(Bandwidth.gbps(200)).latency(Time.ns(500));

    @TempDir
    Path directory;

    private Workload workload;

    @BeforeEach
    void readWorkload() throws IOException {
        SeedCase.write(directory);
        workload = Workload.read(directory.resolve("wl/w").toString());
    }

    @Test
    void theSeedsFigure() {
        Simulation sim =
                Simulation.of(workload).network(STAR).with(s -> s.compat()).run();
        assertThat(sim.stepTime()).isEqualTo(Time.ns(62_148));
        assertThat(sim.flows().rowCount()).isEqualTo(16);
        assertThat(sim.flows().longColumn("duration_ns").max()).isEqualTo(7632);
        assertThat(sim.ports().rowCount()).isEqualTo(4);
        assertThat(sim.links().rowCount()).isEqualTo(4);
        // How much of it is done by fast-forward is the network's affair.
        assertThat(sim.toString().lines().limit(3).map(line -> line.replaceAll("\\d+ %", "n %")))
                .containsExactly(
                        "Simulation switch:2, 2 ranks, packet network: step 62.148 us",
                        " compute 0.000 us, communication 62.148 us (62.148 us exposed, 0.000 us waiting), idle"
                                + " 0.000 us; 16 flows, 0 drops, 0 PFC pauses",
                        " 8,448 packet-hops: n % simulated one by one, n % fast-forwarded");
    }

    @Test
    void fastForwardSaysWhatItDidAndCanBeTurnedOff() {
        Simulation on = Simulation.of(workload)
                .network(STAR)
                .with(s -> s.fidelity(Fidelity.PACKET))
                .run();
        Simulation off = Simulation.of(workload)
                .network(STAR)
                .with(s -> s.fidelity(Fidelity.PACKET).fastForward(false))
                .run();
        assertThat(on.toString()).contains("8,400 packet-hops: ", " fast-forwarded");
        assertThat(off.toString()).contains("8,400 packet-hops: all simulated one by one");
        assertThat(on.flows().print(100)).isEqualTo(off.flows().print(100));
        assertThat(on.ports().print(100)).isEqualTo(off.ports().print(100));
    }

    @Test
    void threadsChangeNothingAndSayWhereTheyDoNotApply() {
        Simulation one = threaded(false, 1);
        Simulation two = threaded(false, 2);
        assertThat(two.flows().print(100)).isEqualTo(one.flows().print(100));
        assertThat(two.ports().print(100)).isEqualTo(one.ports().print(100));
        assertThat(two.findings().print(100)).isEqualTo(one.findings().print(100));
        assertThat(two.report().findings()).noneMatch(row -> row.what().contains("thread"));
        assertThat(threaded(true, 8).report().findings())
                .filteredOn(row -> row.what().equals("simulated on one thread instead of 8"))
                .singleElement()
                .satisfies(row -> assertThat(row.why()).startsWith("it is fast-forwarded"));
        assertThatThrownBy(() -> threaded(false, 0))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("packets cannot be simulated on 0 threads");
    }

    private Simulation threaded(boolean fastForward, int threads) {
        return Simulation.of(workload)
                .network(STAR)
                .with(s -> s.fidelity(Fidelity.PACKET).fastForward(fastForward).packetThreads(threads))
                .run();
    }

    /** A configuration says nothing of fast-forward, so it must not turn on again what was turned off. */
    @Test
    void fastForwardStaysOffUnderAConfiguration() {
        Simulation off = Simulation.of(workload)
                .network(STAR)
                .with(s -> s.fastForward(false).packetConfig("none"))
                .run();
        assertThat(off.toString()).contains(" packet-hops: all simulated one by one");
    }

    /** dcqcn lists rates from 25 to 2,400 Gbit/s; the reference marks everything at another one. */
    @Test
    void aLinkRateWithoutMarkingThresholdsIsSaid() {
        assertThat(unlisted(100, "dcqcn", false)).isEmpty();
        assertThat(unlisted(65, "dcqcn", false)).singleElement().satisfies(row -> {
            assertThat(row.level()).isEqualTo(Finding.Level.INFO);
            assertThat(row.what()).isEqualTo("no ECN thresholds for links of 65000000000 bit/s");
            assertThat(row.effect()).startsWith("those of the nearest listed rate are taken");
        });
        assertThat(unlisted(65, "none", false)).isEmpty();
        assertThat(unlisted(65, "dcqcn", true)).singleElement().satisfies(row -> {
            assertThat(row.level()).isEqualTo(Finding.Level.WARNING);
            assertThat(row.effect()).contains("slows its sender");
        });
        assertThat(unlisted(65, "none", true)).singleElement().satisfies(row -> {
            assertThat(row.level()).isEqualTo(Finding.Level.INFO);
            assertThat(row.effect()).endsWith("no sender reacts to it");
        });
    }

    /** All ready-made networks with all ready-made configurations, whose links are up to 7,200 Gbit/s. */
    @ParameterizedTest
    @ValueSource(strings = {"dgx-a100", "dgx-h100", "dgx-b200", "gb200-nvl72", "mi300x", "mi355x"})
    void noCollectiveIsFasterThanTheLinks(String network) {
        long bytes = 16_000_000;
        Workload job = Workloads.collectives(8, CollectiveType.ALL_TO_ALL, List.of(new Bytes(bytes)));
        Topology node = Topology.parse(network, 8);
        double analytic =
                job.simulate(node, s -> s.fidelity(Fidelity.ANALYTIC)).end().toNanos();
        Simulation packets = job.simulate(node, s -> s.fidelity(Fidelity.PACKET));
        // Headers take 0.4 to 3.6 %, and rounding gives back 3 % at most.
        assertThat(packets.end().toNanos()).isGreaterThan(analytic * 0.97);
        assertThat(packets.report().findings())
                .filteredOn(row -> row.level() == Finding.Level.WARNING)
                .isEmpty();
    }

    /**
     * A GPU's link to its node is nine times as fast as its NIC. Flows that take the NIC leave at its rate, so they wait for nothing
     * where none meets another one, and no control has a reason to slow them.
     */
    @ParameterizedTest
    @ValueSource(strings = {"dcqcn", "dctcp", "timely"})
    void nicsSendAtTheirOwnRate(String control) {
        Workload job = Workloads.collectives(16, CollectiveType.ALL_TO_ALL, List.of(new Bytes(16_000_000)));
        Topology nodes = Topology.parse("dgx-h100", 16);
        double none = job.simulate(nodes, s -> s.packetConfig("none")).end().toNanos();
        assertThat(job.simulate(nodes, s -> s.packetConfig(control)).end().toNanos())
                .isEqualTo(none);
        double floor =
                job.simulate(nodes, s -> s.fidelity(Fidelity.ANALYTIC)).end().toNanos();
        assertThat(none).isBetween(floor, 1.4 * floor);
    }

    /** A question about other links changes nothing else: links that are as fast as before give the same step. */
    @Test
    void changedLinksKeepTheRule() {
        Simulation run = Workloads.collectives(16, CollectiveType.ALL_TO_ALL, List.of(new Bytes(16_000_000)))
                .simulate(Topology.parse("dgx-h100", 16), s -> s.packetConfig("dctcp"));
        assertThat(run.changed(change -> change.links(1)).end()).isEqualTo(run.end());
    }

    /** In compat the reference's rule stays: the first link gives the rate. */
    @Test
    void inCompatFlowsLeaveAtTheRateOfTheFirstLink() {
        Workload job = Workloads.collectives(16, CollectiveType.ALL_TO_ALL, List.of(new Bytes(16_000_000)));
        Topology nodes = Topology.parse("dgx-h100", 16);
        assertThat(job.simulate(nodes, s -> s.packetConfig("dctcp").compat(true))
                        .end())
                .isGreaterThan(job.simulate(nodes, s -> s.packetConfig("dctcp")).end());
    }

    /** Of links of 3,600 Gbit/s, 1,036 bytes take 2.3 ns, which are 2 in whole numbers; 4,036 take 8.97, which are 9. */
    @Test
    void packetsAreAsLongAsFastLinksNeedUnlessTheirSizeIsGiven() {
        Topology nvlink = Topology.switched(4).bandwidth(Bandwidth.gbps(3600));
        assertThat(payload(nvlink, s -> s.fidelity(Fidelity.PACKET))).isEqualTo(4000);
        assertThat(payload(nvlink, s -> s.packets(p -> p.congestionControl(CongestionControl.TIMELY))))
                .isEqualTo(4000);
        assertThat(payload(nvlink, s -> s.packetConfig("dcqcn"))).isEqualTo(4000);
        assertThat(payload(nvlink, s -> s.packets(p -> p.payload(new Bytes(1500)))))
                .isEqualTo(1500);
        assertThat(payload(nvlink, s -> s.fidelity(Fidelity.PACKET).compat(true)))
                .isEqualTo(1000);
        assertThat(payload(Topology.switched(4).bandwidth(Bandwidth.gbps(400)), s -> s.fidelity(Fidelity.PACKET)))
                .isEqualTo(1000);
        assertThat(payload(Topology.switched(4).bandwidth(Bandwidth.gbps(2400)), s -> s.fidelity(Fidelity.PACKET)))
                .isEqualTo(8000);
    }

    private static int payload(Topology topology, Consumer<SimulationSettings> settings) {
        return Simulation.of(Workloads.collectives(4, CollectiveType.ALL_TO_ALL, List.of(new Bytes(4096))))
                .network(topology)
                .with(settings)
                .run()
                .result()
                .scenario()
                .packets()
                .network()
                .transport()
                .payloadBytes();
    }

    /**
     * HPCC's headers have codes for seven rates in the reference, which takes links of another one, such as NVLink's, for links of 25
     * Gbit/s. Only compat does the same, and says so.
     */
    @Test
    void hpccKnowsTheRateOfEveryLink() {
        Time slow = hpcc(400, false).end();
        assertThat(hpcc(800, false).end()).isLessThan(slow);
        assertThat(hpcc(3600, false).end()).isLessThan(slow);
        Simulation compat = hpcc(800, true);
        assertThat(compat.end()).isGreaterThan(hpcc(400, true).end());
        assertThat(compat.report().findings().stream().map(Finding::what))
                .contains("HPCC takes links of 800000000000 bit/s for links of 25 Gbit/s");
        assertThat(hpcc(400, true).report().findings().stream().map(Finding::what))
                .noneMatch(what -> what.startsWith("HPCC takes"));
    }

    /** Settings that meet a limit of the reference's rules or fields, each said once. */
    @Test
    void limitsOfTheReferenceAreSaid() {
        Topology fast = Topology.switched(4).bandwidth(Bandwidth.gbps(3600));
        assertThat(warned(fast, s -> s.packetConfig("none"))).isEmpty();
        assertThat(warned(fast, s -> s.packets(p -> p.payload(new Bytes(1001)))))
                .containsExactly("a packet of 1037 bytes takes 2 ns on links of 3600000000000 bit/s");
        assertThat(warned(fast, s -> s.packets(p -> p.payload(new Bytes(9000)))))
                .isEmpty();
        assertThat(warned(
                        Topology.switched(4).bandwidth(Bandwidth.gbps(1600)),
                        s -> s.packets(p -> p.payload(new Bytes(64)))))
                .containsExactly("a packet of 100 bytes takes 0 ns on links of 1600000000000 bit/s");
        Topology far = Topology.switched(4).bandwidth(Bandwidth.gbps(100)).latency(Time.us(200));
        assertThat(warned(far, s -> s.packetConfig("none"))).isEmpty();
        assertThat(warned(far, s -> s.packets(p -> p.congestionControl(CongestionControl.TIMELY))))
                .containsExactly("the longest base round trip takes 800 us");
        assertThat(warned(far, s -> s.packets(p -> p.retransmitAfter(Time.us(100)))))
                .containsExactly("the retransmission timeout is 100000 ns, the longest base round trip 800160");
        assertThat(warned(
                        Topology.switched(4).bandwidth(Bandwidth.gbps(400)).latency(Time.us(200)),
                        s -> s.packets(p -> p.pfc(true))))
                .containsExactly("the headroom of all ports exceeds the buffer of 1 switch");
    }

    private static List<String> warned(Topology topology, Consumer<SimulationSettings> settings) {
        return Simulation.of(Workloads.collectives(4, CollectiveType.ALL_TO_ALL, List.of(new Bytes(4096))))
                .network(topology)
                .with(settings)
                .run()
                .report()
                .findings()
                .stream()
                .filter(row -> row.level() == Finding.Level.WARNING)
                .map(Finding::what)
                .toList();
    }

    private static Simulation hpcc(int gbps, boolean compat) {
        return Simulation.of(Workloads.collectives(4, CollectiveType.ALL_TO_ALL, List.of(new Bytes(16 << 20))))
                .network(Topology.switched(4).bandwidth(Bandwidth.gbps(gbps)))
                .with(s -> s.packetConfig("hpcc").compat(compat))
                .run();
    }

    private List<Finding> unlisted(int gbps, String configuration, boolean compat) {
        Simulation run = Simulation.of(workload)
                .network(STAR.bandwidth(Bandwidth.gbps(gbps)))
                .with(s -> s.packetConfig(configuration).compat(compat))
                .run();
        return run.report().findings().stream()
                .filter(row -> row.what().contains("no ECN thresholds"))
                .toList();
    }

    @Test
    void settingsReachThePackets() {
        Simulation sim = Simulation.of(workload)
                .network(STAR)
                .with(s -> s.packets(
                        p -> p.with(CongestionControl.HPCC).with(p.transport().withPayload(4000))))
                .run();
        // 33 packets of at most 4,000 bytes per message, 8 messages per host, an acknowledgement for each of the
        // other's.
        assertThat(sim.ports().longColumn("packets").getLong(1)).isEqualTo(2 * 33 * 8);
    }

    @Test
    void aPhysicalNetworkOfItsOwn() {
        Simulation sim = Simulation.of(workload)
                .physical(PacketTopologies.fatTree(2, 2, 1, 200_000_000_000L, 500))
                .run();
        assertThat(sim.ports().rowCount()).isEqualTo(8);
        assertThat(sim.stepTime())
                .isGreaterThan(Simulation.of(workload).network(STAR).run().stepTime());
        assertThatThrownBy(() -> Simulation.of(workload)
                        .physical(PacketTopologies.star(1, 200_000_000_000L, 500))
                        .run())
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("2 ranks but the physical topology has 1 host");
    }

    @Test
    void otherNetworksHaveNoFlows() {
        Simulation sim = Simulation.of(workload)
                .network(STAR)
                .with(s -> s.fidelity(Fidelity.ANALYTIC))
                .run();
        assertThatThrownBy(sim::flows).hasMessageContaining("no flows: no packets were simulated");
        assertThatThrownBy(sim::ports).hasMessageContaining("--fidelity packet");
        assertThatThrownBy(sim::links).hasMessageContaining("has no links");
    }
}
