package org.etude.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are not what their names say: each leads to one error that tells what is there and what to do. */
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
        "'null', 'n' stands where { or [ should, Copy or record it again"
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
    void textOfTwoBytesACharacter() {
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
                "the archive is cut off or damaged",
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
    void eventsWithoutACategoryAreTold() {
        String text = TraceFiles.DEVICE.replace("\"cat\":\"kernel\",", "").replace("\"cat\":\"cpu_op\",", "");
        TraceFiles.write(dir.resolve("device_0.json"), text);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(TraceFiles.whats(traces)).contains("2 events without a category (cat)");
        assertThat(traces.ranks().get(0).device().kind(1)).isEqualTo(EventKind.OTHER);
    }

    @Test
    void idsBeyondSixtyFourBitsAreTold() {
        String text = TraceFiles.HOST.replace("\"id\":9,", "\"id\":1180591620717411303433,");
        TraceFiles.write(dir.resolve("host_0.json"), text);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.ranks().get(0).host().size()).isEqualTo(2);
        assertThat(traces.report().findings()).anySatisfy(row -> {
            assertThat(row.what()).isEqualTo("1 nodes without an id");
            assertThat(row.why()).contains("no whole number of 64 bits");
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
}
