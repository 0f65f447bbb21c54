// SPDX-License-Identifier: Apache-2.0
package org.etude;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.etude.unit.Units.bytes;
import static org.etude.unit.Units.gbps;
import static org.etude.unit.Units.us;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.etude.compat.simai.cluster.ClusterFile;
import org.etude.compat.simai.cluster.ClusterGraph;
import org.etude.compat.simai.cluster.ClusterText;
import org.etude.compat.simai.flow.ClusterTopologies;
import org.etude.network.analytic.GraphUnawareNetwork;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.network.queue.EventQueue;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import org.etude.spec.Fidelity;
import org.etude.spec.SystemSpec;
import org.etude.topology.graph.TopologyDim;
import org.etude.topology.graph.TopologyException;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** SimAI's clusters as networks: their dimensions, their wiring, and rings against closed forms on every network. */
class ClusterTopologyTest {
    /** One small cluster of each wiring. */
    static final List<String> SMALL = List.of(
            "spectrum-x:16:gps=4:npa=2:psn=2",
            "alibaba-hpn:16:gps=4:npa=2:psn=2",
            "alibaba-hpn:16:gps=4:npa=2:psn=2:dp",
            "dcn+:16:gps=4:npa=8:psn=2",
            "dcn+:16:gps=4:npa=8:psn=2:dt",
            "nvl72:2:gps=8:npa=4:psn=2",
            "cluster:16:gps=2:nsps=0:npa=8:psn=1:ro");

    private static final long BYTES = 32L << 20;
    private static final double NVLINK = 360;
    private static final double NIC = 50;

    @TempDir
    private Path directory;

    /** One ring all-reduce without any cost but that of the network, in ns. */
    private static long ring(Topology topology, Fidelity fidelity) {
        return Workloads.collectives(topology.hosts(), CollectiveType.ALL_REDUCE, List.of(bytes(BYTES)))
                .simulate(topology, s -> network(s, fidelity)
                        .splits(1)
                        .allReduce(AlgorithmSpec.RING)
                        .localBandwidthAware(true)
                        .endpointDelay(Time.ns(0))
                        .localMemory(Bandwidth.gigabytesPerSecond(1e9)))
                .result()
                .stepNs();
    }

    private static SimulationSettings network(SimulationSettings s, Fidelity fidelity) {
        s.system(SystemSpec.ofAstraSim());
        return fidelity == Fidelity.PACKET
                ? s.packets(p -> p.with(p.transport().withPayload(9000).withWindow(false)))
                : s.fidelity(fidelity);
    }

    /** Steps of a ring times a message: its latency, and its bytes over a rate in bytes per ns, in whole ns. */
    private static long steps(int ranks, long bytes, double latencyNs, double rate) {
        return 2L * (ranks - 1) * (long) (latencyNs + bytes / ranks / rate);
    }

    /** Whole messages are stored and forwarded on each of the links, 2 of 4 for the ones between segments. */
    private static long forwarded(int ranks, long bytes, int links, double latencyNs, double rate) {
        return 2L * (ranks - 1) * links * (long) (latencyNs + bytes / ranks / rate);
    }

    @Test
    void ringInsideAServerRunsAtTheNvlinkRate() {
        Topology server = Topology.spectrumX(8);
        assertThat(ring(server, Fidelity.ANALYTIC)).isEqualTo(steps(8, BYTES, 50, NVLINK));
        assertThat(ring(server, Fidelity.AWARE)).isEqualTo(forwarded(8, BYTES, 2, 25, NVLINK));
        assertPackets(server, steps(8, BYTES, 50, NVLINK), 1.05);
    }

    @Test
    void ringOnARailRunsAtTheNicRate() {
        Topology rail = Topology.spectrumX(8, c -> c.gpusPerServer(1));
        assertThat(ring(rail, Fidelity.ANALYTIC)).isEqualTo(steps(8, BYTES, 1000, NIC));
        assertThat(ring(rail, Fidelity.AWARE)).isEqualTo(forwarded(8, BYTES, 2, 500, NIC));
        assertPackets(rail, steps(8, BYTES, 1000, NIC), 1.03);
    }

