// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.CongestionSpec;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.Test;

/**
 * HPCC-PINT by hand: links of 100 Gbit/s, a longest round trip T of 8,192 ns in which a link sends 102,400 bytes, target load 0.95,
 * steps of 50 Mbit/s of which two come before a multiplicative one. The load is queue x elapsed / T / 102,400 + bytes of the last
 * frame / 102,400 + load before x (1 - elapsed / T).
 */
class HpccPintTest {
    private static final long LINE = 100_000_000_000L;
    private static final long STEP = 50_000_000;
    private static final long LEAST = 1_000_000_000;
    private static final long ROUND_TRIP = 8_192;
    private static final double BYTES = 102_400;
    /** Powers of it are 1 % apart, so that a load read back is at most 1 % off. */
    private static final double FINE = 1.01;

    private final EventQueue queue = new EventQueue();
    private final Flows flows = new Flows(1, false, false);
    private final int idle = queue.register(argument -> {});
    private final Ports ports = new Ports(
            new PacketTopology(2, 0, List.of(new PacketTopology.Link(0, 1, LINE, 1_000, 0))),
            PacketNetworkSpec.shipped().transport().frames());
    private HpccPint pint;
    private int flow;
    private int changes;
    private long rate;

    private void begin(double base, double probability) {
        CongestionSpec c = PacketNetworkSpec.shipped().congestion();
        CongestionSpec spec = new CongestionSpec(
                CongestionControl.HPCC_PINT,
                c.alphaResumeMicros(),
                c.rateDecreaseMicros(),
                c.rateTimerMicros(),
                c.gain(),
                c.fastRecoveryTimes(),
                c.clampTargetRate(),
                STEP,
                c.hyperBps(),
                LEAST,
                c.dctcpBps(),
                true,
                0.95,
                2,
                1,
                false,
                false,
                base,
                probability);
        pint = new HpccPint(queue, ports, flows, spec, ROUND_TRIP, (changed, to) -> {
            rate = to;
            changes++;
        });
        flow();
    }

    private void flow() {
        flow = flows.take();
        flows.at(flow).lineRate = LINE;
        again();
    }

    private void again() {
        flows.at(flow).next = 0;
        rate = LINE;
        pint.begins(flow);
        packet();
        acknowledge(true);
    }

    private void after(long nanos) {
        queue.schedule(queue.now() + nanos, idle, 0);
        queue.step();
    }

    /** A new packet in cell 0 without load. */
    private void packet() {
        pint.builds(0);
    }

    /** It leaves a switch whose port sent a frame some time ago and queues this many bytes. */
    private void departs(int port, int frame, long nanosAgo, long queued) {
        pint.sends(port, frame);
        after(nanosAgo);
        ports.at(port).queuedBytes = queued;
        pint.departs(port, 0);
    }

    private long acknowledge(boolean full) {
        long sequence = full ? flows.at(flow).next + 1 : flows.at(flow).next - 1;
        flows.at(flow).next += full ? 10_000 : 0;
        pint.acknowledged(flow, 0, sequence, false);
        return rate;
    }

    private long packet(int frame, long queued, boolean full) {
        packet();
        departs(0, frame, ROUND_TRIP, queued);
        return acknowledge(full);
    }

    private static double cut(double from, double load) {
        return from * 0.95 / load + STEP;
    }

    @Test
    void theFirstAcknowledgementOnlyOpensAWindow() {
        begin(FINE, 1);
        assertThat(changes).isZero();
        assertThat(packet(60_100, 51_200, true)).isEqualTo(rate).isNotEqualTo(LINE);
        assertThat(changes).isOne();
        assertThat(pint.isStationary()).isFalse();
        assertThat(pint.readsSwitches()).isTrue();
    }

    /** 60,100 + 51,200 bytes of 102,400. */
    @Test
    void aLoadAboveTheTargetCutsTheRate() {
        begin(FINE, 1);
        assertThat((double) packet(60_100, 51_200, true)).isCloseTo(cut(LINE, 111_300 / BYTES), withinPercentage(1));
    }

    /** Elapsed is cut to the round trip, and queues count in units of 256 bytes. */
    @Test
    void longAgoCountsAsARoundTripAndASmallQueueNot() {
        begin(FINE, 1);
        packet();
        departs(0, 60_100, 50 * ROUND_TRIP, 51_455);
        assertThat((double) acknowledge(true)).isCloseTo(cut(LINE, 111_300 / BYTES), withinPercentage(1));
        again();
        packet();
        departs(0, 110_000, ROUND_TRIP, 255);
        assertThat((double) acknowledge(true)).isCloseTo(cut(LINE, 110_000 / BYTES), withinPercentage(1));
    }

