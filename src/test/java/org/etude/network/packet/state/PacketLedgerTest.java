// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A flow of 2,500 bytes: packets 0 and 1 of 1,000 bytes, packet 2 of 500. */
class PacketLedgerTest {
    private final Flows flows = new Flows(1, false, true);
    private final PacketLedger ledger = new PacketLedger(flows, 1_000);
    private int flow;

    @BeforeEach
    void begin() {
        flow = flows.take();
        flows.at(flow).size = 2_500;
        flows.at(flow).next = 2_500;
        ledger.begins(flow);
    }

    @Test
    void packetsAreAcknowledgedInAnyOrderAndOnce() {
        ledger.acknowledged(flow, 2_000);
        assertThat(flows.at(flow).acknowledged).isEqualTo(500);
        ledger.acknowledged(flow, 0);
        ledger.acknowledged(flow, 2_000);
        assertThat(flows.at(flow).acknowledged).isEqualTo(1_500);
        assertThat(ledger.waits(flow)).isFalse();
    }

    @Test
    void whatReturnedIsTakenFromTheFront() {
        ledger.returned(flow, 2_000);
        ledger.returned(flow, 0);
        ledger.returned(flow, 0);
        assertThat(flows.at(flow).returned).as("each once").isEqualTo(1_500);
        assertThat(ledger.waits(flow)).isTrue();
        assertThat(ledger.take(flow)).isZero();
        assertThat(flows.at(flow).returned).isEqualTo(500);
        assertThat(ledger.take(flow)).isEqualTo(2_000);
        assertThat(flows.at(flow).returned).isZero();
        assertThat(ledger.waits(flow)).isFalse();
    }

    /** The first copy was late, not lost. */
    @Test
    void whatArrivesAfterAllIsNotSentAgain() {
        ledger.returned(flow, 1_000);
        ledger.acknowledged(flow, 1_000);
        assertThat(ledger.waits(flow)).isFalse();
        assertThat(flows.at(flow).returned).isZero();
        assertThat(flows.at(flow).acknowledged).isEqualTo(1_000);
        ledger.returned(flow, 1_000);
        assertThat(ledger.waits(flow)).as("it is acknowledged").isFalse();
    }

    @Test
    void afterASilenceWhatWasSentAndNotAcknowledgedReturns() {
        ledger.acknowledged(flow, 1_000);
        ledger.returnAll(flow);
        assertThat(flows.at(flow).returned).isEqualTo(1_500);
        assertThat(ledger.take(flow)).isZero();
        assertThat(ledger.take(flow)).isEqualTo(2_000);
    }

    @Test
    void whatWasNotSentYetDoesNotReturn() {
        flows.at(flow).next = 1_000;
        ledger.returnAll(flow);
        assertThat(flows.at(flow).returned).isEqualTo(1_000);
        flows.at(flow).next = 0;
        ledger.begins(flow);
        ledger.returnAll(flow);
        assertThat(ledger.waits(flow)).isFalse();
        assertThat(flows.at(flow).returned).as("of a flow that begins").isZero();
    }

    /** Slots are used again, and there may be more of them than at first. */
    @Test
    void flowsAreApart() {
        ledger.returned(flow, 0);
        int last = flow;
        while (last < 200) {
            last = flows.take();
            flows.at(last).size = 1_000;
            flows.at(last).next = 1_000;
            ledger.begins(last);
        }
        ledger.acknowledged(last, 0);
        assertThat(ledger.waits(last)).isFalse();
        assertThat(ledger.waits(flow)).isTrue();
        ledger.ends(flow);
        ledger.begins(flow);
        assertThat(ledger.waits(flow)).isFalse();
        assertThat(flows.at(flow).returned).isZero();
    }
}