    @Test
    void bothTogetherScatterInsideReduceOutsideAndGatherInside() {
        Topology cluster = Topology.spectrumX(32);
        long expected = steps(8, BYTES, 50, NVLINK) + steps(4, BYTES / 8, 1000, NIC);
        assertThat(ring(cluster, Fidelity.ANALYTIC)).isEqualTo(expected);
        assertThat(ring(cluster, Fidelity.AWARE))
                .isEqualTo(forwarded(8, BYTES, 2, 25, NVLINK) + forwarded(4, BYTES / 8, 2, 500, NIC));
        assertPackets(cluster, expected, 1.05);
    }

    @Test
    void withoutRailsTheNicsOfAServerMeetAtOneSwitch() {
        Topology cluster = Topology.dcnPlus(16, c -> c.gpusPerServer(4));
        long expected = steps(4, BYTES, 50, NVLINK) + steps(4, BYTES / 4, 1000, NIC);
        assertThat(ring(cluster, Fidelity.ANALYTIC)).isEqualTo(expected);
        assertThat(ring(cluster, Fidelity.AWARE))
                .isEqualTo(forwarded(4, BYTES, 2, 25, NVLINK) + forwarded(4, BYTES / 4, 2, 500, NIC));
        assertPackets(cluster, expected, 1.05);
    }

    @Test
    void racksMeetOnTheirRails() {
        Topology racks = Topology.nvl72(2, c -> c.gpusPerServer(8));
        long expected = steps(8, BYTES, 50, 900) + steps(2, BYTES / 8, 1000, NIC);
        assertThat(ring(racks, Fidelity.ANALYTIC)).isEqualTo(expected);
        assertThat(ring(racks, Fidelity.AWARE))
                .isEqualTo(forwarded(8, BYTES, 2, 25, 900) + forwarded(2, BYTES / 8, 2, 500, NIC));
        assertPackets(racks, expected, 1.06);
    }

    @Test
    void segmentsMeetAtTheSpines() {
        Topology cluster = Topology.spectrumX(8, c -> c.gpusPerServer(1).nicsPerSwitch(4));
        assertThat(cluster.logical().dims()).extracting(TopologyDim::npus).containsExactly(4, 2);
        long expected = steps(4, BYTES, 1000, NIC) + steps(2, BYTES / 4, 2000, NIC);
        assertThat(ring(cluster, Fidelity.ANALYTIC)).isEqualTo(expected);
    }

    /** A pair of GPUs keeps to one of its two ports: half the rate that the dimension has for all of them. */
    @Test
    void aRingUsesOneOfTwoPorts() {
        Topology dual = Topology.alibabaHpn(8, c -> c.gpusPerServer(1));
        assertThat(dual.logical().dims().get(0).bandwidth()).isEqualTo(gbps(400));
        assertThat(ring(dual, Fidelity.ANALYTIC)).isEqualTo(steps(8, BYTES, 1000, NIC / 2));
        assertPackets(dual, steps(8, BYTES, 1000, NIC / 2), 1.03);
    }

    /** Without rails eight GPUs of a server share the way to another segment; ECMP puts several on one uplink. */
    @Test
    void hashCollisionsCostWhatTheUnawareNetworkDoesNotSee() {
        Topology rails = Topology.spectrumX(32, c -> c.nicsPerSwitch(2).spines(8));
        Topology plain = Topology.dcnPlus(32, c -> c.nicsPerSwitch(16));
        assertThat(ring(rails, Fidelity.ANALYTIC)).isEqualTo(ring(plain, Fidelity.ANALYTIC));
        assertThat(ring(plain, Fidelity.AWARE)).isGreaterThan(ring(rails, Fidelity.AWARE));
        assertThat(ring(plain, Fidelity.PACKET)).isGreaterThan(ring(rails, Fidelity.PACKET));
    }

    @Test
    void aRackIsOneNvlinkDomain() {
        Topology rack = Topology.nvl72(1);
        assertThat(rack.hosts()).isEqualTo(72);
        assertThat(ring(rack, Fidelity.ANALYTIC)).isEqualTo(steps(72, BYTES, 50, 900));
        assertThat(ring(rack, Fidelity.AWARE)).isEqualTo(forwarded(72, BYTES, 2, 25, 900));
    }

