// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.etude.cli.base.ExitCode;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.et.wire.EtFiles;
import org.etude.sim.spec.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simulation that is killed as on a preempted machine and resumed in another process. */
class CheckpointedSimulateTest {
    private static final int RANKS = 16;
    /** A few million events: the clock is checked hundreds of times, and each time the first process saves. */
    private static final int STEPS = 600;

    @TempDir
    private Path dir;

    /** Ranks compute for different times, then all-reduce. */
    private Path ets() {
        for (int rank = 0; rank < RANKS; rank++) {
            List<EtNode> nodes = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                long work = 2L * step + 1;
                nodes.add(step == 0 ? Cases.work(work, 1 + rank % 3) : Cases.work(work, 1 + rank % 3, work - 1));
                nodes.add(Cases.collective(work + 1, 0, 64_000, work));
            }
            EtGraph graph = Cases.graph(nodes.toArray(EtNode[]::new));
            EtFiles.write(graph, dir.resolve("et/w." + rank + ".et"));
        }
        return dir.resolve("et/w");
    }

    private List<String> arguments(Path ets, Path out) {
        return List.of(
                "simulate",
                ets.toString(),
                "--topology",
                "ring:" + RANKS,
                "--fidelity",
                "aware",
                "--symmetry",
                "exhaustive",
                "--out",
                out.toString());
    }

    @Test
    void aKilledRunResumesInAnotherProcess() throws IOException, InterruptedException {
        Path ets = ets();
        Path checkpoint = dir.resolve("run.checkpoint");
        Path killedErr = dir.resolve("killed.txt");
        List<String> command = new ArrayList<>(arguments(ets, dir.resolve("killed")));
        command.addAll(List.of("--checkpoint", checkpoint.toString(), "--checkpoint-every", "1ms"));
        Process process = TestShell.builder(command.toArray())
                .redirectError(killedErr.toFile())
                .redirectOutput(dir.resolve("killed.out").toFile())
                .start();
        try {
            while (process.isAlive() && !Files.exists(checkpoint)) {
                TimeUnit.MILLISECONDS.sleep(2);
            }
        } finally {
            process.destroy();
        }
        assertThat(process.waitFor()).isNotZero();
        assertThat(killedErr).content().contains("etude: interrupted", "etude: saved to " + checkpoint);
        assertThat(checkpoint).exists();

        List<String> again = new ArrayList<>(arguments(ets, dir.resolve("resumed")));
        again.addAll(List.of("--checkpoint", checkpoint.toString()));
        TestShell resumed = TestShell.run(again.toArray()).exits(ExitCode.OK);
        assertThat(resumed.err()).contains("etude: resumes from " + checkpoint).doesNotContain("saved to");
        assertThat(checkpoint).doesNotExist();

        TestShell whole =
                TestShell.run(arguments(ets, dir.resolve("whole")).toArray()).exits(ExitCode.OK);
        assertThat(resumed.out()).isEqualTo(whole.out());
        try (var files = Files.list(dir.resolve("whole"))) {
            for (Path file : files.toList()) {
                assertThat(dir.resolve("resumed").resolve(file.getFileName())).hasSameBinaryContentAs(file);
            }
        }
    }

    /** SIGKILL as soon as any table is there: either all of them are, or the run can be resumed. */
    @Test
    void aRunKilledWhileItsTablesAreWrittenIsNotLost() throws IOException, InterruptedException {
        Path ets = ets();
        Path checkpoint = dir.resolve("run.checkpoint");
        Path out = dir.resolve("killed");
        List<String> command = new ArrayList<>(arguments(ets, out));
        command.addAll(List.of("--checkpoint", checkpoint.toString(), "--checkpoint-every", "20ms"));
        Process process = TestShell.builder(command.toArray())
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("killed.out").toFile())
                .start();
        try {
            while (process.isAlive() && !Files.exists(out)) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        } finally {
            process.destroyForcibly();
        }
        process.waitFor();
        assertThat(dir.resolve("killed.out")).content().contains("etude: saved to " + checkpoint);
        assertThat(Files.exists(checkpoint) || Files.exists(out.resolve("run.etude")))
                .isTrue();
    }

    /** When tables cannot be written the checkpoint stays, that of the whole chain too. */
    @Test
    void aChainWhoseTablesCannotBeWrittenResumes() throws IOException {
        Path out = dir.resolve("failed");
        Path checkpoint = dir.resolve("run.checkpoint");
        List<String> chain = List.of(
                "run data/cnn-2-cuda -n 64 --topology ring:64 --bandwidth 25Gbps --latency 5us --fidelity aware --symmetry exhaustive"
                        .split(" "));
        List<Object> command = new ArrayList<>(chain);
        command.addAll(List.of("--checkpoint", checkpoint, "--checkpoint-every", "1ms", "--out", out));
        Path obstacle = Files.createDirectories(out.resolve("sim/ranks.csv/obstacle"));
        TestShell.run(command.toArray()).exits(ExitCode.FAILED);
        assertThat(checkpoint).exists();

        Files.delete(obstacle);
        Files.delete(obstacle.getParent());
        TestShell resumed = TestShell.run(command.toArray());
        assertThat(resumed.err()).contains("etude: resumes from " + checkpoint);
        assertThat(checkpoint).doesNotExist();

        List<Object> again = new ArrayList<>(chain);
        again.addAll(List.of("--out", dir.resolve("whole")));
        TestShell.run(again.toArray());
        try (var files = Files.list(dir.resolve("whole/sim"))) {
            for (Path file : files.toList()) {
                assertThat(out.resolve("sim").resolve(file.getFileName())).hasSameBinaryContentAs(file);
            }
        }
    }

    @Test
    void aTimeBetweenSavesNeedsItsUnitAndMayBeInMinutes() {
        Path ets = SmallEts.write(dir.resolve("small"), 2);
        Path file = dir.resolve("small.checkpoint");
        TestShell.run("simulate", ets, "--checkpoint", file, "--checkpoint-every", "2m")
                .exits(ExitCode.OK);
        assertThat(file).doesNotExist();
        assertThat(TestShell.run("simulate", ets, "--checkpoint", file, "--checkpoint-every", "60")
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("'60' has no unit");
    }
}
