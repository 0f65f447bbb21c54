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
                .hasMessageContaining("runs: rank 1 was recorded in each of a9, a10, b: 3 recordings, or nodes")
                .hasMessageContaining("or name the files of nodes by global rank.");
    }

    @Test
    void noMoreThanEightAreListed() {
        assertThatThrownBy(() -> refuse(IntStream.range(0, 10)
                        .mapToObj(i -> candidate(TraceKind.HOST, 0, "r" + i))
                        .toArray(Candidate[]::new)))
                .hasMessageContaining("10 recordings")
                .hasMessageContaining("r6, r7 and 2 more:");
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

    /** Numbers in names count as numbers, but 01 is not 1. */
    @Test
    void directoriesWithEqualNumbersAreTwo() {
        assertThatThrownBy(
                        () -> refuse(candidate(TraceKind.DEVICE, 0, "run1"), candidate(TraceKind.DEVICE, 0, "run01")))
                .hasMessageContaining("2 recordings");
    }

    /** An archive of several files is a directory, of one file a file. */
    @Test
    void archivesOfSeveralFilesAreDirectories() {
        assertThatThrownBy(() -> refuse(
                        inside("a.zip", 0, "x/0.json"),
                        inside("a.zip", 1, "x/1.json"),
                        inside("b.zip", 0, "0.json"),
                        inside("b.zip", 1, "1.json")))
                .hasMessageContaining("rank 0 was recorded in each of a.zip/x, b.zip: 2 recordings");
        refuse(inside("a.zip", 0, "x/0.json"), inside("b.zip", 0, "0.json"));
    }

    private static Candidate inside(String archive, int rank, String entry) {
        return new Candidate(
                new TraceSource(Path.of(archive), entry, archive, entry, false),
                new FileName(rank, TraceKind.DEVICE, ""),
                TraceKind.DEVICE,
                rank);
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
                .hasMessageContaining(
                        "rank 0 was recorded in each of " + dir + "/jobs/a/node0, " + dir + "/jobs/b/node0:");
        assertThatThrownBy(() -> TraceFiles.load(dir.resolve("jobs/a"), dir.resolve("jobs/b")))
                .hasMessageContaining("rank 0 was recorded in each of");
    }
}