    /** GPUs 0 and 4 of a rack share a rail: NVLink and NIC are as many links, and NVLink is taken. */
    @ParameterizedTest
    @FieldSource("SMALL")
    void nvSwitchesArePreferred(String text) {
        Topology topology = Topology.parse(text);
        int nvSwitches = topology.physical().preferredSwitches();
        assertThat(nvSwitches).isEqualTo(ClusterText.parse(text).plan().nvSwitches());
        int gpus = topology.logical().dims().get(0).npus();
        if (nvSwitches > 0) {
            Topology slow = topology.bandwidth(gbps(800), gbps(1), gbps(1)).latency(us(1));
            GraphUnawareNetwork network = new GraphUnawareNetwork(new EventQueue(), slow.physical());
            for (int gpu = 1; gpu < gpus; gpu++) {
                assertThat(network.delay(0, gpu, 100_000)).isEqualTo(2000 + 1000);
            }
            assertThat(network.delay(0, gpus, 100_000)).isGreaterThanOrEqualTo(2000 + 800_000);
        }
    }

    @Test
    void dimensionsFollowFromTheWiring() {
        Topology spectrum = Topology.spectrumX(4096);
        assertThat(spectrum.logical().dims())
                .extracting(TopologyDim::npus, d -> d.bandwidth().toGbps(), TopologyDim::latencyNs)
                .containsExactly(
                        Tuple.tuple(8, 2880.0, 25.0), Tuple.tuple(64, 400.0, 500.0), Tuple.tuple(8, 400.0, 1000.0));
        assertThat(sizes(Topology.alibabaHpn(15360))).containsExactly(8, 128, 15);
        assertThat(sizes(Topology.dcnPlus(512))).containsExactly(8, 8, 8);
        assertThat(sizes(Topology.dcnPlus(512, c -> c.dualToR()))).containsExactly(8, 16, 4);
        assertThat(sizes(Topology.nvl72(16))).containsExactly(72, 8, 2);
        assertThat(sizes(Topology.spectrumX(576)))
                .as("the last segment is not full")
                .containsExactly(8, 72);
        assertThat(sizes(Topology.spectrumX(1, c -> c.gpusPerServer(1)))).containsExactly(1);
        Topology thin = Topology.dcnPlus(128);
        assertThat(thin.logical().dims().get(2).bandwidth())
                .as("8 uplinks for 64 GPUs")
                .isEqualTo(gbps(50));
    }

    private static List<Integer> sizes(Topology topology) {
        return topology.logical().dims().stream().map(TopologyDim::npus).toList();
    }

    @ParameterizedTest
    @FieldSource("SMALL")
    void filesOfSimAiAreTheSameNetwork(String text) {
        Path file = directory.resolve("a_cluster");
        Topology built = Topology.parse(text);
        ClusterFile.write(ClusterText.parse(text).plan(), file);
        Topology read = Topology.read(file.toString());
        assertThat(read.physical().links()).isEqualTo(built.physical().links());
        assertThat(read.physical().preferredSwitches())
                .isEqualTo(built.physical().preferredSwitches());
        assertThat(read.logical().dims()).isEqualTo(built.logical().dims());
        assertThat(read.levels()).isEqualTo(built.levels());
        ClusterGraph cluster = ClusterFile.read(file);
        assertThat(PacketTopologies.of(built.physical())).isEqualTo(ClusterTopologies.of(cluster));
    }

