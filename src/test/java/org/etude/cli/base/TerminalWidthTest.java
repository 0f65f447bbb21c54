// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalWidthTest {
    private static final String PROPERTY = "etude.stdout.columns";

    private final String before = System.getProperty(PROPERTY);

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, before);
        }
    }

    /** The launcher hands on what it found, whatever that is; too few columns for a table are as none. */
    @ParameterizedTest
    @CsvSource({
        "80, 80",
        "' 132\n', 132",
        "20, 20",
        "19, 0",
        "0, 0",
        "-80, 0",
        "'', 0",
        "x, 0",
        "80.5, 0",
        "99999999999, 0",
        "2147483647, 2147483647"
    })
    void theLaunchersWordCounts(String columns, int width) {
        System.setProperty(PROPERTY, columns);
        assertThat(TerminalWidth.ofStdout()).isEqualTo(width);
    }
}
