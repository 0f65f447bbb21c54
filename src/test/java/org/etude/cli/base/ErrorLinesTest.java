// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorLinesTest {
    @Test
    void whatATerminalWouldObeyIsWrittenOut() {
        assertThat(ErrorLines.of("found '\u001b[2J\u0007\u0000\u009b1m' here\r\n\tadvice \u8bad"))
                .isEqualTo(
                        "found '\\u001b[2J\\u0007\\u0000\\u009b1m' here" + System.lineSeparator() + "\tadvice \u8bad");
    }

    @Test
    void onlyTheMiddleOfVeryLongLinesIsLeftOut() {
        String most = "x".repeat(2_000);
        assertThat(ErrorLines.of(most + "\nadvice")).isEqualTo(most + System.lineSeparator() + "advice");
        String more = "a".repeat(700) + "b".repeat(1_101) + "c".repeat(200);
        assertThat(ErrorLines.of(more)).isEqualTo("a".repeat(700) + " [1101 characters left out] " + "c".repeat(200));
    }
}
