// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.etude.network.packet.spec.PacketNetworkException;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.Ports;
import org.etude.spec.network.PacketNetworkSpec;
import org.junit.jupiter.api.Test;

/** Which code a link's rate has, in the reference and of our own, and which rate is read back. */
class StatedRatesTest {
    private static final long GBPS = 1_000_000_000L;

    @Test
    void everyRateOfTheReferenceIsReadBack() {
        long[] gbps = {25, 50, 100, 200, 400, 2400, 1200};
        StatedRates rates = StatedRates.ofReference(ports(gbps));
        for (int link = 0; link < gbps.length; link++) {
            assertThat(rates.code(2 * link)).isEqualTo(link);
            assertThat(rates.code(2 * link + 1)).isEqualTo(link);
            assertThat(rates.of(link)).isEqualTo(gbps[link] * GBPS);
            assertThat(StatedRates.isInReference(gbps[link] * GBPS)).isTrue();
        }
    }

    @Test
    void theReferenceTakesAnyOtherRateForItsFirst() {
        StatedRates rates = StatedRates.ofReference(ports(100, 800, 40));
        assertThat(IntStream.range(0, 6).map(rates::code)).containsExactly(2, 2, 0, 0, 0, 0);
        assertThat(rates.of(0)).isEqualTo(25 * GBPS);
        assertThat(StatedRates.isInReference(800 * GBPS)).isFalse();
    }

    @Test
    void everyActualRateIsReadBack() {
        long[] gbps = {800, 40, 800, 3600, 25, 1, 2, 3, 4};
        StatedRates rates = StatedRates.actual(ports(gbps));
        for (int link = 0; link < gbps.length; link++) {
            assertThat(rates.of(rates.code(2 * link))).isEqualTo(gbps[link] * GBPS);
            assertThat(rates.of(rates.code(2 * link + 1))).isEqualTo(gbps[link] * GBPS);
        }
    }

    @Test
    void nineRatesCannotBeToldApart() {
        Ports nine = ports(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThatThrownBy(() -> StatedRates.actual(nine))
                .isInstanceOf(PacketNetworkException.class)
                .hasMessageContaining("the links have 9 different rates; HPCC's records tell 8 apart");
    }

    /** The ports of one link per rate, all between the same two hosts. */
    private static Ports ports(long... gbps) {
        return new Ports(
                new PacketTopology(
                        2,
                        0,
                        LongStream.of(gbps)
                                .mapToObj(rate -> new PacketTopology.Link(0, 1, rate * GBPS, 500, 0))
                                .toList()),
                PacketNetworkSpec.shipped().transport().frames());
    }
}
