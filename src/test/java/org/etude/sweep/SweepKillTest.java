// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two workers on one cache are killed again and again: what was kept stays as it was, and the end is that of a run in peace. A sweep that gets to
 * its end before makes room for the next. {@code -Detude.kills=200} takes six minutes on two idle cores.
 */
@Tag("campaign")
class SweepKillTest {
    private static final int KILLS = Integer.getInteger("etude.kills", 60);
    private static final int MOST_MILLIS = 200;
    private static final String KEPT = ".json";

    @TempDir
    private Path dir;

    private Object[] sweep(Path cache, Path out, String... more) {
        List<Object> args = new ArrayList<>(List.of("sweep", dir.resolve("w"), "--topology", "auto:1d"));
        args.addAll(List.of("--topology", "auto:2d", "--ranks", "4,8,16,32,64,128", "--fidelity", "aware"));
        args.addAll(List.of(
                "--vary",
                "splits=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
                "--vary",
                "allreduce=ring,direct",
                "--threads",
                "1"));
        args.addAll(List.of("--cache", cache, "--out", out));
        args.addAll(List.of(more));
        return args.toArray();
    }

    private static Map<Path, byte[]> kept(Path cache) throws IOException {
        Map<Path, byte[]> kept = new HashMap<>();
        if (Files.exists(cache)) {
            try (var files = Files.walk(cache)) {
                for (Path file : files.filter(f -> f.toString().endsWith(KEPT)).toList()) {
                    kept.put(file, Files.readAllBytes(file));
                }
            }
        }
        return kept;
    }

    @Test
    void nothingIsLostAndNothingMadeTwice() throws Exception {
        SmallEts.write(dir.resolve("w"), 4);
        Path fresh = dir.resolve("fresh");
        Path whole = dir.resolve("whole");
        TestShell.run(sweep(fresh, whole)).exits(ExitCode.OK);
        int points = kept(fresh).size();
        KilledWorkers workers = new KilledWorkers(MOST_MILLIS);
        for (int sweep = 0; workers.kills() < KILLS; sweep++) {
            Path cache = dir.resolve("cache-" + sweep);
            Path parts = dir.resolve("parts-" + sweep);
            kill(workers, cache, parts, points);
            for (int i = 0; i < 2; i++) {
                TestShell.run(sweep(cache, parts, "--shard", i + "/2")).exits(ExitCode.OK);
            }
            TestShell.run("merge", parts).exits(ExitCode.OK);
            assertThat(parts.resolve("sweep.csv")).hasSameBinaryContentAs(whole.resolve("sweep.csv"));
            assertThat(kept(cache)).hasSize(points);
        }
        assertThat(workers.killsAtWork())
                .as("kills at work, of %d", workers.kills())
                .isGreaterThan(KILLS / 2);
    }

    private void kill(KilledWorkers workers, Path cache, Path parts, int points) throws Exception {
        Map<Path, byte[]> before = Map.of();
        while (before.size() < points && workers.kills() < KILLS) {
            workers.startAndKill(cache, KEPT, part -> sweep(cache, parts, "--shard", part));
            Map<Path, byte[]> now = kept(cache);
            // The outcome holds the wall time of its run: equal bytes were not written twice.
            before.forEach(
                    (file, bytes) -> assertThat(now.get(file)).as("%s", file).isEqualTo(bytes));
            before = now;
        }
    }
}
