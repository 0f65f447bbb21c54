// SPDX-License-Identifier: Apache-2.0
package org.etude.spec.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SerialisationTest {
    @ParameterizedTest
    @CsvSource({
        "1036, 25, 332",
        "1036, 100, 83",
        "1036, 200, 41",
        "1036, 400, 21",
        "48, 25, 15",
        "48, 100, 4",
        "48, 200, 2",
        "48, 400, 1",
        "31, 100, 2",
        "1000, 8, 1000"
    })
    void wholeNanosecondsAsTheReference(int bytes, long gbps, long nanos) {
        assertThat(Serialisation.nanos(bytes, gbps * 1_000_000_000L)).isEqualTo(nanos);
    }

    /** 25 bytes at 400 Gbit/s are 0.5 ns, which 64 binary places of a second hold only from below. */
    @Test
    void anExactHalfGoesDown() {
        assertThat(Serialisation.nanos(25, 400_000_000_000L)).isZero();
        assertThat(Serialisation.nanos(75, 400_000_000_000L)).isEqualTo(1);
    }

    @Property(tries = 2000)
    void equalsTheExactQuotient(
            @ForAll @IntRange(min = 1, max = 1 << 20) int bytes,
            @ForAll @LongRange(min = 1_000_000, max = 3_200_000_000_000L) long bps) {
        assertThat(Serialisation.nanos(bytes, bps)).isEqualTo(exact(bytes, bps));
    }

    @Property(tries = 500)
    void equalsTheExactQuotientAtRoundRates(
            @ForAll @IntRange(min = 1, max = 10_000) int bytes, @ForAll @IntRange(min = 1, max = 3200) int gbps) {
        long bps = gbps * 1_000_000_000L;
        assertThat(Serialisation.nanos(bytes, bps)).isEqualTo(exact(bytes, bps));
    }

    private static long exact(long bytes, long bps) {
        return BigInteger.valueOf(bytes * 8)
                .shiftLeft(64)
                .divide(BigInteger.valueOf(bps))
                .multiply(BigInteger.valueOf(1_000_000_000))
                .add(BigInteger.ONE.shiftLeft(63))
                .shiftRight(64)
                .longValueExact();
    }
}
