// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class ParsedTextTest {
    private static final class Side extends ParsedText<Integer> {
        Side() {
            super(Map.of("left", 1, "right", 2), "neither left nor right");
        }
    }

    private static final class Even extends ParsedText<Integer> {
        Even() {
            super(text -> {
                int number = Integer.parseInt(text);
                if (number % 2 == 1) {
                    throw new IllegalArgumentException(text + " is odd");
                }
                return number;
            });
        }
    }

    @Test
    void namesAreTakenInAnyCaseAndLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr"));
            assertThat(new Side().convert("RIGHT")).isEqualTo(2);
        } finally {
            Locale.setDefault(before);
        }
        assertThat(new Side().convert("left")).isEqualTo(1);
    }

    @Test
    void otherNamesAreQuoted() {
        assertThatThrownBy(() -> new Side().convert("Up"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'Up' is neither left nor right");
    }

    @Test
    void theFunctionsOwnMessageIsShown() {
        assertThat(new Even().convert("8")).isEqualTo(8);
        assertThatThrownBy(() -> new Even().convert("7"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("7 is odd");
    }
}
