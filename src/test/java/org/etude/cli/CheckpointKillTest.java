// SPDX-License-Identifier: Apache-2.0
package org.etude.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.etude.cli.base.ExitCode;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNode;
import org.etude.et.wire.EtFiles;
import org.etude.sim.spec.Cases;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kills runs at random moments, also while they save, and resumes them in another process and directory from the file that is left. Their
 * output is that of an uninterrupted run.
 */
@Tag("campaign")
class CheckpointKillTest {
    private static final int RANKS = 8;
    private static final int MOST_MILLIS = 1200;
    /** Some kills come before the run has reported anything. */
    private static final int EARLY = 6;
    /** Rounds per kill at most; where runs end before they are killed more often, they are too short for this test. */
    private static final int ROUNDS_PER_KILL = 4;

    private static final long START_MINUTES = 2;

    @TempDir
    private Path dir;

    private final Random random = new Random(19);
    private int kills;
    private int resumed;

    private static void ets(Path place, int steps) {
        for (int rank = 0; rank < RANKS; rank++) {
            List<EtNode> nodes = new ArrayList<>();
            for (int step = 0; step < steps; step++) {
                long work = 2L * step + 1;
                nodes.add(step == 0 ? Cases.work(work, 1 + rank % 3) : Cases.work(work, 1 + rank % 3, work - 1));
                nodes.add(Cases.collective(work + 1, 0, 64_000, work));
            }
            EtGraph graph = Cases.graph(nodes.toArray(EtNode[]::new));
            EtFiles.write(graph, place.resolve("et/w." + rank + ".et"));
        }
    }

    private static List<Object> simulate(Path place, String fidelity) {
        return List.of(
                "simulate",
                place.resolve("et/w"),
                "--topology",
                "ring:" + RANKS,
                "--fidelity",
                fidelity,
                "--symmetry",
                "exhaustive",
                "--out",
                place.resolve("out"));
    }

    @ParameterizedTest
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    @CsvSource({"packet, 40, 120", "aware, 20, 1500"})
    void aKilledRunResumesElsewhere(String fidelity, int atLeast, int steps) throws Exception {
        Path whole = dir.resolve("whole");
        ets(whole, steps);
        TestShell.run(simulate(whole, fidelity).toArray()).exits(ExitCode.OK);
        Path here = dir.resolve("a");
        Path there = dir.resolve("b");
        ets(here, steps);
        ets(there, steps);
        for (int round = 0; kills < atLeast; round++) {
            assertThat(round).as("rounds for %d kills", kills).isLessThan(ROUNDS_PER_KILL * atLeast);
            if (killed(here, fidelity)) {
                Path left = here.resolve("run.checkpoint");
                if (Files.exists(left)) {
                    Files.move(left, there.resolve("run.checkpoint"), StandardCopyOption.REPLACE_EXISTING);
                }
                Path next = there;
                there = here;
                here = next;
            } else {
                same(whole, here);
            }
        }
        List<Object> last = new ArrayList<>(simulate(here, fidelity));
        last.addAll(List.of("--checkpoint", here.resolve("run.checkpoint")));
        delete(here.resolve("out"));
        TestShell.run(last.toArray()).exits(ExitCode.OK);
        same(whole, here);
        assertThat(resumed).as("resumed runs, of %d killed", kills).isGreaterThan(kills / 2);
    }

    /** Starts the run and kills it at a random moment; false when it ended before. */
    private boolean killed(Path place, String fidelity) throws Exception {
        Path err = place.resolve("err.txt");
        Files.deleteIfExists(err);
        delete(place.resolve("out"));
        List<Object> command = new ArrayList<>(simulate(place, fidelity));
        command.addAll(List.of("--checkpoint", place.resolve("run.checkpoint"), "--checkpoint-every", "30ms"));
        Process run = TestShell.builder(command.toArray())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile())
                .start();
        long start = System.nanoTime();
        try {
            while (kills % EARLY != 0 && run.isAlive() && Files.size(err) == 0) {
                assertThat(System.nanoTime() - start)
                        .as("ns without output of the run")
                        .isLessThan(TimeUnit.MINUTES.toNanos(START_MINUTES));
                TimeUnit.MILLISECONDS.sleep(5);
            }
            run.waitFor(random.nextInt(MOST_MILLIS), TimeUnit.MILLISECONDS);
        } finally {
            run.destroyForcibly();
        }
        int code = run.waitFor();
        String said = Files.readString(err);
        resumed += said.contains("etude: resumes from") ? 1 : 0;
        boolean ended = code == ExitCode.OK;
        if (!ended) {
            assertThat(code).as(said).isEqualTo(128 + 9);
            kills++;
        }
        return !ended;
    }

    /** Otherwise the output of an earlier run would be taken for that of a run that writes nothing. */
    private static void delete(Path out) throws IOException {
        for (String file : Files.exists(out) ? TestShell.files(out) : List.<String>of()) {
            Files.delete(out.resolve(file));
        }
    }

    private static void same(Path whole, Path place) throws IOException {
        assertThat(place.resolve("run.checkpoint")).doesNotExist();
        List<String> files = TestShell.files(whole.resolve("out"));
        assertThat(files).isNotEmpty();
        for (String file : files) {
            assertThat(place.resolve("out").resolve(file))
                    .hasSameBinaryContentAs(whole.resolve("out").resolve(file));
        }
    }
}
