// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.network.packet.state.Flows;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** DCTCP by hand: one flow at 40 Gbit/s, 1000-byte packets, gain 1/256, additive step 1 Gbit/s, at least 100 Mbit/s. */
class DctcpTest {
    private static final long LINE = 40_000_000_000L;
    private static final int PAYLOAD = 1_000;

    private final Flows flows = new Flows(1, false, false);
    private Dctcp dctcp;
    private int flow;

    @BeforeEach
    void aFlowAtLineRate() {
        dctcp = new Dctcp(flows, PacketNetworkSpec.shipped().congestion(), PAYLOAD);
        flow = flows.take();
        flows.at(flow).lineRate = LINE;
        flows.setRate(flow, LINE);
        dctcp.begins(flow);
    }

    /** An acknowledgement up to a byte, when that much was sent; returns the rate. */
    private long acknowledged(long sequence, long sent, boolean marked) {
        flows.at(flow).next = sent;
        dctcp.acknowledged(flow, 0, sequence, marked);
        return flows.at(flow).rate;
    }

    @Test
    void theFirstMarkHalvesAndTheWindowIsCutOnce() {
        assertThat(acknowledged(1, 10_000, true)).as("alpha begins at 1").isEqualTo(LINE / 2);
        assertThat(acknowledged(5_000, 12_000, true)).as("the same window").isEqualTo(LINE / 2);
        assertThat(acknowledged(10_000, 12_000, true)).as("its last byte").isEqualTo(LINE / 2);
    }

    @Test
    void anUnmarkedWindowAddsOneStepAndAlphaFollowsTheShareOfMarks() {
        acknowledged(1, 10_000, true);
        acknowledged(5_000, 12_000, true);
        // 2 of 11 packets were marked: alpha 255/256 + 2/11/256.
        assertThat(acknowledged(10_001, 20_000, false)).isEqualTo(LINE / 2 + 1_000_000_000);
        assertThat(acknowledged(15_000, 21_000, false)).as("one step a window").isEqualTo(LINE / 2 + 1_000_000_000);
        // 1 of 10 packets, so alpha 0.99328...; 21 Gbit/s x (1 - alpha / 2).
        assertThat(acknowledged(20_001, 30_000, true)).isEqualTo(10_570_341_214L);
    }

    @Test
    void theRateStaysBetweenTheLeastAndTheLine() {
        assertThat(acknowledged(1, 10_000, false)).isEqualTo(LINE);
        long sequence = 10_001;
        for (int i = 0; i < 60; i++) {
            acknowledged(sequence, sequence + 9_999, true);
            sequence += 10_000;
        }
        assertThat(flows.at(flow).rate).isEqualTo(100_000_000);
    }

    /** A late acknowledgement is ahead of what is sent again, and the window's one packet is marked: its share is 1, or next to none. */
    @Test
    void aWindowSentAgainHasNoNegativeNumberOfPackets() {
        assertThat(afterLateAcknowledgement())
                .as("wrapped round, as in the reference")
                .isEqualTo(10_578_156_904L);
        aFlowAtLineRate();
        dctcp.widenFields(1);
        assertThat(afterLateAcknowledgement()).isEqualTo(10_537_141_279L);
    }

    private long afterLateAcknowledgement() {
        acknowledged(1, 10_000, true);
        acknowledged(10_001, 9_000, false);
        return acknowledged(10_002, 20_000, true);
    }

    @Test
    void aNewFlowInTheSameSlotForgets() {
        acknowledged(1, 10_000, true);
        flows.setRate(flow, LINE);
        dctcp.begins(flow);
        assertThat(acknowledged(1, 10_000, false)).isEqualTo(LINE);
        assertThat(acknowledged(2, 10_000, true)).as("alpha is 1 again").isEqualTo(LINE / 2);
        assertThat(dctcp.isStationary()).isFalse();
    }
}
