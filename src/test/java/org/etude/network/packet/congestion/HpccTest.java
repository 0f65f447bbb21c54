// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.CongestionSpec;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.Test;

/**
 * HPCC by hand: one flow at 100 Gbit/s with a window of 125 kB and a base round trip of 10 us, target load 0.95, steps of 50
 * Mbit/s of which two come before a multiplicative one.
 */
class HpccTest {
    private static final long LINE = 100_000_000_000L;
    private static final long WINDOW = 10_000;

    private final EventQueue queue = new EventQueue();
    private final CellPool pool = new CellPool(queue);
    private final Flows flows = new Flows(1, false, false);
    private final int idle = queue.register(argument -> {});
    private final Ports ports = new Ports(
            new PacketTopology(2, 0, List.of(new PacketTopology.Link(0, 1, LINE, 1_000, 0))),
            PacketNetworkSpec.shipped().transport().frames());
    private int flow;
    private Hpcc hpcc;
    private long rate;

    private void begin(boolean fast, boolean ratePerHop, boolean sampled) {
        CongestionSpec c = PacketNetworkSpec.shipped().congestion();
        CongestionSpec spec = new CongestionSpec(
                CongestionControl.HPCC,
                c.alphaResumeMicros(),
                c.rateDecreaseMicros(),
                c.rateTimerMicros(),
                c.gain(),
                c.fastRecoveryTimes(),
                c.clampTargetRate(),
                c.additiveBps(),
                c.hyperBps(),
                c.minimumBps(),
                c.dctcpBps(),
                fast,
                0.95,
                2,
                1,
                ratePerHop,
                sampled,
                c.pintBase(),
                c.pintProbability());
        hpcc = new Hpcc(queue, ports, pool, flows, spec, (changed, to) -> rate = to);
        flow = flows.take();
        flows.at(flow).lineRate = LINE;
        flows.at(flow).window = 125_000;
        flows.at(flow).baseRtt = 10_000;
        rate = LINE;
        hpcc.begins(flow);
        queue.schedule(queue.now() + 1_000, idle, 0);
        queue.step();
    }

    /** A packet 5 us later over a link that has sent this many bytes more and queues this many; returns the rate. */
    private long packet(boolean full, long bytes, long queued) {
        return packet(full, bytes, queued, 1);
    }

    private long packet(boolean full, long bytes, long queued, int hops) {
        queue.schedule(queue.now() + 5_000, idle, 0);
        queue.step();
        ports.at(0).sentBytes += bytes;
        ports.at(0).queuedBytes = queued;
        int packet = pool.take();
        pool.cells()[(packet << CellPool.SHIFT) + CellPool.MARKS] = 0;
        for (int hop = 0; hop < hops; hop++) {
            hpcc.departs(hop == 0 ? 0 : 1, packet);
        }
        long sequence = full ? flows.at(flow).next + 1 : flows.at(flow).next - 1;
        flows.at(flow).next += full ? WINDOW : 0;
        hpcc.acknowledged(flow, packet, sequence, false);
        pool.give(packet);
        return rate;
    }

    /** 488 units of 128 bytes in 5 us are 0.999424 of the line; half of the base round trip weighs a half. */
    @Test
    void theRateAimsAtTheTargetThenRisesInSteps() {
        begin(true, false, false);
        assertThat(packet(true, 1_280, 0))
                .as("the first only tells where counters stand")
                .isEqualTo(LINE);
        assertThat(packet(true, 62_464, 0)).isEqualTo(95_077_367_881L);
        assertThat(packet(true, 128, 0)).isEqualTo(95_127_367_881L);
        assertThat(packet(false, 128, 0)).as("tried, not kept").isEqualTo(95_177_367_881L);
        assertThat(packet(true, 128, 8_000)).as("a queue counts once it stays").isEqualTo(95_177_367_881L);
        assertThat(packet(true, 128, 16_000)).as("two steps were made").isEqualTo(LINE);
        assertThat(hpcc.isStationary()).isFalse();
        assertThat(hpcc.readsSwitches()).isTrue();
    }

    /** As in the reference: the busiest hop counts, and no hop is busier than none. */
    @Test
    void aRoundTripWithoutBytesLeavesTheLoad() {
        begin(true, false, false);
        packet(true, 0, 0);
        packet(true, 62_464, 0);
        assertThat(packet(true, 0, 0)).isEqualTo((long) (95_077_367_881L / (0.999712 / 0.95)) + 50_000_000);
    }

    /** A queue of 96,000 bytes through two round trips is 0.768 of the window on top of the line. */
    @Test
    void aStandingQueueCutsTheRate() {
        begin(true, false, false);
        packet(true, 0, 96_000);
        // load (1 + 1.767424) / 2 = 1.383712
        assertThat(packet(true, 62_464, 96_000)).isEqualTo((long) (LINE / (1.383712 / 0.95)) + 50_000_000);
    }

    @Test
    void withoutFastReactionOnlyAWindowsFirstAcknowledgementCounts() {
        begin(false, false, false);
        packet(true, 0, 0);
        assertThat(packet(false, 62_464, 0)).isEqualTo(LINE);
        assertThat(packet(true, 62_464, 0)).isNotEqualTo(LINE);
    }

    /** The second hop is idle: one step up from the line is cut to the line, so the first decides. */
    @Test
    void everyHopMayHaveARateOfItsOwn() {
        begin(true, true, false);
        packet(true, 0, 0, 2);
        assertThat(packet(true, 62_464, 0, 2)).isEqualTo(95_077_367_881L);
        assertThat(packet(true, 0, 0, 2)).isEqualTo(95_127_367_881L);
    }

    @Test
    void emptyHopsBetweenWindowsMayBeSkipped() {
        begin(true, false, true);
        packet(true, 0, 0);
        assertThat(packet(false, 62_464, 0)).as("no queue there").isEqualTo(LINE);
        assertThat(packet(false, 62_464, 80)).as("a queue there").isNotEqualTo(LINE);
    }

    @Test
    void recordsOfMoreHopsThanFitAreLeftAlone() {
        begin(true, false, false);
        packet(true, 0, 0, 5);
        assertThat(packet(true, 124_928, 0, 6)).isEqualTo(LINE);
        assertThat(packet(true, 124_928, 0, 5)).isLessThan(LINE);
    }

    @Test
    void aFlowInAUsedSlotBeginsAnew() {
        begin(true, false, false);
        packet(true, 0, 0);
        packet(true, 62_464, 0);
        hpcc.begins(flow);
        flows.at(flow).next = 0;
        rate = LINE;
        assertThat(packet(true, 0, 0)).isEqualTo(LINE);
        assertThat(packet(true, 62_464, 0)).isEqualTo(95_077_367_881L);
    }
}
