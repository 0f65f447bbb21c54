// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.etude.network.packet.device.FlowLog;
import org.etude.network.packet.file.Lab;
import org.etude.network.packet.file.OddScenario;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.PortStatistics;
import org.etude.spec.network.FrameSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Networks with unusual options: every fast path gives what packet by packet gives, no message is faster than light and its link,
 * no switch holds more than its buffer, every frame is accounted for.
 */
class OddPacketOptionsTest {
    private static final int FEW = 80;
    private static final int MANY = 1_500;
    /** Pause frames in a queue come on top of the buffer. */
    private static final int PAUSES = 64 * 31;

    private static final int RESERVE = 4096;

    @Test
    void someRandomNetworksAreExactAndPossible() {
        compare(0, FEW);
    }

    @Test
    @Tag("campaign")
    void thousandsOfRandomNetworksAreExactAndPossible() {
        compare(FEW, FEW + MANY);
    }

    private static void compare(int from, int to) {
        int helped = 0;
        int finished = 0;
        for (int seed = from; seed < to; seed++) {
            OddScenario scenario = new OddScenario(seed);
            Lab[] made = new Lab[1];
            List<String> plain = scenario.run(false, lab -> made[0] = lab);
            assertPossible(scenario, made[0], seed);
            assertThat(scenario.run(true, lab -> made[0] = lab))
                    .as("fast-forward, seed " + seed)
                    .isEqualTo(plain);
            helped += made[0].network.skippedHops() > 0 ? 1 : 0;
            finished += made[0].network.flows().size() == scenario.flows.size() ? 1 : 0;
            assertThat(scenario.run(true, OddPacketOptionsTest::checkedByComponent))
                    .as("by component, seed " + seed)
                    .isEqualTo(plain);
            assertThat(scenario.run(false, lab -> lab.network.queueEveryPacket()))
                    .as("every packet queued, seed " + seed)
                    .isEqualTo(plain);
        }
        assertThat(helped).isGreaterThan((to - from) / 10);
        assertThat(finished).isGreaterThan((to - from) / 3);
    }

    private static void checkedByComponent(Lab lab) {
        lab.network.forwardByComponent(true);
        lab.network.compareTrails(() -> {});
    }

    private static void assertPossible(OddScenario scenario, Lab lab, int seed) {
        PacketTopology topology = scenario.topology;
        long[] fastest = new long[topology.nodes()];
        for (PacketTopology.Link link : topology.links()) {
            fastest[link.a()] = Math.max(fastest[link.a()], link.bitsPerSecond());
            fastest[link.b()] = Math.max(fastest[link.b()], link.bitsPerSecond());
        }
        FlowLog log = lab.network.flows();
        long last = 0;
        for (int row = 0; row < log.size(); row++) {
            long end = log.startNanos(row) + log.completionNanos(row);
            assertThat(end).as("order, seed " + seed).isGreaterThanOrEqualTo(last);
            last = end;
            long delay = delays(topology, log.source(row))[log.destination(row)];
            assertThat(log.completionNanos(row))
                    .as("row %d, seed %d", row, seed)
                    .isGreaterThanOrEqualTo(sending(scenario, log.bytes(row), fastest[log.source(row)]) + 2 * delay);
        }
        assertAccounted(scenario, lab, seed);
    }

    /** The time in which a host sends so many bytes, with the rounding of the network, ns. */
    private static long sending(OddScenario scenario, long size, long rate) {
        FrameSpec frames = scenario.spec.transport().frames();
        int payload = scenario.spec.transport().payloadBytes();
        int headers = frames.dataBytes() + scenario.spec.congestion().control().telemetryBytes();
        long bytes = Math.max(1, size);
        long rest = bytes % payload;
        return bytes / payload * frames.nanos(payload + headers, rate)
                + (rest > 0 ? frames.nanos(rest + headers, rate) : 0);
    }

    /** The least delay from a node to each other, ns. */
    private static long[] delays(PacketTopology topology, int from) {
        long[] delays = new long[topology.nodes()];
        Arrays.fill(delays, Long.MAX_VALUE / 2);
        delays[from] = 0;
        for (int round = 0; round < topology.nodes(); round++) {
            for (PacketTopology.Link link : topology.links()) {
                delays[link.a()] = Math.min(delays[link.a()], delays[link.b()] + link.delayNanos());
                delays[link.b()] = Math.min(delays[link.b()], delays[link.a()] + link.delayNanos());
            }
        }
        return delays;
    }

    /** Of a run that an error did not cut short. */
    private static void assertAccounted(OddScenario scenario, Lab lab, int seed) {
        if (lab.queue.pending() > 0 || !scenario.spec.routing().failures().isEmpty()) {
            return;
        }
        long[] headroom = new long[scenario.topology.nodes()];
        for (PacketTopology.Link link : scenario.topology.links()) {
            long own = link.bitsPerSecond() * link.delayNanos() / 8 / 1_000_000_000L;
            long all = own * scenario.spec.switches().headroomFactor() + RESERVE;
            headroom[link.a()] += all;
            headroom[link.b()] += all;
        }
        PortStatistics ports = lab.network.statistics();
        long buffer = scenario.spec.switches().bufferBytes();
        for (int port = 0; port < ports.size(); port++) {
            PacketTopology.Link link = scenario.topology.links().get(port / 2);
            int node = port % 2 == 0 ? link.a() : link.b();
            assertThat(ports.packets(port))
                    .as("frames of port %d, seed %d", port, seed)
                    .isEqualTo(ports.arrived(port ^ 1) + ports.lost(port ^ 1));
            assertThat(ports.busyNanos(port)).as("port %d, seed %d", port, seed).isLessThanOrEqualTo(lab.queue.now());
            boolean bounded = node >= scenario.topology.hosts()
                    && headroom[node] <= buffer
                    && !scenario.spec.switches().trimming();
            if (bounded) {
                assertThat(ports.peakQueueBytes(port))
                        .as("queue of port %d, seed %d", port, seed)
                        .isLessThanOrEqualTo(buffer + PAUSES);
            }
        }
    }
}
