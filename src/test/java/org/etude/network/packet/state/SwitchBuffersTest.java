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

    private static final PacketTopology TOPOLOGY = new PacketTopology(
            2,
            1,
            List.of(
                    new PacketTopology.Link(0, SWITCH, RATE, 1_000, 0),
                    new PacketTopology.Link(1, SWITCH, RATE, 1_000, 0)));

    private static Ports ports() {
        return new Ports(TOPOLOGY, PacketNetworkSpec.shipped().transport().frames());
    }

    private static SwitchBuffers buffers(Ports ports, int passive, long nicRate) {
        return new SwitchBuffers(
                TOPOLOGY, ports, new SwitchSpec(true, List.of(), true, true, 200_000, 3, passive, false), nicRate);
    }

    private final Ports ports = ports();
    private final SwitchBuffers buffers = buffers(ports, 0, RATE);
    private final Port in = ports.at(IN);
    private final Port out = ports.at(OUT);

    private void admit(int packets) {
        for (int i = 0; i < packets; i++) {
            assertThat(SwitchBuffers.admit(in, out, SIZE)).isTrue();
        }
    }

    private void release(int packets) {
        for (int i = 0; i < packets; i++) {
            SwitchBuffers.release(in, out, SIZE);
        }
    }

    /** Its headroom, or the eighth of the shared part that an ingress may take; no less when something is in it. */
    @Test
    void whatAnEmptyBufferHoldsIsWhatItAdmits() {
        assertThat(SwitchBuffers.holds(in, 37_500)).isTrue();
        assertThat(SwitchBuffers.holds(in, 37_501)).isFalse();
        assertThat(SwitchBuffers.admit(in, out, 37_501)).isFalse();
        assertThat(SwitchBuffers.admit(in, out, 37_500)).isTrue();
        assertThat(SwitchBuffers.holds(in, 37_500)).isTrue();
        assertThat(SwitchBuffers.holds(in, 37_501)).isFalse();
    }

    @Test
    void withoutHeadroomAnEmptyBufferHoldsAShare() {
        Ports bare = ports();
        SwitchSpec none = new SwitchSpec(true, List.of(), true, true, 200_000, 0, 0, false);
        assertThat(new SwitchBuffers(TOPOLOGY, bare, none, RATE).fixed(IN)).startsWith(0L, 3L, 191_808L);
        assertThat(SwitchBuffers.holds(bare.at(IN), 23_976)).isTrue();
        assertThat(SwitchBuffers.holds(bare.at(IN), 23_977)).isFalse();
        assertThat(SwitchBuffers.admit(bare.at(IN), bare.at(OUT), 23_977)).isFalse();
        assertThat(SwitchBuffers.admit(bare.at(IN), bare.at(OUT), 23_976)).isTrue();
    }

    @Test
    void partsOfTheBufferAreThoseOfItsPorts() {
        assertThat(buffers.fixed(IN)).containsExactly(37_500L, 3L, 116_808L, 1L);
        assertThat(buffers.fixed(0)).as("a host").containsExactly(37_500L, 3L, 200_000 - 41_596L, 0L);
        assertThat(SwitchBuffers.threshold(in)).isEqualTo(116_808 / 8);
    }

    /** A port that is faster than the NICs may take twice as much for each doubling. */
    @Test
    void fasterPortsMayTakeMore() {
        assertThat(buffers(ports(), 0, RATE / 2).fixed(IN)).containsExactly(37_500L, 2L, 116_808L, 1L);
        assertThat(buffers(ports(), 0, RATE / 4).fixed(IN).get(1)).isEqualTo(1);
        assertThat(buffers(ports(), 0, RATE / 1_000).fixed(IN).get(1))
                .as("at most all")
                .isZero();
        assertThat(buffers(ports(), 0, 0).fixed(IN).get(1)).as("no NICs").isEqualTo(3);
    }

    @Test
    void theReserveIsTakenFirst() {
        admit(4);
        assertThat(in.ingress).isEqualTo(4_000);
        assertThat(out.egress).isEqualTo(4_000);
        assertThat(buffers.shared(SWITCH)).isZero();
        admit(1);
        assertThat(buffers.shared(SWITCH)).as("what exceeds 4,096").isEqualTo(904);
        assertThat(SwitchBuffers.threshold(in)).isEqualTo((116_808 - 904) / 8);
        admit(1);
        assertThat(buffers.shared(SWITCH)).isEqualTo(1_904);
    }

    /** 4,096 exactly is the reserve still. */
    @Test
    void aFullReserveTakesNothingOfTheSharedPart() {
        assertThat(SwitchBuffers.admit(in, out, 4_096)).isTrue();
        assertThat(buffers.shared(SWITCH)).isZero();
        assertThat(SwitchBuffers.admit(in, out, 1)).isTrue();
        assertThat(buffers.shared(SWITCH)).isEqualTo(1);
    }

    /** 17 packets use 12,904 of the 12,988 bytes that they leave to one ingress; the 18th is too much. */
    @Test
    void aboveTheThresholdHeadroomIsUsedAndTheSenderPaused() {
        admit(17);
        assertThat(SwitchBuffers.threshold(in)).isEqualTo(12_988);
        assertThat(in.headroomUsed).isZero();
        assertThat(SwitchBuffers.shouldPause(in)).isFalse();
        admit(1);
        assertThat(in.ingress).isEqualTo(17_000);
        assertThat(in.headroomUsed).isEqualTo(1_000);
        assertThat(buffers.shared(SWITCH)).isEqualTo(12_904);
        assertThat(SwitchBuffers.shouldPause(in)).isTrue();
        in.pausing = true;
        assertThat(SwitchBuffers.shouldPause(in)).as("it is paused").isFalse();
    }

    /** 84 bytes more make 12,988, which the threshold before allows; it falls to (116,808 - 12,988) / 8 = 12,977. */
    @Test
    void useThatReachesTheThresholdPausesToo() {
        admit(17);
        assertThat(SwitchBuffers.admit(in, out, 84)).isTrue();
        assertThat(in.headroomUsed).isZero();
        assertThat(SwitchBuffers.threshold(in)).isEqualTo(12_977);
        assertThat(SwitchBuffers.shouldPause(in)).isTrue();
    }

    @Test
    void passiveSwitchesNeverPause() {
        buffers(ports, 1, RATE);
        admit(18);
        assertThat(in.headroomUsed).isEqualTo(1_000);
        assertThat(SwitchBuffers.shouldPause(in)).isFalse();
    }

    @Test
    void aFullHeadroomRefusesPackets() {
        admit(17 + 37);
        assertThat(in.headroomUsed).isEqualTo(37_000);
        assertThat(SwitchBuffers.admit(in, out, SIZE)).isFalse();
        assertThat(out.egress).isEqualTo(54_000);
        assertThat(SwitchBuffers.admit(in, out, 500))
                .as("37,500 bytes of headroom")
                .isTrue();
        assertThat(SwitchBuffers.admit(in, out, 85)).isFalse();
        assertThat(SwitchBuffers.admit(in, out, 84))
                .as("12,988 of the shared part")
                .isTrue();
        assertThat(SwitchBuffers.admit(out, in, SIZE))
                .as("the other port has its own")
                .isTrue();
    }

    /** Resumes when 3,072 bytes below the threshold: 9,904 + 3,072 is less than (116,808 - 9,904) / 8 = 13,363. */
    @Test
    void packetsThatLeaveFreeHeadroomThenTheSharedPartThenTheReserve() {
        admit(20);
        in.pausing = true;
        release(2);
        assertThat(in.headroomUsed).isEqualTo(1_000);
        assertThat(SwitchBuffers.shouldResume(in)).isFalse();
        SwitchBuffers.release(in, out, 1_500);
        assertThat(in.headroomUsed).isZero();
        assertThat(in.ingress).as("half of it").isEqualTo(16_500);
        assertThat(buffers.shared(SWITCH)).isEqualTo(12_404);
        SwitchBuffers.release(in, out, 1_500);
        assertThat(SwitchBuffers.shouldResume(in))
                .as("10,904 + 3,072 is above 13,238")
                .isFalse();
        release(1);
        assertThat(buffers.shared(SWITCH)).isEqualTo(9_904);
        assertThat(SwitchBuffers.shouldResume(in)).isTrue();
        release(14);
        assertThat(in.ingress).isZero();
        assertThat(buffers.shared(SWITCH)).isZero();
        assertThat(out.egress).isZero();
        assertThat(SwitchBuffers.shouldResume(in)).isTrue();
        in.pausing = false;
        assertThat(SwitchBuffers.shouldResume(in)).as("nobody is paused").isFalse();
    }

    @Test
    void theSharedPartIsPutBack() {
        buffers.restoreShared(SWITCH, 16_808);
        assertThat(buffers.shared(SWITCH)).isEqualTo(16_808);
        assertThat(SwitchBuffers.threshold(in)).isEqualTo(12_500);
    }
}
