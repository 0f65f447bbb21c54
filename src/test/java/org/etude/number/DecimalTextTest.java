// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "+2", "1.", ".5", "1.5e3", "1E-300", "007"})
    void decimals(String text) {
        assertThat(DecimalText.isNumber(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "-",
                "1d",
                "2D",
                "3f",
                "0x1p3",
                "1e",
                "e3",
                "1.2.3",
                " 1",
                "1 ",
                "NaN",
                "Infinity",
                "1,5",
                "\u0661"
            })
    void others(String text) {
        assertThat(DecimalText.isNumber(text)).isFalse();
    }

    @Property(tries = 200)
    void whatJavaWritesOfAFiniteNumberIsOne(@ForAll double value) {
        assertThat(DecimalText.isNumber(Double.toString(value))).isEqualTo(Double.isFinite(value));
    }
}
