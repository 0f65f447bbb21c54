// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.file.PacketTopologies;
import org.etude.network.packet.state.PortStatistics;
import org.etude.report.EtudeException;
import org.etude.report.Finding;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.FrameSpec;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.RoutingSpec;
import org.etude.spec.network.TransportSpec;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PacketNetworkTest {
    private static final long MS = 1_000_000;

    /** Two hosts and a switch, link delay d: data 2 ser + 2 d, then its acknowledgement 2 ser + 2 d. */
    @ParameterizedTest
    @CsvSource({"1, 25, 500", "999, 100, 500", "1000, 100, 1000", "1000, 400, 5000", "700, 200, 1"})
    void onePacketTakesFourSerialisationsAndFourDelays(int bytes, int gbps, long delay) {
        Lab lab = new Lab(Lab.star(2, gbps, delay), Lab.shipped())
                .flow(0, 1, bytes, 10)
                .run();
        long bps = gbps * 1_000_000_000L;
        long data = FrameSpec.reference().nanos(bytes + 36, bps);
        long reply = FrameSpec.reference().nanos(48, bps);
        assertThat(lab.completion(0, 1)).isEqualTo(2 * data + 2 * reply + 4 * delay);
        assertThat(lab.network.flows().startNanos(0)).isEqualTo(10);
        assertThat(lab.heard).containsExactly("sent 0 at " + lab.queue.now(), "received 0 at " + lab.queue.now());
    }

    /** Without windows packets follow each other without a gap; the last is as long after the first as n - 1 of them. */
    @ParameterizedTest
    @CsvSource({"2, 100", "17, 25", "1000, 400"})
    void aTrainOfPacketsIsAsLongAsItsPackets(int packets, int gbps) {
        PacketNetworkSpec spec = Lab.shipped().with(Lab.shipped().transport().withWindow(false));
        Lab lab = new Lab(Lab.star(2, gbps, 500), spec)
                .flow(0, 1, packets * 1000L, 0)
                .run();
        long bps = gbps * 1_000_000_000L;
        long data = FrameSpec.reference().nanos(1036, bps);
        long reply = FrameSpec.reference().nanos(48, bps);
        assertThat(lab.completion(0, 1)).isEqualTo((packets + 1) * data + 2 * reply + 4 * 500);
    }

    /** The second of a pair takes its turn behind the first, which takes as long as alone; both together are one train. */
    @Test
    void messagesOfAPairInOrderAreOneTrain() {
        int packets = 400;
        PacketNetworkSpec fair = Lab.shipped().with(Lab.shipped().transport().withWindow(false));
        Lab lab = new Lab(Lab.star(3, 100, 500), fair.inOrder(true))
                .flow(0, 1, packets * 1000L, 0)
                .flow(0, 1, packets * 1000L, 0)
                .run();
        long data = FrameSpec.reference().nanos(1036, 100_000_000_000L);
        long reply = FrameSpec.reference().nanos(48, 100_000_000_000L);
        assertThat(lab.network.flows().completionNanos(0)).isEqualTo((packets + 1) * data + 2 * reply + 4 * 500);
        assertThat(lab.network.flows().completionNanos(1)).isEqualTo((2 * packets + 1) * data + 2 * reply + 4 * 500);
        Lab shared = new Lab(Lab.star(3, 100, 500), fair)
                .flow(0, 1, packets * 1000L, 0)
                .flow(0, 1, packets * 1000L, 0)
                .run();
        assertThat(shared.network.flows().completionNanos(0)).isGreaterThan((2 * packets - 1) * data);
    }

    /** Messages to different hosts are on different connections, which share the sender's link. */
    @Test
    void messagesToOtherHostsAreNotHeldBack() {
        Lab lab = new Lab(Lab.star(3, 100, 500), Lab.shipped().inOrder(true))
                .flow(0, 1, 400_000, 0)
                .flow(0, 2, 400_000, 0)
                .run();
        Lab shared = new Lab(Lab.star(3, 100, 500), Lab.shipped())
                .flow(0, 1, 400_000, 0)
                .flow(0, 2, 400_000, 0)
                .run();
        assertThat(lab.all()).isEqualTo(shared.all());
    }

    @Test
    void seedFlow() {
        Lab lab = new Lab(Lab.star(2, 200, 500), Lab.shipped())
                .flow(0, 1, 131_072, 10)
                .flow(1, 0, 131_072, 10)
                .run();
        assertThat(lab.rows())
                .containsExactly(
                        "0b000001 0b000101 10000 100 131072 10 7632 7576",
                        "0b000101 0b000001 10000 100 131072 10 7632 7576");
        assertThat(lab.network.maxRttNanos()).isEqualTo(2080);
        assertThat(lab.network.maxBdpBytes()).isEqualTo(52_000);
        assertThat(lab.network.flows().slowdown(0)).isEqualTo(7632.0 / 7576);
    }

    @Test
    void pauseOfTheSenderKeepsEveryPacket() {
        PacketNetworkSpec spec = Lab.shipped()
                .with(Lab.shipped().transport().withWindow(false))
                .with(Lab.shipped().switches().withBuffer(1 << 20));
        Lab lab = new Lab(Lab.star(8, 100, 1000), spec);
        for (int i = 1; i < 8; i++) {
            lab.flow(i, 0, 2_000_000, 0);
        }
        lab.run();
        assertThat(lab.network.flows().size()).isEqualTo(7);
        assertThat(lab.network.drops()).isZero();
        assertThat(lab.pauses.size()).isEqualTo(694);
        lab.assertBalanced();
        PortStatistics ports = lab.network.statistics();
        int sender = 3;
        assertThat(ports.node(sender)).isEqualTo(1);
        assertThat(ports.pausesObeyed(sender))
                .isEqualTo(ports.pausesSent(sender ^ 1))
                .isPositive();
        assertThat(ports.pausedNanos(sender)).isPositive();
    }

    @Test
    void withoutPausesBuffersOverflowAndTheRunSaysWhy() {
        Lab lab = new Lab(Lab.star(8, 100, 1000), overflowing());
        for (int i = 1; i < 8; i++) {
            lab.flow(i, 0, 2_000_000, 0);
        }
        lab.run();
        assertThat(lab.network.flows().size()).isZero();
        assertThat(lab.network.drops()).isEqualTo(15_333);
        EtudeException stall = lab.network.stall().orElseThrow();
        assertThat(stall).hasMessageContaining("7 flows stopped").hasMessageContaining("15333 dropped by full buffers");
        assertThat(stall.details().size()).isEqualTo(7);
    }

    private static PacketNetworkSpec overflowing() {
        return Lab.shipped()
                .with(Lab.shipped().transport().withWindow(false))
                .with(Lab.shipped().switches().withBuffer(1 << 20).withPfc(false));
    }

    @Test
    void aTimeoutSendsLostPacketsAgain() {
        PacketNetworkSpec spec = overflowing().with(overflowing().transport().withRetransmit(100_000));
        Lab lab = new Lab(Lab.star(8, 100, 1000), spec);
        for (int i = 1; i < 8; i++) {
            lab.flow(i, 0, 2_000_000, 0);
        }
        lab.run();
        assertThat(lab.network.flows().size()).isEqualTo(7);
        assertThat(lab.network.retransmissions()).isPositive();
        assertThat(lab.network.stall()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CongestionControl.class)
    void everyControlFinishesOnLossyLinksWithATimeout(CongestionControl control) {
        PacketNetworkSpec spec = Lab.shipped()
                .with(control)
                .withErrorRate(0.2)
                .with(Lab.shipped().transport().withRetransmit(50_000));
        Lab lab = new Lab(Lab.star(3, 100, 1000), spec)
                .flow(0, 2, 30_000, 0)
                .flow(1, 2, 30_001, 0)
                .run();
        assertThat(lab.network.flows().size()).isEqualTo(2);
        assertThat(lab.network.retransmissions()).isPositive();
    }

    @Test
    void dcqcnTimersDoNotKeepAStoppedRunAlive() {
        PacketNetworkSpec spec = overflowing().with(CongestionControl.DCQCN);
        Lab lab = new Lab(Lab.star(8, 100, 1000), spec);
        for (int i = 1; i < 8; i++) {
            lab.flow(i, 0, 2_000_000, 0);
        }
        lab.run();
        assertThat(lab.network.stall()).isPresent();
    }

    @Test
    void acknowledgementsThatNeverComeAreNamed() {
        TransportSpec shipped = Lab.shipped().transport();
        TransportSpec rare = new TransportSpec(1000, 100_000, 4000, false, true, false, true, true, false, 0, 0);
        Lab lab = new Lab(Lab.star(2, 100, 500), Lab.shipped().with(rare))
                .flow(0, 1, 65_535, 0)
                .run();
        assertThat(lab.network.stall().orElseThrow())
                .hasMessageContaining("never acknowledged (L2_ACK_INTERVAL 100000");
        assertThat(shipped.ackIntervalBytes()).isEqualTo(1);
    }

    /** A ring of switches, each host sending two switches on: buffers fill in a cycle. */
    @Test
    void aCycleOfPausesIsShown() {
        int n = 4;
        List<PacketTopology.Link> links = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            links.add(new PacketTopology.Link(i, n + i, 400_000_000_000L, 1000, 0));
        }
        for (int i = 0; i < n; i++) {
            links.add(new PacketTopology.Link(n + i, n + (i + 1) % n, 100_000_000_000L, 1000, 0));
        }
        PacketTopology ring = new PacketTopology(n, n, links);
        PacketNetworkSpec spec = Lab.shipped()
                .with(Lab.shipped().transport().withWindow(false))
                .with(Lab.shipped().switches().withBuffer(400_000))
                .with(new RoutingSpec(false, false, false, List.of()));
        Optional<EtudeException> stall = Optional.empty();
        for (int seed = 0; seed < 200 && stall.isEmpty(); seed++) {
            Lab lab = new Lab(ring, spec);
            for (int i = 0; i < n; i++) {
                for (int k = 0; k < 6; k++) {
                    lab.flow(i, (i + 2) % n, 500_000 + seed * 1000L, k * 100L + seed * 7L * i);
                }
            }
            lab.run();
            stall = lab.network.stall();
        }
        assertThat(stall).isPresent();
        assertThat(stall.get()).hasMessageContaining("a cycle of 4 paused ports");
        assertThat(stall.get().details().findings().get(0))
                .extracting(Finding::effect)
                .isEqualTo("no port of the cycle can send again");
    }

    @Test
    void failedLinkSendsFlowsAnotherWay() {
        PacketTopology tree = PacketTopologies.fatTree(4, 2, 2, 100_000_000_000L, 1000);
        PacketNetworkSpec spec = Lab.shipped()
                .with(Lab.shipped().transport().withRetransmit(50_000))
                .linkDown(4, 6, Time.us(20));
        Lab lab = new Lab(tree, spec);
        for (int i = 0; i < 8; i++) {
            lab.flow(0, 2, 500_000, i);
            lab.flow(1, 3, 500_000, i);
        }
        lab.run();
        assertThat(lab.network.flows().size()).isEqualTo(16);
        PortStatistics ports = lab.network.statistics();
        long lost = 0;
        for (int port = 0; port < ports.size(); port++) {
            lost += ports.lost(port);
        }
        assertThat(lost).isPositive();
    }

    @Test
    void withoutAPathAFlowIsRefused() {
        PacketTopology pair = new PacketTopology(
                3,
                0,
                List.of(
                        new PacketTopology.Link(0, 1, 25_000_000_000L, 5000, 0),
                        new PacketTopology.Link(1, 2, 25_000_000_000L, 5000, 0)));
        Lab lab = new Lab(pair, Lab.shipped()).flow(0, 2, 1000, 0);
        assertThatThrownBy(lab::run)
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining("host 0 sends to host 2 but the topology has no path");
        PacketNetworkSpec forwarding =
                Lab.shipped().with(RoutingSpec.reference().withHostForwarding(true));
        Lab through = new Lab(pair, forwarding).flow(0, 2, 1000, 0).run();
        long data = FrameSpec.reference().nanos(1036, 25_000_000_000L);
        long reply = FrameSpec.reference().nanos(48, 25_000_000_000L);
        assertThat(through.completion(0, 2)).isEqualTo(2 * data + 2 * reply + 4 * 5000);
    }

    @Test
    void parallelLinksShareFlowsWhenAsked() {
        List<PacketTopology.Link> links = List.of(
                new PacketTopology.Link(0, 2, 400_000_000_000L, 500, 0),
                new PacketTopology.Link(2, 3, 100_000_000_000L, 500, 0),
                new PacketTopology.Link(2, 3, 100_000_000_000L, 500, 0),
                new PacketTopology.Link(3, 1, 400_000_000_000L, 500, 0));
        PacketTopology topology = new PacketTopology(2, 2, links);
        RoutingSpec parallel = RoutingSpec.reference().withParallelLinks(true);
        for (boolean all : new boolean[] {false, true}) {
            Lab lab = new Lab(topology, all ? Lab.shipped().with(parallel) : Lab.shipped());
            for (int i = 0; i < 16; i++) {
                lab.flow(0, 1, 100_000, 0);
            }
            lab.run();
            PortStatistics ports = lab.network.statistics();
            assertThat(ports.packets(2) > 0).isEqualTo(all);
            assertThat(ports.packets(4)).isPositive();
        }
    }

    @Test
    void messagesOverTwoGibibytesAndEmptyOnesComplete() {
        PacketNetworkSpec spec = Lab.shipped()
                .with(Lab.shipped().transport().withPayload(1 << 20).withWindow(false));
        long bytes = (5L << 30) + 7;
        Lab lab = new Lab(Lab.star(2, 400, 500), spec)
                .flow(0, 1, bytes, 0)
                .flow(1, 0, 0, 0)
                .run();
        assertThat(lab.network.flows().size()).isEqualTo(2);
        assertThat(lab.network.flows().bytes(1)).isEqualTo(bytes);
        assertThat((double) lab.completion(0, 1)).isBetween(bytes * 8 / 400.0, bytes * 8 / 399.0);
        assertThat(lab.network.flows().slowdown(1)).isBetween(0.99, 1.01);
    }

    @Test
    void queueFilesRoundTripThroughTheRecorder() {
        Lab lab = new Lab(Lab.star(3, 100, 1000), Lab.shipped())
                .flow(1, 0, MS / 2, 0)
                .flow(2, 0, MS / 2, 0)
                .run();
        PortStatistics ports = lab.network.statistics();
        long sent = 0;
        long peak = 0;
        for (int span = 0; span < lab.recorder.size(); span++) {
            sent += lab.recorder.sentBytes(0, span);
            peak = Math.max(peak, lab.recorder.peakQueueBytes(0, span));
        }
        assertThat(sent).isEqualTo(ports.bytes(0));
        assertThat(peak).isEqualTo(ports.peakQueueBytes(0)).isPositive();
        assertThat(lab.recorder.size()).isLessThanOrEqualTo(64);
        assertThat(ports.busyFraction(0)).isBetween(0.5, 1.0);
    }
}
