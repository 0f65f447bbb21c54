// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.etude.plot.model.Size;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.Fidelity;
import org.etude.unit.Bytes;
import org.etude.unit.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How option values are written, and the errors for other texts. */
class OptionTextsTest {
    private static void refuses(ITypeConverter<?> converter, String text, String message) {
        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({"packet, PACKET", "Analytic, ANALYTIC", "unaware, ANALYTIC", "AWARE, AWARE"})
    void fidelities(String text, Fidelity expected) {
        assertThat(new FidelityName().convert(text)).isEqualTo(expected);
    }

    @Test
    void unknownNamesAreRefused() {
        refuses(new FidelityName(), "exact", "'exact' is none of packet, analytic (unaware of congestion), aware");
        refuses(new SpanningName(), "deep", "'deep' is neither flat nor hierarchical");
        refuses(new StreamsName(), "two", "'two' is neither one nor per-group");
        refuses(
                new AlgorithmName(),
                "star",
                "star is not a known algorithm: choose one of ring, stridedRings, direct, halvingDoubling, ...");
        refuses(new BytesText(), "much", "much");
        refuses(new TimeText(), "60", "'60' has no unit");
    }

    @Test
    void quantities() {
        assertThat(new BytesText().convert("2GB")).isEqualTo(Bytes.parse("2000000000B"));
        assertThat(new TimeText().convert("609us")).isEqualTo(Time.us(609));
        assertThat(new AlgorithmName().convert("ring")).isEqualTo(AlgorithmSpec.parse("ring"));
    }

    @Test
    void sizesOfFigures() {
        SizeArgument sizes = new SizeArgument();
        assertThat(sizes.convert("column")).isEqualTo(Size.COLUMN);
        assertThat(sizes.convert("IEEE_column")).isEqualTo(Size.IEEE_COLUMN);
        assertThat(sizes.convert("ieee-double")).isEqualTo(Size.IEEE_DOUBLE);
        assertThat(sizes.convert("slide")).isEqualTo(Size.SLIDE);
        assertThat(sizes.convert("screen")).isEqualTo(Size.SCREEN);
        assertThat(sizes.convert("120")).isEqualTo(Size.DOUBLE.width(120));
        assertThat(sizes.convert("120x60.5")).isEqualTo(Size.DOUBLE.width(120).height(60.5));
        refuses(sizes, "wide", "wide is not a known size: choose one of column,");
        refuses(sizes, "120x", "120x is not a known size");
        refuses(sizes, "-5", "-5 is not a known size");
        refuses(sizes, "5", "a width of 5.0 mm is not possible for a figure");
        refuses(sizes, "120x2001", "a height of 2001.0 mm is not possible for a figure");
    }
}
