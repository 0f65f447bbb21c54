// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
    @Test
    void theDemoShowsEveryStage() {
        TestShell shell = TestShell.run("demo").exits(ExitCode.OK);
        assertThat(shell.err()).isEmpty();
        for (String table : List.of("traces", "steps", "link", "workload", "ranks")) {
            assertThat("\n" + shell.out()).contains("\n" + table + "\n rank ");
        }
        assertThat(shell.out()).contains("\nfindings\n level ");
        assertThat(shell.out()).contains("\nSimulation of 2 ranks on the recorded network: 2 steps in ");
    }

    @Test
    void theDemoMovesWithTheNetwork() {
        double fast = step(TestShell.run("demo"));
        double slow = step(TestShell.run("demo", "--bandwidth", "300Mbps"));
        assertThat(slow).isBetween(1.1 * fast, 2 * fast);
    }

    private static double step(TestShell shell) {
        Matcher found = Pattern.compile(": 2 steps in ([0-9.]+) ms")
                .matcher(shell.exits(ExitCode.OK).out());
        assertThat(found.find()).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @TestFactory
    Stream<DynamicTest> everyRecordingRuns() throws IOException {
        try (Stream<Path> data = Files.list(Path.of("data"))) {
            return data.filter(dir -> Files.exists(dir.resolve("device_0.json.gz"))).sorted().toList().stream()
                    .map(dir -> DynamicTest.dynamicTest(dir.getFileName().toString(), () -> {
                        TestShell shell = TestShell.run("demo", dir.getFileName());
                        assertThat(shell.err()).isEmpty();
                        assertThat(shell.out()).contains("\nSimulation of ");
                        // What gloo's worker threads recorded may hold a finding of level error; the chain ends all the
                        // same.
                        assertThat(shell.code()).isIn(ExitCode.OK, ExitCode.FINDINGS);
                    }));
        }
    }

    @Test
    void anUnknownRecordingNamesThoseThere() {
        assertThat(TestShell.run("demo", "nothing").exits(ExitCode.USAGE).err())
                .startsWith("etude: there is no recording 'nothing'; take one of cnn-1-h200, cnn-2, ");
    }

    @Test
    void aCopyWithoutRecordingsSaysSo(@TempDir Path home) {
        String before = System.setProperty("etude.home", home.toString());
        try {
            assertThat(TestShell.run("demo").exits(ExitCode.FAILED).err())
                    .isEqualTo("etude: " + home.resolve("data").resolve("moe-2")
                            + ": no such recording; none came with this copy of Etude\n  Get the directory data/ of Etude's"
                            + " repository, which holds them, or use 'etude run DIR' on your own traces.\n");
        } finally {
            if (before == null) {
                System.clearProperty("etude.home");
            } else {
                System.setProperty("etude.home", before);
            }
        }
    }
}
