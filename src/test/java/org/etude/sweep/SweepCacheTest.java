// SPDX-License-Identifier: Apache-2.0
package org.etude.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.sweep.SweepOutcome.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepCacheTest {
    private static final String KEY = "ab12cd";
    private static final SweepOutcome OUTCOME =
            new SweepOutcome(Status.STALLED, 4, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0.25, "rank 1 waits for \"rank 0\"");

    @TempDir
    private Path dir;

    @Test
    void whatIsKeptIsFoundByAnyProcessOfTheDirectory() {
        new SweepCache(dir).keep(KEY, OUTCOME);
        assertThat(new SweepCache(dir).find(KEY)).contains(OUTCOME);
        assertThat(new SweepCache(dir).find("ab12ce")).isEmpty();
        assertThat(dir.resolve("ab/ab12cd.json")).isRegularFile();
    }

    @Test
    void theLastOutcomeCounts() {
        SweepCache cache = new SweepCache(dir);
        cache.keep(KEY, OUTCOME);
        SweepOutcome other = new SweepOutcome(Status.DONE, 4, 1, 10, 2, 3, 4, 5, 6, 7, 8, 9, 0.5, "");
        cache.keep(KEY, other);
        assertThat(cache.find(KEY)).contains(other);
    }

    /** Neither a file of something else nor one that lacks a figure is taken for an outcome of zeros. */
    @Test
    void aFileThatIsNoOutcomeIsAnError() throws IOException {
        SweepCache cache = new SweepCache(dir);
        cache.keep(KEY, OUTCOME);
        Path file = dir.resolve("ab/ab12cd.json");
        String kept = Files.readString(file);
        for (String damaged : new String[] {
            "",
            "{",
            "{}",
            "[]",
            kept.replace("\"endNs\":1,", ""),
            kept.replace("\"endNs\":1", "\"endNs\":null"),
            kept.replace("STALLED", "LOST")
        }) {
            Files.writeString(file, damaged);
            assertThatThrownBy(() -> cache.find(KEY))
                    .as(damaged)
                    .isInstanceOf(SweepException.class)
                    .hasMessageContaining(file + ": not an outcome of a sweep")
                    .hasMessageContaining("Delete it");
        }
        Files.writeString(file, kept);
        assertThat(cache.find(KEY)).contains(OUTCOME);
    }
}
