// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.etude.Shared;
import org.etude.cli.RecordedTutorial;
import org.etude.cli.TestShell;
import org.etude.cli.TutorialRun;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The command lines of docs/tutorials.md, on the inputs of the tutorials that they represent. */
class TutorialCommandsTest {
    @TempDir
    Path temp;

    @TestFactory
    Stream<DynamicTest> theLinesOfSmallNetworksPrintTheOriginalsCycles() {
        return tests(run -> !run.packet() && !large(run), "astra", "upstream");
    }

    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> theLinesOfLargeNetworksPrintTheOriginalsCycles() {
        return tests(run -> !run.packet() && large(run), "astra", "upstream");
    }

    @TestFactory
    @Tag("campaign")
    Stream<DynamicTest> thePacketLinesPrintTheOriginalsCycles() {
        return tests(TutorialRun::packet, "ns3-shipped");
    }

    /** Those of 256 and 512 ranks, which take seconds. */
    private static boolean large(TutorialRun run) {
        return run.inputs().contains("-vgg16-") || run.inputs().contains("-ex3-1-");
    }

    private Stream<DynamicTest> tests(Predicate<TutorialRun> which, String... folder) {
        Path golden = Shared.dir("golden", folder);
        return TutorialRun.all().stream()
                .filter(which)
                .map(run -> DynamicTest.dynamicTest(run.inputs(), () -> check(run, golden)));
    }

    private void check(TutorialRun run, Path golden) throws IOException {
        RecordedTutorial recorded =
                new RecordedTutorial(golden.resolve(run.inputs()), temp.resolve(run.inputs())).inputs(run);
        TestShell shell = TestShell.run(recorded.arguments(run));
        Map<Integer, Long> printed = RecordedTutorial.cycles(shell.out());
        assertThat(printed).isEqualTo(recorded.cycles());
        if (run.cycles().isPresent()) {
            shell.exits(ExitCode.OK);
            assertThat(Collections.max(printed.values())).isEqualTo(run.cycles().getAsLong());
        } else {
            shell.exits(ExitCode.FAILED);
            assertThat(shell.err()).contains("cycle of");
            TestShell.run(Stream.concat(Stream.of(recorded.arguments(run)), Stream.of("--stall-free"))
                            .toArray())
                    .exits(ExitCode.OK);
        }
    }

    @Test
    void everyRunOfTheTutorialsHasALine() {
        assertThat(TutorialRun.all())
                .hasSize(19)
                .extracting(TutorialRun::inputs)
                .doesNotHaveDuplicates();
    }

    @Test
    void theNotebooksAssertTheCyclesOfTheTable() throws IOException {
        for (TutorialRun run : TutorialRun.all()) {
            if (run.notebookFile() != null && run.cycles().isPresent()) {
                String digits = String.format(Locale.ROOT, "%,d", run.cycles().getAsLong())
                        .replaceAll("[^0-9]", "_");
                assertThat(Files.readString(run.notebookFile()))
                        .as(run.script())
                        .contains(digits);
            }
        }
    }
}
