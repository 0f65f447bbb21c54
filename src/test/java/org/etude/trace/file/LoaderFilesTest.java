// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.etude.report.Finding;
import org.etude.trace.load.TraceFiles;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceException;
import org.etude.trace.model.TraceSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoaderFilesTest {
    @TempDir
    Path dir;

    @ParameterizedTest
    @CsvSource({
        "host_0.json, 0, HOST, ''",
        "device_3_resnet50.json.gz, 3, DEVICE, resnet50",
        "host_rank_12.json, 12, HOST, ''",
        "trace_rank_1_epoch_3.json, 1, DEVICE, epoch 3",
        "pytorch_et_7.json, 7, HOST, ''",
        "kineto_2.json, 2, DEVICE, ''",
        "hdt_1.json, 1, DEVICE, ''",
        "worker0_step_12.1694128201545.pt.trace.json, 0, DEVICE, step 12 1694128201545",
        "rank4_iter16_18.json, 4, , iter16 18",
        "host.12.json, 12, HOST, ''",
        "device.3.json.gz, 3, DEVICE, ''",
        "chakra_host_et.10.json, 10, HOST, ''",
        "rank-7.json.gz, 7, , ''",
        "rank5_trace.json, 5, DEVICE, ''",
        "rank11.1700000000123.pt.trace.json, 11, , 1700000000123",
        "rank2.3.pt.trace.json, 2, , 3",
        "execution_trace_4.json, 4, HOST, ''",
        "execution_trace_rank6.json, 6, HOST, ''",
        "execution_trace_gpu5_4242.json, -1, HOST, gpu5 4242",
        "host-3_4242.1700000000123.pt.trace.json, -1, HOST, 3 4242 1700000000123",
        "box-c6-25_200691.1758927066581847260.pt.trace.json, -1, , box c6 25 200691 1758927066581847260"
    })
    void understandsNames(String name, int rank, TraceKind kind, String variant) {
        FileName found = FileName.of("", name);
        assertThat(found.rank()).isEqualTo(rank);
        if (rank != 0 || !name.startsWith("worker")) {
            assertThat(found.kind()).isEqualTo(kind);
        }
        assertThat(found.variant()).isEqualTo(variant);
    }

    @Test
    void takesTheRankFromFolders() {
        assertThat(FileName.of("run/rank_5/kineto", "t.json").rank()).isEqualTo(5);
        assertThat(FileName.of("chakra_host_et", "0.json").kind()).isEqualTo(TraceKind.HOST);
        assertThat(FileName.of("runA", "host_0.json").variant()).isEqualTo("runa");
    }

    @Test
    void everyPackingLoadsAlike() throws IOException {
        byte[] plain = TraceFiles.DEVICE.getBytes(StandardCharsets.UTF_8);
        byte[] first = TraceFiles.gzip(Arrays.copyOfRange(plain, 0, 700));
        byte[] second = TraceFiles.gzip(Arrays.copyOfRange(plain, 700, plain.length));
        byte[] members = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, members, first.length, second.length);
        for (byte[] bytes : new byte[][] {
            plain, TraceFiles.gzip(plain), members, zip("device_0.json", plain), TraceFiles.gzip(tar(plain))
        }) {
            TraceSet traces = TraceFiles.load(TraceFiles.write(dir.resolve("device_0.json"), bytes));
            assertThat(traces.ranks()).hasSize(1);
            assertThat(traces.ranks().get(0).device().size()).isEqualTo(5);
        }
    }

    private static byte[] zip(String name, byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(bytes);
        }
        return out.toByteArray();
    }

    private static byte[] tar(byte[] bytes) {
        byte[] tar = new byte[512 + (bytes.length + 511) / 512 * 512 + 1024];
        put(tar, 0, "traces/device_0.json");
        put(tar, 124, String.format("%011o", bytes.length));
        tar[156] = '0';
        put(tar, 257, "ustar");
        System.arraycopy(bytes, 0, tar, 512, bytes.length);
        return tar;
    }

    private static void put(byte[] into, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, into, at, bytes.length);
    }

    @Test
    void ordersHostOnlyFilesByTheNumbersInTheirNames() {
        for (int n = 0; n < 12; n++) {
            TraceFiles.write(
                    dir.resolve("shard" + n + ".json"), TraceFiles.HOST.replace("\"pid\":7", "\"pid\":" + (100 + n)));
        }
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.ranks())
                .extracting(rank -> rank.host().header().pid())
                .containsExactly(100L, 101L, 102L, 103L, 104L, 105L, 106L, 107L, 108L, 109L, 110L, 111L);
    }

    @Test
    void readsTheNamesOfChakra() {
        for (int rank = 0; rank < 12; rank++) {
            TraceFiles.write(dir.resolve("host." + rank + ".json"), TraceFiles.HOST);
            TraceFiles.write(
                    dir.resolve("device." + rank + ".json"),
                    TraceFiles.DEVICE.replace("\"rank\":0", "\"rank\":" + rank));
        }
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.ranks()).extracting(RankTrace::rank).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        assertThat(traces.ranks()).allMatch(rank -> rank.host() != null && rank.device() != null);
        assertThat(TraceFiles.whats(traces)).noneMatch(what -> what.contains("name"));
    }

    @Test
    void pairsFilesOfARankAndSaysWhatIsMissing() {
        TraceFiles.write(dir.resolve("host_0.json"), TraceFiles.HOST);
        TraceFiles.write(
                dir.resolve("device_0.json"), TraceFiles.DEVICE.replace("\"world_size\":1", "\"world_size\":3"));
        TraceFiles.write(dir.resolve("host_2.json"), TraceFiles.HOST);
        TraceFiles.write(dir.resolve("case.json"), "{\"what\":1}");
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.worldSize()).isEqualTo(3);
        assertThat(traces.ranks()).extracting(RankTrace::rank).containsExactly(0, 2);
        assertThat(TraceFiles.whats(traces))
                .contains("missing rank 1 of a world of 3", "no device trace (device_2.json) beside this host trace");
    }

    @Test
    void namesTheConfusionOfHostAndDevice() {
        TraceFiles.write(dir.resolve("host_0.json"), TraceFiles.DEVICE);
        TraceFiles.write(dir.resolve("device_0.json"), TraceFiles.HOST);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.ranks().get(0).host()).isNotNull();
        assertThat(traces.ranks().get(0).device()).isNotNull();
        assertThat(TraceFiles.whats(traces))
                .contains("holds a Kineto trace (device) where its name promises an execution trace (host)");
    }

    @Test
    void aNameWinsOverTheRankInside() {
        TraceSet traces = TraceFiles.load(TraceFiles.write(dir.resolve("device_1.json"), TraceFiles.DEVICE));
        assertThat(traces.ranks().get(0).rank()).isEqualTo(1);
        assertThat(TraceFiles.whats(traces)).contains("the name says rank 1, distributedInfo says rank 0");
    }

    @Test
    void findsTheRankOfANamelessHostTraceByItsProcess() {
        TraceFiles.write(dir.resolve("device_4.json"), TraceFiles.DEVICE.replace("\"rank\":0", "\"rank\":4"));
        TraceFiles.write(dir.resolve("observer.json"), TraceFiles.HOST);
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.ranks()).extracting(RankTrace::rank).containsExactly(4);
        assertThat(traces.ranks().get(0).host().size()).isEqualTo(3);
    }

    @Test
    void takesTheLastOfSeveralEpochsAndSaysSo() {
        TraceFiles.write(dir.resolve("trace_rank_0_epoch_2.json"), TraceFiles.DEVICE);
        TraceFiles.write(
                dir.resolve("trace_rank_0_epoch_10.json"), TraceFiles.DEVICE.replace("aten::mm", "aten::last"));
        TraceSet traces = TraceFiles.load(dir);
        assertThat(traces.ranks().get(0).device().name(1)).isEqualTo("aten::last");
        assertThat(traces.report().findings())
                .filteredOn(f -> f.what().equals("a further file of this rank and kind"))
                .extracting(Finding::where)
                .containsExactly(dir.resolve("trace_rank_0_epoch_2.json").toString());
    }

    @Test
    void truncationIsAnErrorWithPlaceAndAdviceUnlessKept() {
        int cut = TraceFiles.DEVICE.indexOf("{\"ph\":\"X\",\"cat\":\"kernel\"") + 30;
        Path file = TraceFiles.write(dir.resolve("device_0.json"), TraceFiles.DEVICE.substring(0, cut));
        assertThatThrownBy(() -> TraceFiles.load(file))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("rank 0: JSON ends inside an event at byte " + String.format("%,d", cut))
                .hasMessageContaining("(record 5)")
                .hasMessageContaining("keepTruncated");
        TraceSet kept = TraceFiles.loadLeniently(file);
        assertThat(kept.ranks().get(0).device().size()).isEqualTo(3);
        assertThat(TraceFiles.whats(kept)).contains("the file ends in the middle");
    }

    @Test
    void aCutGzipIsAnErrorUnlessKept() {
        byte[] whole = TraceFiles.gzip(TraceFiles.DEVICE);
        Path file = TraceFiles.write(dir.resolve("device_0.json.gz"), Arrays.copyOf(whole, whole.length - 60));
        assertThatThrownBy(() -> TraceFiles.load(file))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("the packed file is cut off");
        assertThat(TraceFiles.loadLeniently(file).ranks().get(0).device().size())
                .isBetween(1, 5);
    }

    @Test
    void emptyAndForeignFilesAreNamed() {
        Path empty = TraceFiles.write(dir.resolve("device_0.json"), "");
        assertThatThrownBy(() -> TraceFiles.load(empty)).hasMessageContaining("the file is empty");
        Path other = TraceFiles.write(dir.resolve("notes.json"), "{\"a\":[1,2]}");
        assertThatThrownBy(() -> TraceFiles.load(other)).hasMessageContaining("neither traceEvents nor nodes");
        Path absent = dir.resolve("nowhere");
        assertThatThrownBy(() -> TraceFiles.load(absent)).hasMessageContaining("no such file");
        Path wide = TraceFiles.write(dir.resolve("host_1.json"), TraceFiles.HOST.getBytes(StandardCharsets.UTF_16));
        assertThatThrownBy(() -> TraceFiles.load(wide)).hasMessageContaining("UTF-16");
    }

    @Test
    void brokenStructureIsNamedByByteAndRecord() {
        String broken = TraceFiles.DEVICE.replace("\"dur\":20,", "\"dur\":20;");
        Path file = TraceFiles.write(dir.resolve("device_0.json"), broken);
        assertThatThrownBy(() -> TraceFiles.load(file))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining(
                        "';' instead of a comma or } at byte " + String.format("%,d", broken.indexOf(';')))
                .hasMessageContaining("(record 2)");
    }
}
