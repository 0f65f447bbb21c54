// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.network.packet.state.Flows;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * TIMELY by hand: one flow at 40 Gbit/s whose round trips are given. The gradient is that of the smoothed difference to the
 * round trip before, 7/8 new to 1/8 old, per 20 us.
 */
class TimelyTest {
    private static final long LINE = 40_000_000_000L;
    private static final long ADDITIVE = 50_000_000L;
    private static final long HYPER = 100_000_000L;
    private static final long MINIMUM = 100_000_000L;
    private static final int PACKET = 3;

    private final EventQueue queue = new EventQueue();
    private final Flows flows = new Flows(1, false, false);
    private final int idle = queue.register(argument -> {});
    private Timely timely;
    private int flow;

    @BeforeEach
    void aFlowWithOneRoundTripOf100Micros() {
        timely = new Timely(
                queue, flows, PacketNetworkSpec.shipped().congestion().with(CongestionControl.TIMELY));
        flow = flows.take();
        flows.at(flow).lineRate = LINE;
        flows.setRate(flow, LINE);
        timely.begins(flow);
        roundTrip(100_000);
        assertThat(flows.at(flow).rate)
                .as("the first round trip has none before it")
                .isEqualTo(LINE);
    }

    /** A packet that is built now and acknowledged this much later, while another window was sent; returns the rate. */
    private long roundTrip(long nanos) {
        timely.builds(PACKET);
        queue.schedule(queue.now() + nanos, idle, 0);
        queue.step();
        long sequence = flows.at(flow).next + 1;
        flows.at(flow).next += 10_000;
        timely.acknowledged(flow, PACKET, sequence, false);
        return flows.at(flow).rate;
    }

    @Test
    void aRisingRoundTripCutsByItsGradient() {
        // 7/8 of 20 us more: gradient 0.875, 1 - 0.8 x 0.875 = 0.3.
        assertThat(roundTrip(120_000)).isEqualTo(11_999_999_999L);
        // 7/8 of -10 us and 1/8 of 17.5 us: falling, so one step up.
        assertThat(roundTrip(110_000)).isEqualTo(12_049_999_999L);
        // 7/8 of 10 us and 1/8 of -6.5625 us: 0.396484375, times 0.6828125.
        assertThat(roundTrip(120_000)).isEqualTo(8_227_890_624L);
    }

    @Test
    void aRoundTripAboveTheUpperBoundCutsByItsShare() {
        roundTrip(500_000);
        assertThat(flows.at(flow).rate)
                .as("a gradient above 1.25 leaves the least")
                .isEqualTo(MINIMUM);
        for (int i = 0; i < 7; i++) {
            roundTrip(40_000);
        }
        assertThat(flows.at(flow).rate).isEqualTo(MINIMUM + 5 * ADDITIVE + 2 * HYPER);
        // 1 - 0.8 x (1 - 500 / 625) = 0.84, whatever the gradient.
        assertThat(roundTrip(625_000)).isEqualTo(462_000_000L);
    }

    @Test
    void theUpperBoundItselfIsStillJudgedByTheGradient() {
        roundTrip(120_000);
        long before = flows.at(flow).rate;
        roundTrip(500_000);
        assertThat(flows.at(flow).rate).isLessThan(before).isEqualTo(MINIMUM);
        // Equal round trips: an eighth of the old difference, until it falls.
        roundTrip(500_000);
        assertThat(flows.at(flow).rate).isEqualTo(MINIMUM);
        assertThat(roundTrip(490_000)).as("44.1 us / 8 - 8.75 us falls").isEqualTo(MINIMUM + ADDITIVE);
    }

    @Test
    void belowTheLowerBoundItRisesThoughTheRoundTripDoesToo() {
        roundTrip(120_000);
        roundTrip(30_000);
        assertThat(roundTrip(49_999)).isEqualTo(11_999_999_999L + 2 * ADDITIVE);
        assertThat(roundTrip(69_999)).as("above it the gradient counts").isLessThan(11_999_999_999L);
    }

    @Test
    void fiveStepsAreSlowAndADecreaseCountsThemAnew() {
        roundTrip(120_000);
        long rate = flows.at(flow).rate;
        for (int i = 1; i <= 5; i++) {
            assertThat(roundTrip(40_000)).isEqualTo(rate + i * ADDITIVE);
        }
        assertThat(roundTrip(40_000)).isEqualTo(rate + 5 * ADDITIVE + HYPER);
        long cut = roundTrip(100_000);
        assertThat(cut).isLessThan(rate);
        assertThat(roundTrip(40_000)).isEqualTo(cut + ADDITIVE);
    }

    @Test
    void theLineIsTheMost() {
        roundTrip(40_000);
        assertThat(roundTrip(40_000)).isEqualTo(LINE);
    }

    @Test
    void oneUpdateForEachWindow() {
        flows.at(flow).next += 10_000;
        queue.schedule(queue.now() + 120_000, idle, 0);
        timely.builds(PACKET);
        queue.step();
        timely.acknowledged(flow, PACKET, 10_000, false);
        assertThat(flows.at(flow).rate)
                .as("acknowledges what was sent before the last update")
                .isEqualTo(LINE);
        timely.acknowledged(flow, PACKET, 10_001, false);
        assertThat(flows.at(flow).rate).isEqualTo(11_999_999_999L);
    }

    @Test
    void manyFlowsKeepTheirOwn() {
        int many = 0;
        while (many < 100) {
            many = flows.take();
            flows.at(many).lineRate = LINE;
            timely.begins(many);
        }
        assertThat(roundTrip(120_000)).isEqualTo(11_999_999_999L);
        assertThat(timely.isStationary()).isFalse();
    }
}
