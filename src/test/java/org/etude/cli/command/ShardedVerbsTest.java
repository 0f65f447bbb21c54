// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.report.Gzip;
import org.etude.report.Progress;
import org.etude.report.Sha256;
import org.etude.spec.EventFilter;
import org.etude.sweep.ReplicatedRecording;
import org.etude.table.ShardPart;
import org.etude.table.Shards;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of plan, convert, kernels and replay merge to the bytes that one process writes. */
class ShardedVerbsTest {
    private static final List<String> MODEL =
            List.of("plan", "--model", "llama_7B", "--gpus", "4", "--gpu", "H100", "--global_batch", "8");

    @TempDir
    private Path dir;

    private static TestShell run(int code, List<?> command, Object... more) {
        List<Object> args = new ArrayList<>(command);
        args.addAll(List.of(more));
        return TestShell.run(args.toArray()).exits(code);
    }

    private static Map<String, String> files(Path of) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(of)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(file.getFileName().toString(), Sha256.hex(Files.readAllBytes(file)));
            }
        }
        return files;
    }

    /** The whole by one process and by this many parts; what they print and write is the same. */
    private void equal(int shards, List<?> command) throws IOException {
        Path whole = dir.resolve(shards + "-whole");
        Path parts = dir.resolve(shards + "-parts");
        TestShell one = run(ExitCode.OK, command, "--out", whole);
        for (int i = shards - 1; i >= 0; i--) {
            assertThat(run(ExitCode.OK, command, "--out", parts, "--shard", i + "/" + shards)
                            .out())
                    .startsWith("shard " + i + " of " + shards);
        }
        TestShell merged = run(ExitCode.OK, List.of("merge"), parts);
        assertThat(merged.out()).isEqualTo(one.out());
        assertThat(files(parts)).isNotEmpty().isEqualTo(files(whole));
    }

    @ParameterizedTest
    @CsvSource({
        "convert, data/cnn-2, 2",
        "convert, data/cnn-2-cuda, 3",
        "convert, data/pipeline-2, 2",
        "convert, data/moe-2, 1",
        "kernels, data/cnn-2-hip, 2",
        "kernels, data/collectives-2, 5",
        "replay, data/pipeline-2, 2",
        "replay, data/cnn-2-cuda, 3"
    })
    void partsOfRecordingsGiveTheBytesOfOneProcess(String verb, String traces, int shards) throws IOException {
        equal(shards, List.of(verb, traces));
    }

    @Test
    void partsOfASearchGiveTheBytesOfOneProcess() throws IOException {
        equal(3, MODEL);
    }

    @Tag("campaign")
    @Test
    void fewAndManyPartsOfASearchGiveTheBytesOfOneProcess() throws IOException {
        equal(2, MODEL);
        equal(7, MODEL);
    }

    @Test
    void optionsCountInPartsToo() throws IOException {
        equal(2, List.of("kernels", "data/cnn-2-cuda", "--step", "2", "--name", "conv", "--ranks", "1"));
        equal(3, List.of("convert", "data/cnn-2-cuda", "--without-host", "--model-tag", "x", "--step", "2"));
    }

    /** Ranks of several parts belong to one group and find their peers in each other. */
    @ParameterizedTest
    @CsvSource({"data/cnn-2-cuda, 6, 4", "data/collectives-2, 5, 3"})
    void manyRanksAreOneJob(String recording, int ranks, int shards) throws IOException {
        areOneJob(recording, ranks, shards);
    }

    @Tag("campaign")
    @Test
    void manyRanksOfStagesAreOneJob() throws IOException {
        areOneJob("data/pipeline-2", 4, 3);
    }

    private void areOneJob(String recording, int ranks, int shards) throws IOException {
        Path traces = dir.resolve("many");
        ReplicatedRecording.write(Path.of(recording), ranks, traces);
        equal(shards, List.of("convert", traces));
    }

    private static List<Path> converted(Path parts) throws IOException {
        try (Stream<Path> all = Files.walk(parts.resolve("items"))) {
            return all.filter(file -> file.toString().endsWith(".part")).toList();
        }
    }

    /** Parts of ranks that need nothing of each other's transfers hold their nodes, which the merge completes. */
    @Test
    void damagedNodesAreNamed() throws IOException {
        Path parts = dir.resolve("parts");
        for (int i = 0; i < 2; i++) {
            run(ExitCode.OK, List.of("convert", "data/cnn-2-cuda"), "--out", parts, "--shard", i + "/2");
        }
        assertThat(converted(parts)).hasSize(2);
        Path nodes = converted(parts).get(0);
        byte[] bytes = Files.readAllBytes(nodes);
        for (int length : new int[] {0, 3, 500}) {
            Files.write(nodes, Arrays.copyOf(bytes, length));
            assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err()).contains(nodes + ": ends too early");
        }
        bytes[bytes.length / 2] ^= 1;
        Files.write(nodes, bytes);
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err())
                .contains(nodes + ": is damaged")
                .contains("another check sum");
        Files.delete(nodes);
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err())
                .contains(": is missing, and so is " + nodes.getFileName());
        assertThat(files(parts)).isEmpty();
    }

    /** A rank alone needs no other, and another one's transfers run on its machine: the merge reads its files again. */
    @Test
    void ranksThatOthersNeedAreReadAgain() throws IOException {
        Path traces = Files.createDirectories(dir.resolve("mixed"));
        for (int rank = 0; rank < 2; rank++) {
            for (String kind : List.of("host_", "device_")) {
                String file = kind + rank + ".json.gz";
                Files.copy(Path.of(rank == 0 ? "data/cnn-2" : "data/cnn-2-cuda", file), traces.resolve(file));
            }
        }
        Path parts = dir.resolve("2-parts");
        equal(2, List.of("convert", traces));
        assertThat(converted(parts)).hasSize(1);
        Files.delete(parts.resolve("findings.csv"));
        Files.writeString(traces.resolve("host_1.json.gz"), " ", StandardOpenOption.APPEND);
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err()).contains("host_1.json.gz: was changed");
        Files.delete(traces.resolve("host_1.json.gz"));
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err())
                .contains("host_1.json.gz: is not here")
                .contains("Merge where the traces are");
        assertThat(parts.resolve("findings.csv")).doesNotExist();
    }

    /** Starts, groups of some ranks, a rank that is missing and options reach what parts converted. */
    @ParameterizedTest
    @ValueSource(strings = {"--aligned", "--communication-only", "--step=2", "--prefix=x"})
    void completedRanksAreThoseOfOneProcess(String option) throws IOException {
        Path traces = dir.resolve("some");
        ReplicatedRecording.write(Path.of("data/cnn-2-cuda"), 5, traces);
        Files.delete(traces.resolve("host_1.json.gz"));
        Files.delete(traces.resolve("device_1.json.gz"));
        Files.delete(traces.resolve("host_3.json.gz"));
        equal(2, List.of("convert", traces, option));
        assertThat(converted(dir.resolve("2-parts"))).hasSize(4);
    }

    /** Neither names nor contents give the rank of the host traces: the processes that wrote them do, once all are read. */
    @Test
    void filesOfUnknownRanksFindThem() throws IOException {
        Path traces = Files.createDirectories(dir.resolve("loose"));
        for (int rank = 0; rank < 2; rank++) {
            Files.copy(
                    Path.of("data/cnn-2/device_" + rank + ".json.gz"), traces.resolve("device_" + rank + ".json.gz"));
            Files.copy(Path.of("data/cnn-2/host_" + rank + ".json.gz"), traces.resolve("ab".charAt(rank) + ".json.gz"));
        }
        equal(3, List.of("convert", traces));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--step=99", "--name=nothingIsCalledSo", "--ranks=7"})
    void whatOneProcessRefusesTheJoinRefuses(String option) {
        Path parts = dir.resolve("parts");
        List<Object> command = List.of("kernels", "data/cnn-2-cuda", option);
        run(ExitCode.OK, command, "--out", parts, "--shard", "0/2");
        run(ExitCode.OK, command, "--out", parts, "--shard", "1/2");
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err())
                .isEqualTo(run(ExitCode.FAILED, command).err());
        assertThat(parts.resolve("kernels.csv")).doesNotExist();
    }

    @Test
    void missingPartsAreNamed() throws IOException {
        Path parts = dir.resolve("parts");
        List<String> kernels = List.of("kernels", "data/cnn-2");
        run(ExitCode.OK, kernels, "--out", parts, "--shard", "1/2");
        assertThat(run(ExitCode.FINDINGS, List.of("merge"), parts).err()).contains("1 of 2 shards are missing: 0");
        assertThat(parts.resolve("kernels.csv")).doesNotExist();
        run(ExitCode.FINDINGS, List.of("merge"), parts, "--partial");
        Path one = dir.resolve("one");
        run(ExitCode.OK, kernels, "--ranks", "1", "--out", one);
        assertThat(parts.resolve("kernels.csv")).hasSameBinaryContentAs(one.resolve("kernels.csv"));
        assertThat(Shards.merge(parts)).hasToString("Shards of kernels: 1 of 2; missing: 0");
        Path ets = dir.resolve("ets");
        run(ExitCode.OK, List.of("convert", "data/cnn-2"), "--out", ets, "--shard", "0/2");
        assertThat(run(ExitCode.FAILED, List.of("merge"), ets, "--partial").err())
                .contains("shards [1] of 2 are missing, and 'etude convert' has no result without them");
        assertThat(files(ets)).isEmpty();
    }

    /** A copy of a recording, its files unpacked so that a byte can be changed. */
    private Path unpacked(String name) throws IOException {
        Path copy = Files.createDirectories(dir.resolve(name));
        for (String file : List.of("host_0.json", "host_1.json", "device_0.json", "device_1.json")) {
            try (var in = Gzip.open(Path.of("data/cnn-2", file + ".gz"))) {
                Files.copy(in, copy.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return copy;
    }

    @Test
    void otherInputsAndSettingsAreRefused() throws IOException {
        Path traces = unpacked("traces");
        Path parts = dir.resolve("parts");
        run(ExitCode.OK, List.of("kernels", traces), "--out", parts, "--shard", "0/2");
        Path changed = traces.resolve("device_0.json");
        String text = Files.readString(changed);
        int at = text.indexOf("\"dur\":", text.length() / 2) + 7;
        char digit = text.charAt(at);
        Files.writeString(
                changed, text.substring(0, at) + (char) (digit == '9' ? '1' : digit + 1) + text.substring(at + 1));
        assertThat(Files.size(changed)).isEqualTo(text.length());
        run(ExitCode.OK, List.of("kernels", traces), "--out", parts, "--shard", "1/2");
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err())
                .contains(changed + ": was changed after shard 0 of 2 read it");
        Files.writeString(changed, " ", StandardOpenOption.APPEND);
        run(ExitCode.OK, List.of("kernels", traces), "--out", parts, "--shard", "0/2");
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err()).contains("of other inputs or settings");
        run(ExitCode.OK, List.of("kernels", traces, "--name", "conv"), "--out", parts, "--shard", "0/2");
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err()).contains("of other inputs or settings");
        run(ExitCode.OK, List.of("convert", traces), "--out", parts, "--shard", "0/2");
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err())
                .contains("of 'etude kernels', not of 'etude convert'");
    }

    /** Without the traces, equal modification times show that all shards read the same; with them, their content does. */
    @Test
    void partsAreMergedWithoutTheirTracesIfNothingWasTouchedBetween() throws IOException {
        Path traces = unpacked("traces");
        Path parts = dir.resolve("2-parts");
        equal(2, List.of("kernels", traces));
        Path away = dir.resolve("away");
        Files.move(traces, away);
        assertThat(run(ExitCode.OK, List.of("merge"), parts).err())
                .isEqualToNormalizingNewlines("etude: 4 traces are not here any more: that all shards read the same is"
                        + " known by modification times, not by content\n");
        Files.move(away, traces);
        assertThat(run(ExitCode.OK, List.of("merge"), parts).err()).isEmpty();

        Path touched = traces.resolve("device_1.json");
        Files.setLastModifiedTime(touched, FileTime.fromMillis(1_700_000_000_000L));
        run(ExitCode.OK, List.of("kernels", traces), "--out", parts, "--shard", "1/2");
        run(ExitCode.OK, List.of("merge"), parts);
        Files.move(touched, dir.resolve("gone"));
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err())
                .contains(touched + ": is missing")
                .contains("Merge where the traces are");
    }

    /** The part reads the files of rank 0; those of rank 1 are written anew while it does. */
    @Test
    void partsFailWhenTracesChangeWhileTheyRead() throws IOException {
        Path traces = unpacked("traces");
        Path parts = dir.resolve("parts");
        FileTime old = FileTime.fromMillis(1_700_000_000_000L);
        Files.setLastModifiedTime(traces.resolve("host_1.json"), old);
        Progress writer = (what, done, total) -> rewrite(traces.resolve("host_1.json"));
        assertThatThrownBy(() -> ShardPart.of(0, 2, parts)
                        .progress(writer)
                        .kernels(List.of(traces), false, Optional.empty(), EventFilter.all()))
                .hasMessageContaining("the files were changed while shard 0 of 2 read them");
        assertThat(parts.resolve("shard-00000-of-00002/shard.json")).doesNotExist();
        ShardPart.of(0, 2, parts).kernels(List.of(traces), false, Optional.empty(), EventFilter.all());
        assertThat(parts.resolve("shard-00000-of-00002/shard.json")).exists();
    }

    private static void rewrite(Path file) {
        try {
            Files.write(file, Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** So that a merge that runs in another directory compares the same files. */
    @Test
    void tracesAreNotedWhereTheyAre() throws IOException {
        Path parts = dir.resolve("parts");
        run(ExitCode.OK, List.of("kernels", "data/../data/cnn-2"), "--out", parts, "--shard", "1/2");
        JsonNode files = new ObjectMapper()
                .readTree(parts.resolve("shard-00001-of-00002/shard.json").toFile())
                .get("files");
        Path data = Path.of("data/cnn-2").toAbsolutePath();
        assertThat(files.fieldNames())
                .toIterable()
                .containsExactly(
                        data.resolve("device_1.json.gz").toString(),
                        data.resolve("host_1.json.gz").toString());
    }

    @Test
    void comparingInputsReportsProgressAndCanBeStopped() {
        Path parts = dir.resolve("parts");
        for (int i = 0; i < 2; i++) {
            run(ExitCode.OK, List.of("kernels", "data/cnn-2"), "--out", parts, "--shard", i + "/2");
        }
        List<String> reported = new ArrayList<>();
        Shards.merge(parts)
                .progress((what, done, total) -> reported.add(what + " " + done + "/" + total))
                .table();
        assertThat(reported)
                .containsSubsequence(
                        "compare inputs 0/4", "compare inputs 1/4", "compare inputs 2/4", "compare inputs 3/4");
        Shards stopped = Shards.merge(parts).progress((what, done, total) -> {
            assertThat(what).isEqualTo("compare inputs");
            Thread.currentThread().interrupt();
        });
        try {
            assertThatThrownBy(stopped::table).isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void finishedItemsAreKnownByTheirContent() throws IOException {
        Path traces = unpacked("traces");
        Path parts = dir.resolve("parts");
        List<Object> kernels = List.of("kernels", traces, "--out", parts);
        assertThat(run(ExitCode.OK, kernels, "--shard", "0/2").out()).contains("1 of 2 items, 0 known before");
        assertThat(run(ExitCode.OK, kernels, "--shard", "0/2").out()).contains("1 of 2 items, 1 known before");
        // Cut into another number of parts, what is there is known all the same.
        assertThat(run(ExitCode.OK, kernels, "--shard", "0/1").out()).contains("2 of 2 items, 1 known before");
        Files.writeString(traces.resolve("host_0.json"), " ", StandardOpenOption.APPEND);
        assertThat(run(ExitCode.OK, kernels, "--shard", "0/1").out()).contains("2 of 2 items, 1 known before");
    }

    @Test
    void damageIsNamed() throws IOException {
        Path parts = dir.resolve("parts");
        for (int i = 0; i < 2; i++) {
            run(ExitCode.OK, List.of("convert", "data/cnn-2"), "--out", parts, "--shard", i + "/2");
        }
        Path item;
        try (Stream<Path> all = Files.walk(parts.resolve("items"))) {
            item = all.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(item);
        Files.write(item, Arrays.copyOf(bytes, bytes.length / 2));
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err()).contains(item + ": ends too early");
        Files.delete(item);
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err()).contains(item + ": is missing");
        Path record = parts.resolve("shard-00000-of-00002/shard.json");
        Files.writeString(record, Files.readString(record).replaceAll("\"parts\":\\[[^]]*\\]", "\"parts\":[]"));
        assertThat(run(ExitCode.FAILED, List.of("merge"), parts).err()).contains(record + ": does not list item 0");
        assertThat(files(parts)).isEmpty();
    }

    @Test
    void brokenFilesEndTheirPartOnly() throws IOException {
        Path traces = unpacked("traces");
        String text = Files.readString(traces.resolve("device_1.json"));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(traces.resolve("device_1.json")))) {
            out.write(text.substring(0, text.length() / 2).getBytes(StandardCharsets.UTF_8));
        }
        Path parts = dir.resolve("parts");
        run(ExitCode.OK, List.of("kernels", traces), "--out", parts, "--shard", "0/2");
        assertThat(run(ExitCode.FAILED, List.of("kernels", traces), "--out", parts, "--shard", "1/2")
                        .err())
                .contains("device_1.json");
        assertThat(run(ExitCode.FINDINGS, List.of("merge"), parts).err()).contains("missing: 1");
    }

    @Test
    void wrongUsesAreRefused() {
        assertThat(run(ExitCode.USAGE, List.of("replay", "data/cnn-2", "--shard", "0/2"))
                        .err())
                .contains("--shard needs --out");
        assertThat(run(ExitCode.USAGE, List.of("convert", "data/cnn-2", "--shard", "2", "--out", dir))
                        .err())
                .contains("--shard 2 is neither I/N");
        assertThat(run(ExitCode.FAILED, List.of("kernels", "data/cnn-2", "--shard", "2/2", "--out", dir))
                        .err())
                .contains("shard 2 of 2 does not exist");
        assertThat(run(
                                ExitCode.FAILED,
                                List.of("kernels", "data/cnn-2", "--from", "1ms"),
                                "--shard",
                                "0/2",
                                "--out",
                                dir)
                        .err())
                .contains("a shard cannot filter by time");
        assertThat(run(ExitCode.OK, MODEL, "--shards", "4", "--out", "o", "--print", "slurm")
                        .out())
                .contains("exec etude plan --model llama_7B --gpus 4 --gpu H100 --global_batch 8 --out o"
                        + " --shard auto --shards 4");
    }
}
