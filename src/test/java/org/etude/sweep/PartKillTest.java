// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two parts of the kernels of many ranks are killed again and again: no item is made twice, and the join is that of one process. */
@Tag("campaign")
class PartKillTest {
    private static final int KILLS = 30;
    private static final int MOST_MILLIS = 150;
    private static final int RANKS = 256;
    private static final String KEPT = ".etude";

    @TempDir
    private Path dir;

    private Object[] kernels(Path out, String... more) {
        List<Object> args = new ArrayList<>(List.of("kernels", dir.resolve("traces"), "--out", out));
        args.addAll(List.of(more));
        return args.toArray();
    }

    private static Map<Path, FileTime> kept(Path items) throws IOException {
        Map<Path, FileTime> kept = new TreeMap<>();
        if (Files.exists(items)) {
            try (var files = Files.walk(items)) {
                for (Path file : files.filter(f -> f.toString().endsWith(KEPT)).toList()) {
                    kept.put(file, Files.getLastModifiedTime(file));
                }
            }
        }
        return kept;
    }

    @Test
    void nothingIsLostAndNothingMadeTwice() throws Exception {
        ReplicatedRecording.write(Path.of("data/cnn-2-cuda"), RANKS, dir.resolve("traces"));
        Path parts = dir.resolve("parts");
        KilledWorkers workers = new KilledWorkers(MOST_MILLIS);
        Map<Path, FileTime> before = Map.of();
        while (workers.kills() < KILLS && before.size() < RANKS) {
            workers.startAndKill(parts.resolve("items"), KEPT, part -> kernels(parts, "--shard", part));
            Map<Path, FileTime> now = kept(parts.resolve("items"));
            assertThat(now).containsAllEntriesOf(before);
            before = now;
        }
        for (int i = 0; i < 2; i++) {
            TestShell.run(kernels(parts, "--shard", i + "/2")).exits(ExitCode.OK);
        }
        assertThat(kept(parts.resolve("items"))).hasSize(RANKS).containsAllEntriesOf(before);
        TestShell.run("merge", parts).exits(ExitCode.OK);
        Path whole = dir.resolve("whole");
        TestShell.run(kernels(whole)).exits(ExitCode.OK);
        assertThat(parts.resolve("kernels.csv")).hasSameBinaryContentAs(whole.resolve("kernels.csv"));
    }
}
