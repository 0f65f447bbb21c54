// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class FrameSpecTest {
    private static final FrameSpec REFERENCE = FrameSpec.reference();
    private static final FrameSpec SIMAI = FrameSpec.simAi();
    private static final long GBPS = 1_000_000_000L;

    @Example
    void headers() {
        assertThat(REFERENCE.dataBytes()).isEqualTo(36);
        assertThat(REFERENCE.replyBytes(0)).isEqualTo(48);
        assertThat(REFERENCE.replyBytes(42)).as("HPCC").isEqualTo(76);
        assertThat(REFERENCE.pauseBytes()).isEqualTo(31);
        assertThat(REFERENCE.estimatedBytes()).isEqualTo(48);
        assertThat(SIMAI.dataBytes()).isEqualTo(52);
        assertThat(SIMAI.replyBytes(0)).isEqualTo(60);
        assertThat(SIMAI.pauseBytes()).isEqualTo(43);
        assertThat(SIMAI.estimatedBytes()).isEqualTo(52);
    }

    /** A packet and an acknowledgement of SimAI's runs at 100, 400 and 2880 Gbit/s. */
    @Example
    void timesAreCutOrRounded() {
        assertThat(SIMAI.nanos(9052, 100 * GBPS)).isEqualTo(724);
        assertThat(SIMAI.nanos(60, 100 * GBPS)).as("4.8").isEqualTo(4);
        assertThat(REFERENCE.nanos(60, 100 * GBPS)).isEqualTo(5);
        assertThat(SIMAI.nanos(7436, 2880 * GBPS)).as("20.66").isEqualTo(20);
        assertThat(SIMAI.nanos(60, 2880 * GBPS)).as("0.17").isZero();
    }

    /** 1000 bytes at 8 Gbit/s are 1000 ns, but a millionth of a second has no end in binary places. */
    @Example
    void aWholeNumberLosesOne() {
        assertThat(SIMAI.nanos(1000, 8 * GBPS)).isEqualTo(999);
        assertThat(REFERENCE.nanos(1000, 8 * GBPS)).isEqualTo(1000);
    }

    @Property
    void cutTimesEqualTheExactQuotient(
            @ForAll @IntRange(min = 1, max = 1 << 24) int bytes,
            @ForAll @LongRange(min = 1_000_000, max = 3_200_000_000_000L) long bps) {
        long exact = BigInteger.valueOf(bytes * 8L)
                .shiftLeft(64)
                .divide(BigInteger.valueOf(bps))
                .multiply(BigInteger.valueOf(GBPS))
                .shiftRight(64)
                .longValueExact();
        assertThat(SIMAI.nanos(bytes, bps)).isEqualTo(exact);
    }

    @Example
    void negativeHeadersAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FrameSpec(-1, 4, false))
                .withMessageContaining("headers cannot be negative");
    }
}
