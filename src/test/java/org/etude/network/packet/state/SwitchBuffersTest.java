// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.SwitchSpec;
import org.junit.jupiter.api.Test;

/**
 * One switch of 200,000 bytes and two hosts at 100 Gbit/s and 1,000 ns: the headroom of a port is 3 x 12,500 bytes, its reserve
 * 4,096, and 200,000 - 2 x (37,500 + 4,096) = 116,808 bytes are shared, of which an ingress may take an eighth of what is free.
 * Packets have 1,000 bytes and come in by port 1.
 */
class SwitchBuffersTest {
    private static final long RATE = 100_000_000_000L;
    private static final int SWITCH = 2;
    private static final int IN = 1;
    private static final int OUT = 3;
    private static final int SIZE = 1_000;

    private static SwitchBuffers buffers(int passive, long nicRate) {
        PacketTopology topology = new PacketTopology(
                2,
                1,
                List.of(
                        new PacketTopology.Link(0, SWITCH, RATE, 1_000, 0),
                        new PacketTopology.Link(1, SWITCH, RATE, 1_000, 0)));
        Ports ports =
                new Ports(topology, PacketNetworkSpec.shipped().transport().frames());
        return new SwitchBuffers(
                topology, ports, new SwitchSpec(true, List.of(), true, true, 200_000, 3, passive, false), nicRate);
    }

    private final SwitchBuffers buffers = buffers(0, RATE);

    private void admit(int packets) {
        for (int i = 0; i < packets; i++) {
            assertThat(buffers.admit(IN, OUT, SIZE)).isTrue();
        }
    }

    private void release(int packets) {
        for (int i = 0; i < packets; i++) {
            buffers.release(IN, OUT, SIZE);
        }
    }

    @Test
    void partsOfTheBufferAreThoseOfItsPorts() {
        assertThat(buffers.fixed(IN)).containsExactly(37_500L, 3L, 116_808L, 1L);
        assertThat(buffers.fixed(0)).as("a host").containsExactly(37_500L, 3L, 200_000 - 41_596L, 0L);
        assertThat(buffers.threshold(IN)).isEqualTo(116_808 / 8);
    }

    /** A port that is faster than the NICs may take twice as much for each doubling. */
    @Test
    void fasterPortsMayTakeMore() {
        assertThat(buffers(0, RATE / 2).fixed(IN)).containsExactly(37_500L, 2L, 116_808L, 1L);
        assertThat(buffers(0, RATE / 4).fixed(IN).get(1)).isEqualTo(1);
        assertThat(buffers(0, RATE / 1_000).fixed(IN).get(1)).as("at most all").isZero();
        assertThat(buffers(0, 0).fixed(IN).get(1)).as("no NICs").isEqualTo(3);
    }

    @Test
    void theReserveIsTakenFirst() {
        admit(4);
        assertThat(buffers.ingress[IN]).isEqualTo(4_000);
        assertThat(buffers.egress[OUT]).isEqualTo(4_000);
        assertThat(buffers.shared(SWITCH)).isZero();
        admit(1);
        assertThat(buffers.shared(SWITCH)).as("what exceeds 4,096").isEqualTo(904);
        assertThat(buffers.threshold(IN)).isEqualTo((116_808 - 904) / 8);
        admit(1);
        assertThat(buffers.shared(SWITCH)).isEqualTo(1_904);
    }

    /** 4,096 exactly is the reserve still. */
    @Test
    void aFullReserveTakesNothingOfTheSharedPart() {
        assertThat(buffers.admit(IN, OUT, 4_096)).isTrue();
        assertThat(buffers.shared(SWITCH)).isZero();
        assertThat(buffers.admit(IN, OUT, 1)).isTrue();
        assertThat(buffers.shared(SWITCH)).isEqualTo(1);
    }

