// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

class WrongUsageTest {
    enum Level {
        LOW,
        HIGH
    }

    /** Options of every shape whose values picocli can refuse. */
    @Command(name = "try")
    static final class Shapes {
        @Option(names = "--one", paramLabel = "N")
        private int one;

        @Option(names = "--pair", arity = "2", paramLabel = "N")
        private int[] pair;

        @Option(names = "--levels", arity = "1..*", paramLabel = "LEVEL")
        private Level[] levels;

        @Option(names = "--listed", split = ",", paramLabel = "N,...")
        private int[] listed;
    }

    private static String said(String... arguments) {
        CommandLine line = new CommandLine(new Shapes()).setCaseInsensitiveEnumValuesAllowed(true);
        return WrongUsage.text(catchThrowableOfType(ParameterException.class, () -> line.parseArgs(arguments)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--one x | --one: 'x' is not a whole number",
                "--pair x 2 | --pair: 'x' is not a whole number",
                "--pair 1 x | --pair: 'x' is not a whole number",
                "--levels middle low | --levels is 'middle'; give one of low, high",
                "--listed 1,x | --listed: 'x' is not a whole number"
            })
    void aWrongValueNamesTheArgumentAlone(String arguments, String message) {
        assertThat(said(arguments.split(" "))).isEqualTo("etude: " + message + "\n  Try 'try --help'.");
    }

    @Test
    void anUnknownOptionGetsTheNearest() {
        assertThat(said("--pairs"))
                .isEqualTo("etude: Unknown option: '--pairs'\n  Did you mean '--pair'? Try 'try --help'.");
    }

    @Test
    void anOptionOfOtherCommandsNamesThem() {
        assertThat(said("--max-time=60s"))
                .isEqualTo("etude: Unknown option: '--max-time=60s'\n"
                        + "  'etude demo', 'etude run' and 4 more commands take --max-time. Try 'try --help'.");
        assertThat(said("--target-tp", "8"))
                .isEqualTo("etude: Unknown option: '--target-tp'\n"
                        + "  'etude scale' takes --target-tp. Try 'try --help'.");
        assertThat(said("--nothing-has-this"))
                .isEqualTo("etude: Unknown option: '--nothing-has-this'\n  Try 'try --help'.");
    }
}