    @Test
    void optionsInJavaAndInTextAreTheSame() {
        Topology java = Topology.spectrumX(64, c -> c.gpusPerServer(4)
                .nvSwitches(2)
                .rails(2)
                .nicsPerSwitch(8)
                .spines(3)
                .switchesPerSpine(32));
        assertThat(java).isEqualTo(Topology.parse("spectrum-x:64:gps=4:nsps=2:rails=2:npa=8:psn=3:app=32"));
        assertThat(java.spec()).hasToString("spectrum-x:64:gps=4:nsps=2:npa=8:psn=3:app=32:rails=2");
        assertThat(Topology.parse(java.spec().toString())).isEqualTo(java);
        assertThat(Topology.parse("HPN:64:dp"))
                .isEqualTo(Topology.alibabaHpn(64, c -> c.dualPlane()))
                .isNotEqualTo(Topology.alibabaHpn(64));
        Topology fast = Topology.dcnPlus(64, c -> c.nic(gbps(100))
                .nvlink(gbps(4800))
                .spine(gbps(800))
                .latency(us(1))
                .nvlinkLatency(Time.ns(300)));
        assertThat(fast)
                .isEqualTo(Topology.dcnPlus(64)
                        .bandwidth(gbps(4800), gbps(100), gbps(800))
                        .latency(Time.ns(300), us(1), us(1)))
                .isEqualTo(Topology.parse("dcn+:64:bw=100Gbps:nvbw=4800Gbps:apbw=800Gbps:l=1us:nl=300ns"));
        assertThat(fast.levels()).containsExactly("nvlink", "nic", "spine");
        assertThat(Topology.cluster(32, c -> c.railOptimised().dualToR().spines(4)))
                .isEqualTo(Topology.parse("cluster:32:ro:dt:psn=4"));
    }

    @Test
    void whatCannotBeBuiltSaysWhy() {
        assertWrong("spectrum-x:144:gps=72", "a pod whose spines take 64 top-of-rack switches holds 0", "extended()");
        assertThat(Topology.spectrumX(144, c -> c.gpusPerServer(72).extended()).hosts())
                .isEqualTo(144);
        assertWrong("spectrum-x:12", "12 GPUs are not a multiple of 8 per server", "Use 16 GPUs");
        assertWrong("nvl72:1:rails=144", "144 rails for servers of 72 GPUs", "at most 72");
        assertWrong("nvl72:1:rails=5", "5 rails for servers of 72 GPUs", "divisor");
        assertWrong("dcn+:128:psn=0", "0 spine switches for 2 top-of-rack switches", "no path to each other");
        assertWrong("alibaba-hpn:64:dp:psn=1", "1 spine switches for 16 top-of-rack switches in two planes", "2");
        assertWrong("spectrum-x:64:dt", "spectrum-x has a fixed wiring, without dt", "cluster:64");
        assertWrong("spectrum-x:64:fast", "\"fast\" is not known", "gps=8");
        assertWrong("spectrum-x:many", "is not a cluster", "spectrum-x:1024");
        assertWrong("spectrum-x:8:bw=fast", "link 0-", "400Gbps");
        assertWrong("cluster:8:gps=2:nsps=0:psn=0:npa=1", "spine switches", "no path to each other");
        assertWrong("nvl72:99999999", "GPUs", "fewer racks");
    }

    private static void assertWrong(String text, String what, String advice) {
        assertThatThrownBy(() -> Topology.parse(text))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining(what)
                .hasMessageContaining(advice);
    }

    @Test
    void filesAreToldApartByTheirFirstLine() throws Exception {
        Path short1 = directory.resolve("short");
        Files.writeString(short1, "2 2 0 0 1 H100\n\n0 1 400Gbps 0.001ms 0\n");
        Topology pair = Topology.read(short1.toString());
        assertThat(pair.hosts()).isEqualTo(2);
        assertThat(pair.levels()).containsExactly("direct");
        Path ns3 = directory.resolve("ns3");
        Files.writeString(ns3, "3 1 2\n2\n0 2 100Gbps 0.001ms 0\n1 2 100Gbps 0.001ms 0\n");
        assertThat(Topology.read(ns3.toString()).hosts()).isEqualTo(2);
        assertThatThrownBy(() -> Topology.read(directory.resolve("gone").toString()))
                .hasMessageContaining("cannot be read");
        Files.writeString(short1, "3 2 0 0 1 H100\n\n0 1 400Gbps 0.001ms 0\n");
        assertThatThrownBy(() -> Topology.read(short1.toString())).hasMessageContaining("not a multiple of 2");
    }

    /** Packets have headers, acknowledgements on the way back, and one packet is stored at each switch. */
    private static void assertPackets(Topology topology, long expected, double most) {
        double ratio = ring(topology, Fidelity.PACKET) / (double) expected;
        assertThat(ratio).isBetween(1.0, most);
    }
}
