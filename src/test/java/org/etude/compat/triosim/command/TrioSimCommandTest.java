// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.compat.triosim.engine.SmallStep;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrioSimCommandTest {
    @TempDir
    private Path dir;

    private Path trace;

    @BeforeEach
    void write() {
        trace = SmallStep.write(dir.resolve("traces").resolve("small"));
    }

    @Test
    void takesTheFlagsOfTheOriginalAndPrintsItsLines() {
        TestShell shell = TestShell.run(
                "triosim",
                "-trace-dir",
                trace,
                "--case=1",
                "-GPUnumber",
                2,
                "-ptp-bandwidth=1",
                "--bandwidth",
                1e6,
                "--compat");
        assertThat(shell.exits(ExitCode.OK).out())
                .isEqualTo("Estimated execution time ms, 8.0000000000\n"
                        + "Current time after AllReduce stage ms, 10.0000000000\n");
    }

    @Test
    void minusOneMeansTheDefault() {
        TestShell shell = TestShell.run(
                "triosim", "-trace-dir", trace, "-case", 4, "-GPUnumber", 2, "-batch-size-sim", 64, "-numCols", -1);
        // 7 ms and 5 MB scale by a half, 1 ms of the optimizer does not; 2 messages of 0.1 us at 65 GB/s; before them
        // 2.5 MB
        // are fetched at 696 GB/s
        assertThat(shell.exits(ExitCode.OK).out())
                .isEqualTo("Current time after Pipeline parallesim execution ms, 4.5423534925\n");
        assertThat(shell.err())
                .contains("etude: batch size: the optimizer keeps its time; ")
                .contains("etude: latency: each message takes 0.1 us more: ");
    }

    @Test
    void writesWhatRanWhen() throws IOException {
        Path ops = dir.resolve("ops.csv");
        Path messages = dir.resolve("messages.csv");
        Path figure = dir.resolve("t.svg");
        TestShell.run(
                        "triosim",
                        "-trace-dir",
                        trace,
                        "-case",
                        3,
                        "-GPUnumber",
                        2,
                        "--rules",
                        "plain",
                        "--timeline",
                        ops,
                        "--messages",
                        messages,
                        "--figure",
                        figure,
                        "--perfetto",
                        dir.resolve("t.json"))
                .exits(ExitCode.OK);
        assertThat(ops).content().hasLineCount(1 + 12);
        // 2 fetches per GPU, as gradients are not fetched; 2 all-reduces of 2 steps of 2 messages
        assertThat(messages).content().hasLineCount(1 + 4 + 8);
        assertThat(figure).content().startsWith("<svg").contains(">rank 1 compute<", ">rank 0 comm<");
        assertThat(dir.resolve("t.json")).isNotEmptyFile();
    }

    /** As with the original's flags, the last of two holds; without a folder its sample is looked for. */
    @Test
    void theLastOfRepeatedFlagsHolds() {
        assertThat(TestShell.run("triosim", "-trace-dir", dir, "-case", 3, "-trace-dir", trace, "-case", 0, "--compat")
                        .exits(ExitCode.OK)
                        .out())
                .isEqualTo("Estimated execution time ms, 8.0000000000\n");
        assertThat(TestShell.run("triosim").exits(ExitCode.FAILED).err())
                .contains("../sample_trace/trace2-h100-bs128/vgg13/tensor.csv: cannot be read");
    }

    /** As Go does; printf of Java would fill up the shortest decimal, 1234567890.1233, with zeros. */
    @Test
    void printsTheDigitsOfTheBinaryValue() throws IOException {
        Path slow = Files.createDirectories(dir.resolve("slow"));
        Files.writeString(slow.resolve("tensor.csv"), Files.readString(trace.resolve("tensor.csv")));
        String text = Files.readString(trace.resolve("trace.csv"));
        String[] lines = text.split("\n");
        String[] cells = lines[1].split(",");
        cells[5] = "1234567890123.3";
        Files.writeString(slow.resolve("trace.csv"), lines[0] + "\n" + String.join(",", cells) + "\n");
        assertThat(TestShell.run("triosim", "-trace-dir", slow, "-bandwidth", 1e300, "--compat")
                        .exits(ExitCode.OK)
                        .out())
                .isEqualTo("Estimated execution time ms, 1234567890.1233000755\n");
    }

    @Test
    void saysWhyThereIsNoResult() {
        TestShell shell = TestShell.run("triosim", "-trace-dir", trace, "-case", 3, "-GPUnumber", 1, "--compat");
        assertThat(shell.exits(ExitCode.FAILED).err()).contains("5 of 6 operators were never run");
        assertThat(TestShell.run("triosim", "-trace-dir", dir)
                        .exits(ExitCode.FAILED)
                        .err())
                .contains("tensor.csv: cannot be read");
    }

    @Test
    void recordingsThatCannotBeReadAreNamed() throws IOException {
        TestShell shell =
                TestShell.run("triosim-converter", "--profiler", dir.resolve("p"), "--graph", dir, "--out", dir);
        assertThat(shell.exits(ExitCode.FAILED).err())
                .startsWith("etude: " + dir.resolve("p") + ": no such file or directory");
        Files.writeString(dir.resolve("p"), "{");
        shell = TestShell.run("triosim-converter", "--profiler", dir.resolve("p"), "--graph", dir, "--out", dir);
        assertThat(shell.exits(ExitCode.FAILED).err()).contains("cannot be read as JSON");
    }

    @Test
    void conformanceComparesRecordedRuns() throws IOException {
        String row =
                "{\"id\":\"ID\",\"trace\":\"small\",\"batch_size\":2,\"batch_size_sim\":2,\"GPUnumber\":2,\"case\":CASE,"
                        + "\"bandwidth\":1e6,\"ptp_bandwidth\":1,\"micro_batch_size\":null,\"capacity\":40,\"interconnects\":0,"
                        + "\"numRows\":1,\"numCols\":null,\"final_ms\":MS,\"ops_done\":12,\"complete\":DONE,"
                        + "\"deterministic\":true}\n";
        String right = row.replace("CASE", "3").replace("DONE", "true");
        Files.writeString(
                dir.resolve("runs.jsonl"),
                right.replace("ID", "right").replace("MS", "9.0")
                        + right.replace("ID", "wrong").replace("MS", "9.00000002")
                        + row.replace("CASE", "0")
                                .replace("DONE", "false")
                                .replace("ID", "no")
                                .replace("MS", "1"));
        assertThat(TestShell.run("conformance", dir)
                        .exits(ExitCode.FINDINGS)
                        .out()
                        .lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("triosim/wrong: final_ms is 9.00000000"),
                        line -> assertThat(line).isEqualTo("triosim/no: a result of 8.0 ms, but the original has none"),
                        line -> assertThat(line).isEqualTo("3 cases, 2 differ"));
    }

    @Test
    void conformanceComparesTimelinesWhereTheyWereRecorded() throws IOException {
        Files.writeString(
                dir.resolve("runs.jsonl"),
                "{\"id\":\"one\",\"trace\":\"small\",\"batch_size\":2,\"batch_size_sim\":2,\"GPUnumber\":1,\"case\":0,"
                        + "\"bandwidth\":1e6,\"ptp_bandwidth\":1,\"micro_batch_size\":null,\"capacity\":40,"
                        + "\"interconnects\":0,\"numRows\":1,\"numCols\":null,\"final_ms\":8,\"ops_done\":6,"
                        + "\"complete\":true,\"deterministic\":true}\n");
        String ops = "gpu,round,layer_index,start_s,end_s\n0,0,0,0,0.001\n0,0,1,0.001,0.003\n0,0,2,0.003,0.006\n"
                + "0,0,3,0.006,0.007\n0,0,4,0.007,0.0075\n0,0,5,0.0075,0.008\n";
        String messages = "send_s,recv_s,src,dst,bytes,purpose,round,hops\n"
                + "3e-9,7e-9,RemotePort,GPU0Port,4000000,fetch,0,1\n0,3e-9,RemotePort,GPU0Port,3000000,fetch,0,1\n"
                + "7e-9,8e-9,RemotePort,GPU0Port,1000000,fetch,0,1\n8e-9,10e-9,RemotePort,GPU0Port,2000000,fetch,0,1\n";
        pack("one.ops", ops);
        pack("one.msgs", messages);
        assertThat(TestShell.run("conformance", dir).exits(ExitCode.OK).out()).isEqualTo("1 cases, 0 differ\n");
        pack("one.ops", ops.replace("0.003,0.006", "0.003,0.00600000001"));
        pack("one.msgs", messages.replaceFirst("\n3e-9.*\n", "\n"));
        assertThat(TestShell.run("conformance", dir)
                        .exits(ExitCode.FINDINGS)
                        .out()
                        .lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("triosim/one: operator 2 is ")
                                .contains("end=0.006,")
                                .contains("expected")
                                .contains("end=0.00600000001,"),
                        line -> assertThat(line).isEqualTo("triosim/one: 4 rows of messages, expected 3"),
                        line -> assertThat(line).isEqualTo("1 cases, 1 differ"));
    }

    private void pack(String name, String text) throws IOException {
        Path file = Files.createDirectories(dir.resolve("timelines")).resolve(name + ".csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
