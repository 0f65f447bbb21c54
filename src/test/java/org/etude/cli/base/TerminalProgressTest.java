// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalProgressTest {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private long millis;
    private final TerminalProgress progress =
            new TerminalProgress(new PrintStream(shown, true, StandardCharsets.UTF_8), () -> millis * 1_000_000);

    @Test
    void quickWorkStaysQuiet() {
        millis = 1_999;
        progress.at("load", 1, 2);
        progress.clear();
        assertThat(text()).isEmpty();
    }

    @Test
    void slowWorkIsOneLineWrittenOverAndWipedAtTheEnd() {
        millis = 2_000;
        progress.at("load rank 10", 1, 4);
        millis = 2_050;
        progress.at("load rank 10", 2, 4);
        millis = 2_100;
        progress.at("link", 1_234_567, -1);
        progress.clear();
        assertThat(text()).isEqualTo("\rload rank 10  25 %" + "\rlink  1,234,567   " + "\r" + " ".repeat(15) + "\r");
    }

    private String text() {
        return shown.toString(StandardCharsets.UTF_8);
    }
}
