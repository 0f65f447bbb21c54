// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.etude.flight.FlightLog;
import org.etude.trace.file.TraceKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathContentsTest {
    private static final String GOAL = "num_ranks 2\n";
    private static final String BENCHMARK = "size_bytes,time_us\n";

    @TempDir
    private Path temp;

    private Path dir;

    @BeforeEach
    void makeDirectory() throws IOException {
        dir = Files.createDirectories(temp.resolve("some files"));
    }

    private Path write(String name, String text) throws IOException {
        Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private Path et(String name) throws IOException {
        return write(name, "\b");
    }

    @Test
    void anEmptyDirectoryHasNoOtherFile() {
        PathContents contents = PathContents.of(dir);
        assertThat(contents.instead()).isEqualTo(", and no other file");
        assertThat(contents.advice("Do this.")).isEqualTo("Do this.");
        assertThat(contents.isOnlyOther(TraceKind.FLIGHT)).isFalse();
    }

    @Test
    void ofAPathThatIsMissingNothingIsSaid() throws IOException {
        assertThat(PathContents.of(dir.resolve("none")).instead()).isEmpty();
        assertThat(PathContents.of(List.of(dir, dir.resolve("none"))).instead()).isEmpty();
    }

    @Test
    void threeFilesOfNoKnownFormatAreNamedAndMoreAreCounted() throws IOException {
        write("c.txt", "text");
        write("a/b.txt", "text");
        write("d.txt", "text");
        assertThat(PathContents.of(dir).instead()).isEqualTo(" among 3 files (a/b.txt, c.txt, d.txt)");
        write("e.txt", "text");
        write("f.txt", "text");
        assertThat(PathContents.of(dir).instead()).isEqualTo(" among 5 files (a/b.txt, c.txt, d.txt and 2 more)");
        assertThat(PathContents.of(dir).advice("Do this.")).isEqualTo("Do this.");
    }

    @Test
    void knownFormatsAreNamedInsteadOfAllOthers() throws IOException {
        write("readme.txt", "text");
        write("g.goal", GOAL);
        et("w.0.et");
        et("w.1.et");
        assertThat(PathContents.of(dir).instead())
                .isEqualTo(", but 2 Chakra ETs (w.0.et, w.1.et) and a GOAL schedule (g.goal)");
    }

    @Test
    void etsOfOnePrefixAreReadByTheirDirectory() throws IOException {
        et("w.0.et");
        et("w.1.et.gz");
        assertThat(PathContents.of(dir).advice("Do this."))
                .isEqualTo("Use 'etude simulate \"" + dir + "\"' to simulate (in Java, Workload.read(\"" + dir
                        + "\")), 'etude validate \"" + dir + "\"' to check.");
    }

    @Test
    void etsOfSeveralPrefixesAreReadByTheFirst() throws IOException {
        et("a.0.et");
        et("b.0.et");
        assertThat(PathContents.of(dir).advice("Do this.")).contains("Workload.read(\"" + dir.resolve("a") + "\")");
    }

    @Test
    void etsElsewhereDoNotCount() throws IOException {
        et("a.0.et");
        et("below/b.0.et");
        assertThat(PathContents.of(dir).advice("Do this.")).contains("Workload.read(\"" + dir + "\")");
    }

    @Test
    void anEtThatIsGivenIsReadByItsPrefix() throws IOException {
        et("w.0.et");
        assertThat(PathContents.of(dir.resolve("w.0.et")).advice("Do this."))
                .contains("Workload.read(\"" + dir.resolve("w") + "\")");
    }

    @Test
    void everyBenchmarkIsGiven() throws IOException {
        write("a.csv", BENCHMARK);
        write("b.csv", BENCHMARK);
        assertThat(PathContents.of(dir).advice("Do this."))
                .isEqualTo("Use 'etude calibrate --timings \"" + dir.resolve("a.csv") + "\" --timings \""
                        + dir.resolve("b.csv") + "\"' to fit latency and bandwidth.");
    }

    @Test
    void theFirstFolderIsGivenUnlessAFileWas() throws IOException {
        write("below/z/t.csv", "OperatorID,OperatorName,\n");
        write("below/a.csv", "OperatorID,OperatorName,\n");
        assertThat(PathContents.of(dir).advice("Do this."))
                .isEqualTo("Use 'etude triosim --trace-dir \"" + dir.resolve("below") + "\"'.");
        assertThat(PathContents.of(dir.resolve("below/a.csv")).advice("Do this."))
                .isEqualTo("Use 'etude triosim --trace-dir \"" + dir.resolve("below/a.csv") + "\"'.");
    }

    @Test
    void whatIsInAnArchiveIsUnpackedFirst() throws IOException {
        Path zip = dir.resolve("z.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String name : List.of("in/a.csv", "in/b.csv")) {
                out.putNextEntry(new ZipEntry(name));
                out.write(BENCHMARK.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        assertThat(PathContents.of(dir).instead())
                .isEqualTo(", but 2 benchmarks of collectives (z.zip/in/a.csv, z.zip/in/b.csv)");
        assertThat(PathContents.of(dir).advice("Do this."))
                .isEqualTo("Unpack " + zip
                        + " first. Use 'etude calibrate --timings in/a.csv --timings in/b.csv' to fit latency and"
                        + " bandwidth.");
    }

    @Test
    void otherRecordingsAreOtherOnlyWhereTheWantedKindIsMissing() throws IOException {
        write("host_0.json", "{\"schema\": \"1.0.2-chakra.0.0.4\", \"pid\": 1, \"nodes\": []}");
        PathContents contents = PathContents.of(dir);
        assertThat(contents.instead()).isEqualTo(", but a recorded trace (host_0.json)");
        assertThat(contents.isOnlyOther(TraceKind.FLIGHT)).isTrue();
        new FlightLog(1).add("0", 1, "all_reduce", 4, "completed", 1, 0).write(dir);
        assertThat(PathContents.of(dir).instead())
                .isEqualTo(", but a recorded trace (host_0.json) and a dump of PyTorch's flight recorder (rank_0)");
        assertThat(PathContents.of(dir).isOnlyOther(TraceKind.FLIGHT)).isFalse();
        assertThat(PathContents.of(dir).isOnlyOther(TraceKind.INSPECTOR)).isTrue();
    }
}
