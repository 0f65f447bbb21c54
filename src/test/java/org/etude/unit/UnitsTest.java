// SPDX-License-Identifier: Apache-2.0
package org.etude.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({"14us,14000000", "500ns,500000", "1.5ms,1500000000", "2s,2000000000000", "250ps,250", "1e3ns,1000000"})
    void readsTimes(String text, long picoseconds) {
        assertThat(Time.parse(text).picoseconds()).isEqualTo(picoseconds);
    }

    @ParameterizedTest
    @CsvSource({"25Gbps,3.125e9", "50GB/s,5e10", "1GiB/s,1073741824", "400Mbps,5e7", "1.6Tbps,2e11", "80MB/s,8e7"})
    void readsBandwidths(String text, double bytesPerSecond) {
        assertThat(Bandwidth.parse(text).bytesPerSecond()).isEqualTo(bytesPerSecond);
    }

    @ParameterizedTest
    @CsvSource({"1024,1024", "64KiB,65536", "100MB,100000000", "1G,1073741824", "512M,536870912", "2kB,2000", "7B,7"})
    void readsSizes(String text, long bytes) {
        assertThat(Bytes.parse(text).value()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "us", "12 parsecs", "-3us", "1e400s"})
    void refusesWhatIsNoTime(String text) {
        assertThatThrownBy(() -> Time.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesTheRefusedValue() {
        assertThatThrownBy(() -> Bandwidth.parse("0Gbps")).hasMessage("bandwidth must be positive: 0Gbps");
        assertThatThrownBy(() -> Bandwidth.parse("25"))
                .hasMessage("'25' has no unit. Write it as 25Gbps, 50GB/s or 50GiB/s.");
        assertThatThrownBy(() -> Time.parse("500")).hasMessage("'500' has no unit. Write it as 14us, 500ns or 1.5ms.");
        assertThatThrownBy(() -> Bytes.parse("3 apples"))
                .hasMessageStartingWith("unknown unit 'apples' in '3 apples'. Write it as 1024, 64KiB");
        assertThatThrownBy(() -> Time.parse("soon"))
                .hasMessage("not a time: 'soon'. Write it as 14us, 500ns or 1.5ms.");
        assertThatThrownBy(() -> new Bytes(-1)).hasMessage("size cannot be negative: -1 bytes");
    }

    @Test
    void printsTheSameInEveryLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Time.us(14.5)).hasToString("14.5 us");
            assertThat(Time.ms(274.982)).hasToString("274.982 ms");
            assertThat(Time.ns(7)).hasToString("7 ns");
            assertThat(Time.seconds(90)).hasToString("90 s");
            assertThat(Bandwidth.gbps(65)).hasToString("65 Gbps");
            assertThat(new Bytes(31_584_296)).hasToString("30.1211 MiB");
            assertThat(Units.kib(64)).hasToString("64 KiB");
            assertThat(Units.gib(2)).hasToString("2 GiB");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void astraSimGigabytesAreBinary() {
        assertThat(Bandwidth.gibibytesPerSecond(50).bytesPerSecond()).isEqualTo(50.0 * (1 << 30));
        assertThat(Bandwidth.gibibytesPerSecond(50).toGibibytesPerSecond()).isEqualTo(50.0);
    }

    @Test
    void ordersBySize() {
        assertThat(Time.us(1)).isLessThan(Time.ms(1));
        assertThat(Bandwidth.gbps(1)).isLessThan(Bandwidth.gigabytesPerSecond(1));
        assertThat(Units.kib(1)).isGreaterThan(Units.bytes(1000));
    }

    /** A size of 2^63 bytes or more is none, rather than the largest that can be counted. */
    @Test
    void aSizeBeyondALongIsRefused() {
        for (String text : new String[] {"1e400GB", "9223372036854775808", "8589934592GiB", "1e30B"}) {
            assertThatThrownBy(() -> Bytes.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not a size: '" + text + "'");
        }
        assertThatThrownBy(() -> Bytes.parse("-1e400GB")).hasMessageContaining("size cannot be negative");
        assertThat(Bytes.parse("4294967296GiB").value()).isEqualTo(1L << 62);
        assertThat(Bytes.parse("0.4B").value()).isZero();
    }
}
