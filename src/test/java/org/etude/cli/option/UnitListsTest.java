// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.etude.unit.Bandwidth;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class UnitListsTest {
    private final UnitLists.BandwidthConverter rates = new UnitLists.BandwidthConverter();
    private final UnitLists.LatencyConverter times = new UnitLists.LatencyConverter();

    @Test
    void bareNumbersTakeTheLastUnit() {
        assertThat(rates.convert("25,25,65Gbps").values())
                .isEqualTo(List.of(Bandwidth.gbps(25), Bandwidth.gbps(25), Bandwidth.gbps(65)));
        assertThat(rates.convert("1.5e1GB/s, 50 GiB/s").values())
                .isEqualTo(List.of(Bandwidth.gigabytesPerSecond(15), Bandwidth.gibibytesPerSecond(50)));
        assertThat(times.convert("5,5,14us").values()).isEqualTo(List.of(Time.us(5), Time.us(5), Time.us(14)));
        assertThat(times.convert("1,2us,3ms").values()).isEqualTo(List.of(Time.ms(1), Time.us(2), Time.ms(3)));
    }

    @Test
    void numbersWithoutAUnitAreRefused() {
        assertThatThrownBy(() -> rates.convert("10"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'10' has no unit. Write it as 25Gbps, or 25GB/s for bytes.");
        assertThatThrownBy(() -> rates.convert("25Gbps,10")).hasMessageContaining("has no unit");
        assertThatThrownBy(() -> times.convert("5")).hasMessage("'5' has no unit. Write it as 5us or 500ns.");
        assertThatThrownBy(() -> times.convert("1,2ms,3")).hasMessageContaining("has no unit");
    }

    @Test
    void wrongOnesSayWhatIsWrong() {
        assertThatThrownBy(() -> rates.convert("25,fast"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("fast");
        assertThatThrownBy(() -> times.convert("5,,3us")).isInstanceOf(TypeConversionException.class);
        assertThatThrownBy(() -> times.convert("-5us")).hasMessageContaining("-5");
        assertThatThrownBy(() -> rates.convert("5parsecs")).hasMessageContaining("unknown unit 'parsecs'");
    }
}
