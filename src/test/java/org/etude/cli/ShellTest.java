// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class ShellTest {
    @Test
    void withoutACommandItShowsAllOfThemAndFails() {
        TestShell shell = TestShell.run().exits(ExitCode.USAGE);
        assertThat(shell.out()).isEmpty();
        for (CommandName name : CommandName.values()) {
            assertThat(shell.err()).contains("\n  " + name.text() + " ");
        }
    }

    @Test
    void helpGoesToStdoutAndListsTheExitCodes() {
        TestShell shell = TestShell.run("--help").exits(ExitCode.OK);
        assertThat(shell.err()).isEmpty();
        assertThat(shell.out()).startsWith("Usage: etude [-hV] COMMAND\n").contains("Exit status: 0 success");
    }

    @TestFactory
    Stream<DynamicTest> everyCommandHasHelpWithAnExample() {
        return Arrays.stream(CommandName.values())
                .filter(name -> name != CommandName.CHAKRA_CONVERTER)
                .map(name -> DynamicTest.dynamicTest(name.text(), () -> {
                    TestShell shell = TestShell.run(name.text(), "--help").exits(ExitCode.OK);
                    assertThat(shell.out())
                            .startsWith("Usage: etude " + name.text() + " ")
                            .contains("Example")
                            .contains("etude " + name.text());
                    assertThat(shell.err()).isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyCommandRefusesUnknownOptions() {
        return Arrays.stream(CommandName.values())
                // These pass options they do not know on to their reader or to Jupyter.
                .filter(name -> !List.of("astra-sim", "lab").contains(name.text()))
                .map(name -> DynamicTest.dynamicTest(name.text(), () -> {
                    TestShell shell =
                            TestShell.run(name.text(), "--no-such-option").exits(ExitCode.USAGE);
                    assertThat(shell.out()).isEmpty();
                    assertThat(shell.err()).startsWith("etude: ").doesNotContain("\tat ");
                }));
    }

    @Test
    void aMistypedCommandGetsASuggestion() {
        TestShell shell = TestShell.run("repare").exits(ExitCode.USAGE);
        assertThat(shell.err())
                .isEqualTo("etude: there is no command 'etude repare'\n"
                        + "  Did you mean 'etude repair'? Try 'etude --help'.\n");
    }

    @Test
    void aWrongValueNamesTheOptionAndWhatItTakes() {
        assertThat(TestShell.run("repair", "x", "--mismatch", "none")
                        .exits(ExitCode.USAGE)
                        .err())
                .isEqualTo(
                        "etude: --mismatch is 'none'; give one of report, drop, majority\n  Try 'etude repair --help'.\n");
    }

    @Test
    void badInputIsTwoSentencesOnStderr(@TempDir Path dir) {
        TestShell shell = TestShell.run("repair", dir).exits(ExitCode.FAILED);
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err())
                .isEqualTo("etude: " + dir
                        + ": no ET files there, and no other file\n  Give the part of the path before .0.et.\n");
    }

    @Test
    void recordedTracesInThePlaceOfEtsNameTheCommandForThem() {
        assertThat(TestShell.run("simulate", "data/cnn-2")
                        .exits(ExitCode.FAILED)
                        .err())
                .isEqualTo(
                        "etude: data/cnn-2: no ET files there, but 4 recorded traces (device_0.json.gz, device_1.json.gz,"
                                + " host_0.json.gz and 1 more)\n"
                                + "  Use 'etude check data/cnn-2' to see what they can tell, 'etude run data/cnn-2' to"
                                + " simulate them.\n");
    }

    @Test
    void conformanceNeedsADirectory(@TempDir Path dir) {
        assertThat(TestShell.run("conformance", dir.resolve("none"))
                        .exits(ExitCode.FAILED)
                        .err())
                .isEqualTo("etude: " + dir.resolve("none")
                        + ": no such directory\n  Give a directory that holds cases.\n");
    }

    @Test
    void anInterruptedThreadStopsTheCommand(@TempDir Path dir) {
        Path ets = SmallEts.write(dir.resolve("et"), 2);
        Thread.currentThread().interrupt();
        try {
            TestShell shell = TestShell.run("repair", ets, "--out", dir.resolve("out"));
            assertThat(shell.err()).isEqualTo("etude: interrupted\n");
            shell.exits(ExitCode.INTERRUPTED);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(TestShell.files(dir))
                .containsExactlyElementsOf(Stream.of("w.0.et", "w.1.et", "groups.json")
                        .map(f -> "et/" + f)
                        .sorted()
                        .toList());
    }
}
