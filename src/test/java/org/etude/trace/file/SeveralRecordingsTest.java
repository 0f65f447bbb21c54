// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.trace.load.TraceFiles;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeveralRecordingsTest {
    @TempDir
    private Path dir;

    private static Candidate candidate(TraceKind kind, int rank, String folder) {
        String name = kind + "_" + rank;
        return new Candidate(
                new TraceSource(Path.of(folder, name), "", folder, name, false),
                new FileName(rank, kind, ""),
                kind,
                rank);
    }

    private static void refuse(Candidate... candidates) {
        SeveralRecordings.refuse("runs", List.of(candidates));
    }

    @Test
    void theSameRankInTwoDirectoriesIsTwoRecordings() {
        assertThatThrownBy(() -> refuse(
                        candidate(TraceKind.DEVICE, 1, "b"),
                        candidate(TraceKind.DEVICE, 0, "a10"),
                        candidate(TraceKind.DEVICE, 1, "a10"),
                        candidate(TraceKind.DEVICE, 1, "a9")))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("runs: holds 3 recordings, as rank 1 was recorded in each of a9, a10, b.")
                .hasMessageContaining("If they are nodes of one job, name their files by global rank.");
    }

    @Test
    void noMoreThanEightAreListed() {
        assertThatThrownBy(() -> refuse(IntStream.range(0, 10)
                        .mapToObj(i -> candidate(TraceKind.HOST, 0, "r" + i))
                        .toArray(Candidate[]::new)))
                .hasMessageContaining("10 recordings")
                .hasMessageContaining("r6, r7 and 2 more.");
    }

    @Test
    void variantsOfOneRecordingAreNot() {
        refuse(candidate(TraceKind.DEVICE, 0, "node0"), candidate(TraceKind.DEVICE, 1, "node1"));
        refuse(candidate(TraceKind.DEVICE, 0, "x"), candidate(TraceKind.DEVICE, 0, "x"));
        refuse(candidate(TraceKind.DEVICE, 0, ""), candidate(TraceKind.DEVICE, 0, "backup"));
        refuse(candidate(TraceKind.DEVICE, 0, "x"), candidate(TraceKind.DEVICE, 0, "x/old"));
        refuse(candidate(TraceKind.DEVICE, -1, "x"), candidate(TraceKind.DEVICE, -1, "y"));
        refuse(
                candidate(TraceKind.DEVICE, 0, "kineto"),
                candidate(TraceKind.HOST, 0, "et"),
                candidate(TraceKind.HOST, 0, "et_more"));
    }

    /** {@code xy} does not lie in {@code x}. */
    @Test
    void directoriesWhoseNamesBeginAlikeAreTwo() {
        assertThatThrownBy(() -> refuse(candidate(TraceKind.DEVICE, 0, "x"), candidate(TraceKind.DEVICE, 0, "xy")))
                .hasMessageContaining("2 recordings");
    }

    /** Ranks of one job in directories of their own are read together, and two jobs are not. */
    @Test
    void aLoadRefusesThem() throws Exception {
        String one = TraceFiles.DEVICE.replace("\"rank\":0", "\"rank\":1");
        for (String job : List.of("jobs/a", "jobs/b")) {
            TraceFiles.write(
                    Files.createDirectories(dir.resolve(job).resolve("node0")).resolve("trace.json"),
                    TraceFiles.DEVICE);
            TraceFiles.write(
                    Files.createDirectories(dir.resolve(job).resolve("node1")).resolve("trace.json"), one);
        }
        assertThat(TraceFiles.load(dir.resolve("jobs/a")).ranks())
                .extracting(RankTrace::rank)
                .containsExactly(0, 1);
        assertThatThrownBy(() -> TraceFiles.load(dir.resolve("jobs")))
                .hasMessageContaining("rank 0 was recorded in each of a/node0, b/node0.");
    }
}
