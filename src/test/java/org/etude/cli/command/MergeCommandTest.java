// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.table.Shards;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MergeCommandTest {
    @TempDir
    private Path dir;

    @BeforeEach
    void writeEts() {
        SmallEts.write(dir.resolve("w"), 2);
    }

    private void sweep(Path out, Object... more) {
        List<Object> args = new ArrayList<>(List.of("sweep", dir.resolve("w"), "--topology", "auto:1d"));
        args.addAll(
                List.of("--topology", "ring:3", "--ranks", "2,4", "--vary", "splits=1,2,4", "--fidelity", "analytic"));
        args.addAll(List.of("--cache", dir.resolve("cache"), "--out", out));
        args.addAll(List.of(more));
        TestShell.run(args.toArray()).exits(ExitCode.OK);
    }

    private TestShell merge(int code, Object... more) {
        List<Object> args = new ArrayList<>(List.of("merge"));
        args.addAll(List.of(more));
        return TestShell.run(args.toArray()).exits(code);
    }

    /** 12 runs, of which half do not fit their network. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 15})
    void manyPartsGiveTheBytesOfOneRun(int count) throws IOException {
        giveTheBytesOfOneRun(count);
    }

    @Tag("campaign")
    @Test
    void asManyPartsAsRunsGiveTheBytesOfOneRun() throws IOException {
        giveTheBytesOfOneRun(12);
    }

    private void giveTheBytesOfOneRun(int count) throws IOException {
        Path whole = dir.resolve("whole");
        Path parts = dir.resolve("parts");
        sweep(whole);
        if (count == 1) {
            sweep(parts);
        }
        for (int i = 0; i < count && count > 1; i++) {
            sweep(parts, "--shard", i + "/" + count);
        }
        if (count > 1) {
            merge(ExitCode.OK, parts);
        }
        assertThat(parts.resolve("sweep.csv")).hasSameBinaryContentAs(whole.resolve("sweep.csv"));
        assertThat(Files.readAllLines(parts.resolve("sweep.csv"))).hasSize(13);
        assertThat(Files.readAllLines(parts.resolve("sweep_runs.csv"))).hasSize(13);
    }

    @ParameterizedTest
    @CsvSource({"ring:2, 0", "switch:2, 1"})
    void endsWithTheSentenceOfTheSweepWhenNoNetworkMatters(String other, int sentences) {
        Object[] sweep = {"sweep", dir.resolve("w"), "--topology", "auto:1d", "--topology", other, "--no-cache"};
        Object[][] outs = {{"whole"}, {"parts", "--shard", "0/2"}, {"parts", "--shard", "1/2"}};
        List<String> printed = new ArrayList<>();
        for (Object[] out : outs) {
            List<Object> args = new ArrayList<>(List.of(sweep));
            args.addAll(List.of("--fidelity", "analytic", "--out", dir.resolve(out[0].toString())));
            args.addAll(List.of(out).subList(1, out.length));
            printed.add(TestShell.run(args.toArray()).exits(ExitCode.OK).out());
        }
        printed.add(merge(ExitCode.OK, dir.resolve("parts")).out());
        String sentence = "The step takes as long on every network";
        assertThat(List.of(printed.get(0), printed.get(3)))
                .allSatisfy(text -> assertThat(text.split(sentence, -1)).hasSize(1 + sentences));
        assertThat(printed.subList(1, 3)).as("one network each").noneMatch(text -> text.contains(sentence));
        assertThat(withoutRuns(printed.get(3))).isEqualTo(withoutRuns(printed.get(0)));
    }

    /** What is printed but for run_ms and cached, which are not merged. */
    private static List<String> withoutRuns(String printed) {
        return printed.lines()
                .map(line ->
                        line.replaceAll("  run_ms  cached|  +[0-9.]+  no$", "").stripTrailing())
                .toList();
    }

    @Test
    void saysWhichPartsAreMissing() {
        Path parts = dir.resolve("parts");
        for (int i : new int[] {0, 3, 6}) {
            sweep(parts, "--shard", i + "/7");
        }
        assertThat(merge(ExitCode.FINDINGS, parts).err()).contains("4 of 7 shards are missing: 1-2,4-5");
        assertThat(parts.resolve("sweep.csv")).doesNotExist();
        merge(ExitCode.FINDINGS, parts, "--partial", "--out", dir.resolve("some"));
        assertThat(dir.resolve("some/sweep.csv")).content().hasLineCount(1 + 2 + 2 + 1);
        assertThat(Shards.merge(parts)).hasToString("Shards: 3 of 7, 5 runs; missing: 1-2,4-5");
    }

    @Test
    void rowsThatWereCutOffAreRefused() throws IOException {
        Path parts = dir.resolve("parts");
        sweep(parts, "--shard", "0/2");
        sweep(parts, "--shard", "1/2");
        Path table = parts.resolve("shard-00001-of-00002/sweep.csv");
        List<String> lines = Files.readAllLines(table);
        lines.set(2, "auto:");
        Files.write(table, lines);
        assertThat(merge(ExitCode.FAILED, parts).err())
                .isEqualTo("etude: " + table + ", line 3: has 1 cell where the table has 17 columns\n"
                        + "  Run the shard again.\n");
    }

    @Test
    void partsOfDifferentSweepsAreRefused() {
        Path parts = dir.resolve("parts");
        sweep(parts, "--shard", "0/2");
        sweep(parts, "--shard", "1/2", "--links", "none,100%:0.5");
        assertThat(merge(ExitCode.FAILED, parts).err()).contains("shard-00001-of-00002", "of other inputs or settings");
        sweep(dir.resolve("three"), "--shard", "1/3");
        assertThat(merge(ExitCode.FAILED, dir.resolve("three"), parts, "--out", dir.resolve("x"))
                        .err())
                .contains("of 2 shards, not 3");
    }

    @Test
    void otherTracesAreOtherInputs() {
        Path parts = dir.resolve("parts");
        sweep(parts, "--shard", "0/2");
        SmallEts.write(dir.resolve("w"), 2, 8 << 20);
        sweep(parts, "--shard", "1/2");
        assertThat(merge(ExitCode.FAILED, parts).err()).contains("of other inputs or settings");
    }

    @Test
    void damageIsNamed() throws IOException {
        Path parts = dir.resolve("parts");
        sweep(parts, "--shard", "0/2");
        sweep(parts, "--shard", "1/2");
        Path csv = parts.resolve("shard-00001-of-00002/sweep.csv");
        List<String> lines = Files.readAllLines(csv);
        Files.write(csv, lines.subList(0, 4));
        assertThat(merge(ExitCode.FAILED, parts).err()).contains(csv + ": has 3 rows");
        Files.write(csv, lines);
        Path other = Files.createDirectories(dir.resolve("other/shard"));
        for (String name : List.of("sweep.csv", "sweep_runs.csv", "shard.json")) {
            Files.copy(parts.resolve("shard-00000-of-00002").resolve(name), other.resolve(name));
        }
        assertThat(merge(ExitCode.FAILED, parts, other, "--out", dir.resolve("x"))
                        .err())
                .contains("are both shard 0 of 2");
        Files.writeString(other.resolve("shard.json"), "{\"version\":1}");
        assertThat(merge(ExitCode.FAILED, other).err()).contains("is not the record of a shard");
        assertThat(merge(ExitCode.FAILED, dir.resolve("w")).err()).contains("no finished shard is here");
        merge(ExitCode.USAGE, parts, other);
    }

    @ParameterizedTest
    @ValueSource(strings = {"work", "stamps", "files"})
    void partsOfOlderBuildsAreNamed(String later) throws IOException {
        Path parts = dir.resolve("parts");
        sweep(parts, "--shard", "0/2");
        Path record = parts.resolve("shard-00000-of-00002/shard.json");
        ObjectMapper json = new ObjectMapper();
        ObjectNode older = (ObjectNode) json.readTree(record.toFile());
        assertThat(older.remove(later)).isNotNull();
        json.writeValue(record.toFile(), older);
        assertThat(merge(ExitCode.FAILED, parts).err())
                .contains(record + ": was written by an older build of Etude")
                .contains("Run all shards again with this one.");
    }

    @Test
    void theSubmissionRunsTheSameCommand() {
        TestShell shell = TestShell.run(
                        "sweep", "w", "--topology", "ring:2", "--shards", "4", "--out", "o", "--print=kubernetes")
                .exits(ExitCode.OK);
        assertThat(shell.out())
                .contains(
                        "args: [\"sweep\", \"w\", \"--topology\", \"ring:2\", \"--out\", \"o\", \"--shard\", \"auto\","
                                + " \"--shards\", \"4\"]");
        assertThat(TestShell.run("sweep", "w", "--topology", "ring:2", "--print", "slurm")
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("--print needs --shards");
        assertThat(TestShell.run("sweep", dir.resolve("w"), "--topology", "ring:2", "--shard", "auto")
                        .exits(ExitCode.USAGE)
                        .err())
                .contains("--shard auto needs --out");
    }
}
