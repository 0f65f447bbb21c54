package org.etude.cli;

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
        assertThat(times.convert("500").values()).isEqualTo(List.of(Time.ns(500)));
        assertThat(times.convert("1,2ms,3").values()).isEqualTo(List.of(Time.ns(1), Time.ms(2), Time.ns(3)));
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