    /** 17 packets use 12,904 of the 12,988 bytes that they leave to one ingress; the 18th is too much. */
    @Test
    void aboveTheThresholdHeadroomIsUsedAndTheSenderPaused() {
        admit(17);
        assertThat(buffers.threshold(IN)).isEqualTo(12_988);
        assertThat(buffers.headroomUsed[IN]).isZero();
        assertThat(buffers.shouldPause(IN)).isFalse();
        admit(1);
        assertThat(buffers.ingress[IN]).isEqualTo(17_000);
        assertThat(buffers.headroomUsed[IN]).isEqualTo(1_000);
        assertThat(buffers.shared(SWITCH)).isEqualTo(12_904);
        assertThat(buffers.shouldPause(IN)).isTrue();
        buffers.pausing[IN] = true;
        assertThat(buffers.shouldPause(IN)).as("it is paused").isFalse();
    }

    /** 84 bytes more make 12,988, which the threshold before allows; it falls to (116,808 - 12,988) / 8 = 12,977. */
    @Test
    void useThatReachesTheThresholdPausesToo() {
        admit(17);
        assertThat(buffers.admit(IN, OUT, 84)).isTrue();
        assertThat(buffers.headroomUsed[IN]).isZero();
        assertThat(buffers.threshold(IN)).isEqualTo(12_977);
        assertThat(buffers.shouldPause(IN)).isTrue();
    }

    @Test
    void passiveSwitchesNeverPause() {
        SwitchBuffers passive = buffers(1, RATE);
        for (int i = 0; i < 18; i++) {
            assertThat(passive.admit(IN, OUT, SIZE)).isTrue();
        }
        assertThat(passive.headroomUsed[IN]).isEqualTo(1_000);
        assertThat(passive.shouldPause(IN)).isFalse();
    }

    @Test
    void aFullHeadroomRefusesPackets() {
        admit(17 + 37);
        assertThat(buffers.headroomUsed[IN]).isEqualTo(37_000);
        assertThat(buffers.admit(IN, OUT, SIZE)).isFalse();
        assertThat(buffers.egress[OUT]).isEqualTo(54_000);
        assertThat(buffers.admit(IN, OUT, 500)).as("37,500 bytes of headroom").isTrue();
        assertThat(buffers.admit(IN, OUT, 85)).isFalse();
        assertThat(buffers.admit(IN, OUT, 84)).as("12,988 of the shared part").isTrue();
        assertThat(buffers.admit(OUT, IN, SIZE))
                .as("the other port has its own")
                .isTrue();
    }

    /** Resumes when 3,072 bytes below the threshold: 9,904 + 3,072 is less than (116,808 - 9,904) / 8 = 13,363. */
    @Test
    void packetsThatLeaveFreeHeadroomThenTheSharedPartThenTheReserve() {
        admit(20);
        buffers.pausing[IN] = true;
        release(2);
        assertThat(buffers.headroomUsed[IN]).isEqualTo(1_000);
        assertThat(buffers.shouldResume(IN)).isFalse();
        buffers.release(IN, OUT, 1_500);
        assertThat(buffers.headroomUsed[IN]).isZero();
        assertThat(buffers.ingress[IN]).as("half of it").isEqualTo(16_500);
        assertThat(buffers.shared(SWITCH)).isEqualTo(12_404);
        buffers.release(IN, OUT, 1_500);
        assertThat(buffers.shouldResume(IN))
                .as("10,904 + 3,072 is above 13,238")
                .isFalse();
        release(1);
        assertThat(buffers.shared(SWITCH)).isEqualTo(9_904);
        assertThat(buffers.shouldResume(IN)).isTrue();
        release(14);
        assertThat(buffers.ingress[IN]).isZero();
        assertThat(buffers.shared(SWITCH)).isZero();
        assertThat(buffers.egress[OUT]).isZero();
        assertThat(buffers.shouldResume(IN)).isTrue();
        buffers.pausing[IN] = false;
        assertThat(buffers.shouldResume(IN)).as("nobody is paused").isFalse();
    }

    @Test
    void theSharedPartIsPutBack() {
        buffers.restoreShared(SWITCH, 16_808);
        assertThat(buffers.shared(SWITCH)).isEqualTo(16_808);
        assertThat(buffers.threshold(IN)).isEqualTo(12_500);
    }
}