    /** Half a round trip on, half of the queue's share and half of the load before count. */
    @Test
    void theLoadIsAnAverageOverARoundTrip() {
        begin(FINE, 1);
        packet(60_100, 51_200, true);
        double before = 111_300 / BYTES;
        again();
        packet();
        departs(0, 60_100, ROUND_TRIP / 2, 51_200);
        double load = 25_600 / BYTES + 60_100 / BYTES + before / 2;
        assertThat((double) acknowledge(true)).isCloseTo(cut(LINE, load), withinPercentage(1));
    }

    @Test
    void theBusiestSwitchCountsWhereverItIs() {
        for (boolean busyFirst : new boolean[] {true, false}) {
            begin(FINE, 1);
            packet();
            departs(0, busyFirst ? 204_800 : 1_000, ROUND_TRIP, 0);
            departs(1, busyFirst ? 1_000 : 204_800, ROUND_TRIP, 0);
            assertThat((double) acknowledge(true)).isCloseTo(cut(LINE, 2), withinPercentage(1));
        }
    }

    @Test
    void belowTheTargetTheRateRisesTwiceThenByTheLoad() {
        begin(FINE, 1);
        long low = packet(60_100, 204_800, true);
        assertThat(packet(60_100, 0, true)).isEqualTo(low + STEP);
        assertThat(packet(60_100, 0, false)).as("tried, not kept").isEqualTo(low + 2 * STEP);
        assertThat(packet(60_100, 0, true)).isEqualTo(low + 2 * STEP);
        assertThat((double) packet(60_100, 0, true))
                .as("by the load")
                .isCloseTo(cut(low + 2 * STEP, 60_100 / BYTES), withinPercentage(1));
        long high = rate;
        assertThat(packet(60_100, 0, true)).as("steps begin again").isEqualTo(high + STEP);
    }

    @Test
    void theRateStaysBetweenTheLeastAndTheLine() {
        begin(FINE, 1);
        assertThat(packet(60_100, 0, true)).isEqualTo(LINE);
        assertThat(packet(60_100, 1_000_000_000L, true)).isEqualTo(LEAST);
    }

    /** A load of 1.0869 is 557 of 512 parts: 512 nearly always, else 1,024, and 557 on average. */
    @Test
    void powersOfTheBaseAreDrawnWithoutBias() {
        begin(2, 1);
        double sum = 0;
        int packets = 4_000;
        for (int i = 0; i < packets; i++) {
            again();
            long next = packet(60_100, 51_200, true);
            assertThat(next).isIn((long) (LINE / (1 / 0.95)) + STEP, (long) (LINE / (2 / 0.95)) + STEP);
            sum += LINE * 0.95 / (next - STEP);
        }
        assertThat(sum / packets).isCloseTo(557 / 512.0, within(0.02));
    }

    /** A power of two is a power of the base, and is never drawn otherwise. */
    @Test
    void anIdleLinkIsTheSmallestLoad() {
        begin(2, 1);
        long low = packet(60_100, 1_000_000, true);
        for (int i = 0; i < 2; i++) {
            packet();
            low += STEP;
            assertThat(acknowledge(true)).isEqualTo(low);
        }
        packet();
        assertThat(acknowledge(true)).as("by 1/512").isEqualTo(LINE);
    }

    @Test
    void aShareOfTheAcknowledgementsCounts() {
        begin(FINE, 0);
        flows.at(flow).next = 10_000;
        for (int i = 0; i < 100; i++) {
            packet(60_100, 204_800, true);
        }
        assertThat(changes).isZero();
        begin(FINE, 0.25);
        changes = 0;
        for (int i = 0; i < 4_000; i++) {
            packet(60_100, 0, true);
        }
        assertThat(changes).isBetween(900, 1_100);
    }

    @Test
    void everyFlowHasARateOfItsOwnAndAReusedSlotBeginsAnew() {
        begin(FINE, 1);
        long first = packet(60_100, 204_800, true);
        int one = flow;
        for (int i = 0; i < 70; i++) {
            flow();
            assertThat(packet(60_100, 0, true)).isEqualTo(LINE);
        }
        flow = one;
        assertThat(packet(60_100, 0, true)).isEqualTo(first + STEP);
        again();
        assertThat(packet(60_100, 0, true)).isEqualTo(LINE);
    }
}
