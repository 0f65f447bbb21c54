// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.etude.report.Finding;
import org.etude.trace.load.TraceFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files whose content differs from what their names promise: each gives one error that says what was found and what to do. */
class ForeignFilesTest {
    @TempDir
    Path dir;

    private void refused(String name, byte[] content, String what, String advice) {
        Path file = TraceFiles.write(dir.resolve(name), content);
        assertThatThrownBy(() -> TraceFiles.load(dir))
                .isInstanceOf(TraceException.class)
                .hasMessageStartingWith(file + ": ")
                .hasMessageContaining(what)
                .hasMessageContaining(advice);
    }

    @ParameterizedTest
    @CsvSource({
        "'BZh91AY&SY', packed with bzip2, Unpack it",
        "'<!DOCTYPE html>', HTML or XML, Download it again",
        "'version https://git-lfs.github.com/spec/v1', a pointer of Git LFS, git lfs pull",
        "'null', 'n' instead of { or [, Copy or record it again"
    })
    void textsThatAreNoTraces(String content, String what, String advice) {
        refused("device_0.json", content.getBytes(StandardCharsets.US_ASCII), what, advice);
    }

    @Test
    void packingsThatAreNotRead() {
        refused("device_0.json.gz", new byte[] {(byte) 0xFD, '7', 'z', 'X', 'Z', 0}, "packed with xz", "Unpack it");
        byte[] zstd = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0x24};
        refused("device_0.json.gz", zstd, "packed with zstd", "Unpack it");
    }

    @Test
    void textOfTwoBytesPerCharacter() {
        byte[] text = TraceFiles.DEVICE.getBytes(StandardCharsets.UTF_16);
        refused(
                "device_0.json",
                text,
                "the text is not UTF-8 but UTF-16 or UTF-32 at byte 0",
                "Write it again as UTF-8");
    }

    @Test
    void aFewLayersOfGzipAreTakenOffAndNoMore() {
        byte[] packed = TraceFiles.DEVICE.getBytes(StandardCharsets.UTF_8);
        for (int layer = 0; layer < 4; layer++) {
            packed = TraceFiles.gzip(packed);
            TraceFiles.write(dir.resolve("device_0.json.gz"), packed);
            assertThat(TraceFiles.load(dir).ranks().get(0).device().size()).isEqualTo(5);
        }
        refused("device_0.json.gz", TraceFiles.gzip(packed), "gzip inside many layers of gzip", "Unpack it");
    }

    @Test
    void archivesThatAreCutOffEmptyOrPackedOnceMore() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("device_0.json"));
            zip.write(TraceFiles.DEVICE.getBytes(StandardCharsets.UTF_8));
        }
        byte[] zip = out.toByteArray();
        refused(
                "device_0.json.zip",
                Arrays.copyOf(zip, zip.length / 2),
                "the archive is truncated or damaged",
                "Copy it");
        Files.delete(dir.resolve("device_0.json.zip"));
        refused(
                "device_0.json.gz",
                TraceFiles.gzip(zip),
                "a zip archive inside another packing",
                "Unpack the outer one");
        Files.delete(dir.resolve("device_0.json.gz"));
        byte[] empty = new byte[22];
        System.arraycopy(new byte[] {'P', 'K', 5, 6}, 0, empty, 0, 4);
        refused("device_0.zip", empty, "an empty zip archive", "Pack or copy it again");
    }

    @Test
    void eventsWithoutACategoryAreReported() {
        String text = TraceFiles.DEVICE.replace("\"cat\":\"kernel\",", "").replace("\"cat\":\"cpu_op\",", "");
        TraceFiles.write(dir.resolve("device_0.json"), text);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(TraceFiles.whats(traces)).contains("2 events without a category (cat)");
        assertThat(traces.ranks().get(0).device().kind(1)).isEqualTo(EventKind.OTHER);
    }

    @Test
    void idsBeyondSixtyFourBitsAreReported() {
        String text = TraceFiles.HOST.replace("\"id\":9,", "\"id\":1180591620717411303433,");
        TraceFiles.write(dir.resolve("host_0.json"), text);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.ranks().get(0).host().size()).isEqualTo(2);
        assertThat(traces.report().findings()).anySatisfy(row -> {
            assertThat(row.what()).isEqualTo("1 node without an id");
            assertThat(row.why()).contains("not a 64-bit integer");
        });
    }

    @Test
    void missingRanksAreCountedAndTheFirstNamed() {
        TraceFiles.write(
                dir.resolve("device_0.json"), TraceFiles.DEVICE.replace("world_size\":1", "world_size\":5000"));
        assertThat(TraceFiles.whats(TraceFiles.load(dir)))
                .contains("missing ranks 1, 2, 3, 4, 5, 6, 7, 8, ... (4999) of a world of 5000");
        TraceFiles.write(dir.resolve("device_0.json"), TraceFiles.DEVICE.replace("world_size\":1", "world_size\":2"));
        assertThat(TraceFiles.whats(TraceFiles.load(dir))).contains("missing rank 1 of a world of 2");
    }

    @Test
    void theAdviceToKeepWhatIsWholeIsNotGivenToThoseWhoDo() {
        TraceFiles.write(dir.resolve("device_0.json"), TraceFiles.DEVICE.substring(0, 60));
        assertThatThrownBy(() -> TraceFiles.load(dir))
                .hasMessageContaining("JSON ends inside a text at byte 60 (record 1)")
                .hasMessageContaining("or load with keepTruncated");
        assertThatThrownBy(() -> TraceFiles.loadLeniently(dir))
                .hasMessageContaining("JSON ends inside a text at byte 60 (record 1)")
                .hasMessageContaining("it has no complete record to keep")
                .hasMessageNotContaining("--keep-truncated");
        TraceFiles.write(dir.resolve("device_0.json"), "");
        byte[] head = Arrays.copyOf(TraceFiles.gzip(TraceFiles.DEVICE), 10);
        TraceFiles.write(dir.resolve("device_0.json"), head);
        assertThatThrownBy(() -> TraceFiles.loadLeniently(dir))
                .hasMessageContaining("the compressed file is truncated after byte 0")
                .hasMessageContaining("it has no complete record to keep");
    }

    /** Each oddity of single events is one row with its number, its first byte and what became of it. */
    @Test
    void oddEventsAreCounted() {
        String text = """
                {"traceEvents":[7,"text",
                {"cat":"cpu_op","name":"no phase","pid":1,"tid":1,"ts":1,"dur":1},
                {"ph":"X","cat":"cpu_op","name":"no duration","pid":1,"tid":1,"ts":2,"args":{}},
                {"ph":"X","cat":"cpu_op","pid":1,"tid":1,"ts":3,"dur":1,"args":{}},
                {"ph":"X","cat":"cpu_op","name":"no args","pid":1,"tid":1,"ts":4,"dur":1},
                {"ph":"X","cat":"cpu_op","name":"negative","pid":1,"tid":1,"ts":5,"dur":-1,"args":{}},
                {"ph":"X","cat":"cpu_op","name":"no start","pid":1,"tid":1,"dur":1,"args":{}},
                {"ph":"B","cat":"cpu_op","name":"open","pid":1,"tid":1,"ts":6,"args":{}},
                {"ph":"X","cat":"of_somebody","name":"x","pid":1,"tid":1,"ts":7,"dur":1,"args":{}}]}
                """;
        TraceFiles.write(dir.resolve("device_0.json"), text);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.report().findings().stream()
                        .filter(f -> f.where().contains(" byte "))
                        .map(Finding::what))
                .containsExactlyInAnyOrder(
                        "2 events that are not objects",
                        "1 event without a phase (ph)",
                        "1 event without a duration",
                        "1 event without a name",
                        "1 event without args",
                        "1 event with an invalid duration (NaN, infinite, negative or out of range)",
                        "1 event with an invalid or missing start");
        int withoutDuration = text.lastIndexOf('{', text.indexOf("no duration"));
        assertThat(traces.report().findings().get(0).where()).endsWith("device_0.json byte " + withoutDuration);
        assertThat(TraceFiles.whats(traces))
                .contains("1 begin without end or end without begin", "unknown event categories 'of_somebody' (1)");
        DeviceTrace device = traces.ranks().get(0).device();
        assertThat(device.size()).isEqualTo(6);
        assertThat(IntStream.range(0, 6).filter(device::isFlagged).mapToObj(device::name))
                .containsExactlyInAnyOrder("negative", "no start");
    }

    @Test
    void oddNodesAreCounted() {
        TraceFiles.write(dir.resolve("host_0.json"), """
                {"schema":"1.1.1-chakra.0.0.4","nodes":[7,
                {"name":"no id","ctrl_deps":1},
                {"id":3,"ctrl_deps":4},
                {"id":4,"name":"no parent"},
                {"id":5,"name":"## process_group:init ##","ctrl_deps":4,
                "inputs":{"values":["[{"],"shapes":[[]],"types":["String"]}}]}
                """);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(TraceFiles.whats(traces))
                .contains(
                        "1 node that is not an object",
                        "1 node without an id",
                        "1 node without a name",
                        "1 node without a parent",
                        "1 unreadable list of process groups");
        assertThat(traces.ranks().get(0).host().size()).isEqualTo(3);
    }
}
