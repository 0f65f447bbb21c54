// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a process of its own: what scripts see. */
class ProcessTest {
    /** 128 and the number of the signal, as the JVM ends; after Ctrl-C it is {@link ExitCode#INTERRUPTED}. */
    private static final int TERMINATED = 143;

    /** So many that writing them takes far longer than stopping the process. */
    private static final int RANKS = 5_000;

    @TempDir
    private Path dir;

    @Test
    void exitStatusAndStreamsAreThoseOfACallInProcess() {
        Path ets = SmallEts.write(dir.resolve("et"), 2);
        Object[] repair = {"repair", ets, "--format", "csv"};
        assertThat(TestShell.process(repair)).isEqualTo(TestShell.run(repair));
        Object[] missing = {"repair", dir.resolve("nothing")};
        assertThat(TestShell.process(missing)).isEqualTo(TestShell.run(missing).exits(ExitCode.FAILED));
        assertThat(TestShell.process("repair"))
                .isEqualTo(TestShell.run("repair").exits(ExitCode.USAGE));
    }

    @Test
    void aSignalStopsItAtOnceAndLeavesNoTemporaryFile() throws IOException, InterruptedException {
        Path text = Files.writeString(dir.resolve("w.txt"), workload(60));
        Path out = Files.createDirectory(dir.resolve("out"));
        try (WatchService watch = out.getFileSystem().newWatchService()) {
            out.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            Process process = TestShell.start(
                    "chakra-converter",
                    "Text",
                    "--input",
                    text,
                    "--output",
                    out.resolve("w"),
                    "--num-npus",
                    RANKS,
                    "--num-passes",
                    20);
            assertThat(watch.poll(60, TimeUnit.SECONDS)).as("a first file").isNotNull();
            // Not INT: where these tests run in the background, that is ignored and children inherit it.
            Signals.send("TERM", process);
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(TERMINATED);
            assertThat(new String(process.getErrorStream().readAllBytes()))
                    .isEqualTo(
                            "etude: stopping. No file is written; a simulation shows what it has.\netude: interrupted\n");
        }
        List<String> files = TestShell.files(out);
        assertThat(files).allMatch(file -> file.matches("w\\.\\d+\\.et")).hasSizeLessThan(RANKS);
        for (String file : files) {
            assertThat(TestShell.run(
                                    "chakra-jsonizer",
                                    "--input_filename",
                                    out.resolve(file),
                                    "--output_filename",
                                    dir.resolve("view.json"))
                            .code())
                    .isEqualTo(ExitCode.OK);
        }
    }

    private static String workload(int layers) {
        StringBuilder text = new StringBuilder("DATA\n" + layers + "\n");
        for (int layer = 0; layer < layers; layer++) {
            text.append("layer").append(layer).append(" -1 10 NONE 0 10 NONE 0 10 ALLREDUCE 1024 5\n");
        }
        return text.toString();
    }
}
