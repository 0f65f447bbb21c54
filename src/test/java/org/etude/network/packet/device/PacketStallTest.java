// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.etude.network.packet.file.Lab;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;

/** Runs whose packets can never arrive end, and say why. */
class PacketStallTest {
    private static final PacketTopology PAIR = Lab.star(2, 100, 500);
    private static final PacketNetworkSpec ALL_LOST = Lab.shipped().withErrorRate(1);

    private static String reason(Lab lab) {
        return lab.network.stall().orElseThrow().getMessage();
    }

    /** Each of the two flows is sent again 1,000 times, every 10 us, and given up the next time. */
    @Test
    void whatIsAlwaysLostIsGivenUp() {
        Lab lab = new Lab(PAIR, ALL_LOST.retransmitAfter(Time.us(10)))
                .flow(0, 1, 1_000, 0)
                .flow(0, 1, 1_000, 0)
                .run();
        assertThat(lab.queue.now()).isEqualTo(10_010_000);
        assertThat(lab.network.retransmissions()).isEqualTo(2_000);
        assertThat(reason(lab))
                .startsWith("2 flows stopped at 10010000 ns: no acknowledgement came in 1000 retransmission timeouts"
                        + " (2002 packets were lost, 0 of them dropped by full buffers)");
    }

    /** The acknowledgement of the first packet needs 4 ms, in which 4,000 timeouts of 1 us pass. */
    @Test
    void aTimeoutShorterThanARoundTripIsNotTheEnd() {
        Lab lab = new Lab(Lab.star(2, 100, 1_000_000), Lab.shipped().retransmitAfter(Time.us(1)))
                .flow(0, 1, 1_000, 0)
                .run();
        assertThat(lab.network.stall()).isEmpty();
        assertThat(lab.network.flows().size()).isEqualTo(1);
        assertThat(lab.network.retransmissions()).isEqualTo(4_000);
    }

    /** While anything arrives anywhere, a flow that waits is not given up. */
    @Test
    void aFlowThatBeginsLaterHasItsTime() {
        Lab lab = new Lab(PAIR, ALL_LOST.retransmitAfter(Time.us(10)))
                .flow(0, 1, 1_000, 0)
                .flow(0, 1, 1_000, 10_000_000)
                .run();
        assertThat(lab.queue.now()).isEqualTo(20_010_000);
    }

    private static Lab lossyPair(PacketNetworkSpec spec) {
        PacketNetworkSpec small = spec.with(spec.transport().withWindow(false)).buffer(new Bytes(1 << 20));
        return new Lab(Lab.star(3, 100, 500), small)
                .flow(1, 0, 1_000_000, 0)
                .flow(2, 0, 1_000_000, 0)
                .run();
    }

    /** A pause has no timeout, as in the reference, so nothing makes up for a lost end of it. */
    @Test
    void aLostResumeIsNamed() {
        PacketNetworkSpec lossy = Lab.shipped().withErrorRate(0.01);
        assertThat(reason(lossyPair(lossy)))
                .contains("stopped at 176130 ns: 1 paused port waits for a RESUME frame that was lost");
        assertThat(reason(lossyPair(lossy.retransmitAfter(Time.us(100)))))
                .contains("stopped at 100500000 ns: 1 paused port waits for a RESUME frame that was lost")
                .contains("turn PFC off");
        assertThat(lossyPair(lossy.pfc(false).retransmitAfter(Time.us(100)))
                        .network
                        .stall())
                .isEmpty();
    }

    /**
     * The headroom of a port at 25 Gbit/s and 500 ns is 4,686 bytes, and of the 60,000 - 3 x (4,686 + 4,096) bytes that are shared
     * an ingress may take an eighth, 4,206: a packet of 9,036 bytes fits neither, whenever it comes.
     */
    @Test
    void aPacketThatNoEmptyBufferHoldsIsDroppedAndNotTrimmed() {
        PacketNetworkSpec sprayed = Lab.shipped()
                .with(Lab.shipped().transport().withPayload(9_000))
                .spraying(4)
                .trimming(true)
                .buffer(new Bytes(60_000));
        Lab lab = new Lab(Lab.star(3, 25, 500), sprayed).flow(0, 1, 18_500, 0).run();
        assertThat(lab.network.trimmed()).isZero();
        assertThat(lab.network.drops()).isEqualTo(2);
        assertThat(reason(lab)).startsWith("1 flow stopped").contains("among the 2 lost (2 dropped by full buffers)");
    }

    @Test
    void aMessageOfNoBytesIsLostAsAnyOther() {
        Lab lab = new Lab(PAIR, ALL_LOST).flow(0, 1, 0, 0).run();
        assertThat(reason(lab))
                .startsWith("1 flow stopped at 503 ns: the last packets of each")
                .doesNotContain("--compat");
    }
}
