// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.calibrate.timed.TimingFiles;
import org.etude.report.Finding;
import org.etude.spec.TimingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NcclTestsTextTest {
    private static final TimingOptions NOTHING_SAID = TimingOptions.defaults();
    private static final long MIB = 1 << 20;

    @TempDir
    private Path dir;

    private TimingLog read(String text, TimingOptions options) throws IOException {
        return TimingFiles.read(Files.writeString(dir.resolve("t.txt"), text), options);
    }

    private static CollectiveTiming timing(String type, int ranks, long bytes, int nodes) {
        return new CollectiveTiming(type, ranks, bytes, NcclTestsLog.micros(bytes), nodes, 0);
    }

    private static List<String> what(TimingLog log) {
        return log.report().findings().stream().map(Finding::what).toList();
    }

    @Test
    void collectiveAndRanksComeFromTheFile() throws IOException {
        TimingLog log = read(new NcclTestsLog("alltoall_perf", 4).text(0, 1024, MIB), NOTHING_SAID);
        assertThat(log.timings()).containsExactly(timing("all_to_all", 4, 1024, 1), timing("all_to_all", 4, MIB, 1));
        assertThat(what(log)).containsExactly("out-of-place times were used", "4 ranks on 1 node");
    }

    /** Windows PowerShell redirects output in UTF-16. */
    @Test
    void logsInUtf16AreRead() throws IOException {
        String text =
                "\uFEFF" + new NcclTestsLog("alltoall_perf", 4).text(1024, MIB).replace("\n", "\r\n");
        Path file = Files.writeString(dir.resolve("wide.txt"), text, StandardCharsets.UTF_16LE);
        assertThat(TimingFiles.read(file, NOTHING_SAID).timings())
                .containsExactly(timing("all_to_all", 4, 1024, 1), timing("all_to_all", 4, MIB, 1));
    }

    @Test
    void inPlaceTimesAreNeverMixedIn() throws IOException {
        String text = new NcclTestsLog("all_reduce_perf", 8).text(1024);
        assertThat(read(text, NOTHING_SAID.inPlace(true)).timings())
                .containsExactly(new CollectiveTiming("all_reduce", 8, 1024, 13, 1, 0));
        TimingLog only =
                read(new NcclTestsLog("all_reduce_perf", 8).inPlaceOnly().text(1024), NOTHING_SAID);
        assertThat(only.timings()).containsExactly(new CollectiveTiming("all_reduce", 8, 1024, 13, 1, 0));
        assertThat(what(only)).contains("in-place times were used");
    }

    @Test
    void processesListTheirRanksAndHosts() throws IOException {
        TimingLog log =
                read(new NcclTestsLog("all_reduce_perf", 16).processes(1, 2).text(MIB), NOTHING_SAID);
        assertThat(log.timings()).containsExactly(timing("all_reduce", 16, MIB, 2));
        assertThat(log.report().findings().get(1).what()).isEqualTo("16 ranks on 2 nodes");
        assertThat(log.report().findings().get(1).why()).isEqualTo("hosts node0, node1");
    }

    @Test
    void spreadBecomesTheErrorOfTheMean() throws IOException {
        TimingLog log = read(new NcclTestsLog("all_reduce_perf", 8).spread().text(MIB), NOTHING_SAID);
        // 5 % over 25 iterations.
        assertThat(log.timings())
                .containsExactly(new CollectiveTiming("all_reduce", 8, MIB, NcclTestsLog.micros(MIB), 1, 0.05 / 5));
    }

    /** Wherever a log ends, its whole rows are read; a row is not made of what is left of one. */
    @Test
    void aLogThatEndsInsideARowHasItsOtherRows() throws IOException {
        String whole = new NcclTestsLog("alltoall_perf", 4).text(1024, MIB);
        int second = whole.lastIndexOf('\n', whole.indexOf(" " + MIB + " ")) + 1;
        int end = whole.indexOf('\n', second);
        int time = whole.indexOf('.', second);
        for (int cut = second + 10; cut < time; cut++) {
            TimingLog log = read(whole.substring(0, cut), NOTHING_SAID);
            assertThat(log.timings()).as("cut at %d", cut - second).containsExactly(timing("all_to_all", 4, 1024, 1));
        }
        assertThat(what(read(whole.substring(0, time), NOTHING_SAID))).contains("the file ends inside a row");
        assertThat(read(whole.substring(0, end), NOTHING_SAID).timings()).hasSize(2);
        assertThatThrownBy(() -> read(whole.substring(0, time) + "\n" + whole.substring(second), NOTHING_SAID))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("not a timing");
    }

    @Test
    void logsOfLaunchersAndOfNcclArePassedOver() throws IOException {
        List<String> plain = new NcclTestsLog("all_gather_perf", 4).lines(1024, MIB);
        String tagged = plain.stream().map(line -> "[1,0]<stdout>: " + line).collect(Collectors.joining("\n"));
        assertThat(read(tagged, NOTHING_SAID).timings()).hasSize(2);
        String labelled = plain.stream().map(line -> "0: " + line).collect(Collectors.joining("\n"));
        assertThat(read(labelled, NOTHING_SAID).timings()).hasSize(2);
        String job = plain.stream()
                .map(line -> "[prterun-n1-77@1,0]<stdout>: " + line)
                .collect(Collectors.joining("\r\n"));
        assertThat(read(job, NOTHING_SAID).timings()).hasSize(2);
        List<String> noisy = new ArrayList<>();
        for (String line : plain) {
            noisy.add(line);
            noisy.add("node0:901:1021 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM");
        }
        noisy.add(0, "NCCL version 2.27.3+cuda12.8");
        TimingLog log = read(String.join("\n", noisy), NOTHING_SAID);
        assertThat(log.timings()).containsExactly(timing("all_gather", 4, 1024, 1), timing("all_gather", 4, MIB, 1));
        assertThat(what(log)).contains((plain.size() + 1) + " lines were skipped");
    }

    /** Looking for a log line within a word takes time in proportion to it: this word once took minutes. */
    @Test
    void aLongWordIsPassedOver() throws IOException {
        List<String> lines = new ArrayList<>(new NcclTestsLog("all_reduce_perf", 4).lines(1024, MIB));
        lines.add(lines.size() - 2, "x" + "7:1:".repeat(200_000) + " [0]");
        lines.add(lines.size() - 2, "7:1:2 [0] NCCL INFO " + "y:1:".repeat(200_000));
        TimingLog log = read(String.join("\n", lines), NOTHING_SAID);
        assertThat(log.timings()).extracting(CollectiveTiming::bytes).containsExactly(1024L, MIB);
        assertThat(what(log)).contains("2 lines were skipped");
    }

    @Test
    void aRowThatALogLineCutsIsLeftOutAndCounted() throws IOException {
        List<String> lines = new ArrayList<>(new NcclTestsLog("all_reduce_perf", 4).lines(1024, 4096, MIB));
        int row = lines.size() - 5;
        String whole = lines.get(row);
        lines.set(row, whole.substring(0, 54) + "node0:901:1021 [0] NCCL INFO comm 0x55 rank 0");
        lines.add(row + 1, whole.substring(54).replaceFirst("14.00", "   14"));
        TimingLog log = read(String.join("\n", lines), NOTHING_SAID);
        assertThat(log.timings()).extracting(CollectiveTiming::bytes).containsExactly(1024L, MIB);
        assertThat(what(log)).contains("1 row was skipped");
        // Cut before the root, so that the rest begins with a sign; the row after it has an unknown prefix.
        lines.set(row, whole.substring(0, 44) + "node0:901:1021 [0] NCCL INFO comm 0x55 rank 0");
        lines.set(row + 1, whole.substring(44));
        lines.set(row + 2, "later> " + lines.get(row + 2));
        assertThat(what(read(String.join("\n", lines), NOTHING_SAID)))
                .contains("1 row was skipped", "1 line that ends like a row was skipped");
    }

    @Test
    void severalRunsInOneFileKeepTheirOwn() throws IOException {
        String text = new NcclTestsLog("all_reduce_perf", 2).text(1024)
                + new NcclTestsLog("broadcast_perf", 8).processes(1, 2).text(1024)
                + new NcclTestsLog("reduce_scatter_perf", 4).text(1024);
        assertThat(read(text, NOTHING_SAID).timings())
                .containsExactly(
                        timing("all_reduce", 2, 1024, 1),
                        timing("broadcast", 8, 1024, 2),
                        timing("reduce_scatter", 4, 1024, 1));
    }

    @Test
    void asksForWhatTheFileDoesNotSay() throws IOException {
        String unnamed = new NcclTestsLog("all_reduce_perf", 4).unnamed().text(MIB);
        assertThatThrownBy(() -> read(unnamed, NOTHING_SAID))
                .isInstanceOf(CalibrationException.class)
                .hasMessageContaining("t.txt, line 12: does not say which collective was timed")
                .hasMessageContaining("--type NAME");
        assertThat(read(unnamed, NOTHING_SAID.type("all-reduce")).timings())
                .containsExactly(timing("all_reduce", 4, MIB, 1));
        TimingLog echoed = read("$ ./build/all_reduce_perf -b 8 -g 4\n" + unnamed, NOTHING_SAID);
        assertThat(echoed.timings()).containsExactly(timing("all_reduce", 4, MIB, 1));
        assertThat(what(echoed)).contains("all_reduce was timed");
        String unlisted = new NcclTestsLog("all_reduce_perf", 8)
                .processes(1, 1)
                .unlisted()
                .text(MIB);
        assertThatThrownBy(() -> read(unlisted, NOTHING_SAID)).hasMessageContaining("does not say how many ranks");
        assertThat(read(unlisted, NOTHING_SAID.ranks(8)).timings()).containsExactly(timing("all_reduce", 8, MIB, 0));
        TimingLog one = read(new NcclTestsLog("all_reduce_perf", 4).unlisted().text(MIB), NOTHING_SAID);
        assertThat(one.timings()).containsExactly(timing("all_reduce", 4, MIB, 0));
        assertThat(what(one)).contains("4 ranks were assumed");
    }

    @Test
    void refusesContradictions() throws IOException {
        String text = new NcclTestsLog("alltoall_perf", 4).text(MIB);
        assertThatThrownBy(() -> read(text, NOTHING_SAID.type("all_reduce")))
                .hasMessageContaining("t.txt, line 2: states all_to_all, --type states all_reduce");
        assertThatThrownBy(() -> read(text, NOTHING_SAID.ranks(2)))
                .hasMessageContaining("its list of devices says 4 ranks, --ranks says 2");
        String unnamed = new NcclTestsLog("alltoall_perf", 4).unnamed().text(MIB);
        assertThatThrownBy(() -> read(unnamed, NOTHING_SAID.type("all_reduce")))
                .hasMessageContaining("t.txt, line 12: busbw / algbw is 0.7525; all_reduce of 4 ranks has 1.500");
        assertThatThrownBy(() -> read(text.replace("     time   algbw", "  cputime   algbw"), NOTHING_SAID))
                .hasMessageContaining("cputime");
        assertThatThrownBy(() -> read(new NcclTestsLog("all_reduce_perf", 1).text(MIB), NOTHING_SAID))
                .hasMessageContaining("1 rank");
    }

    @Test
    void namesTheLineThatIsNoTiming() {
        String text = new NcclTestsLog("all_reduce_perf", 4).text(1024);
        assertThatThrownBy(() -> read(text.replace("11.00", "fast "), NOTHING_SAID))
                .hasMessageContaining("t.txt, line 14: not a timing: 1024 256 float sum -1 fast");
        assertThatThrownBy(() -> read(text.substring(0, text.indexOf("11.00") + 3), NOTHING_SAID))
                .hasMessageContaining("line 14: not a timing: 1024");
        assertThatThrownBy(() -> read(new NcclTestsLog("all_reduce_perf", 4).text(), NOTHING_SAID))
                .hasMessageContaining("no timing found");
    }

    @Test
    void columnsAreFoundByName() throws IOException {
        String stamped = new NcclTestsLog("all_reduce_perf", 4)
                .text(1024)
                .replace("#wrong\n", "#wrong           timestamp\n")
                .replaceFirst("(?m)^( +1024 .*)$", "$1  2026-11-22 23:00:01");
        assertThat(read(stamped, NOTHING_SAID).timings()).containsExactly(timing("all_reduce", 4, 1024, 1));
        assertThat(read(stamped, NOTHING_SAID.inPlace(true)).timings())
                .containsExactly(new CollectiveTiming("all_reduce", 4, 1024, 13, 1, 0));
    }

    private static String table(String top, String header, String... rows) {
        return top + header + '\n' + String.join("\n", rows) + "\n# Out of bounds values : 0 OK\n";
    }

    private static final String TWO = """
            # nThread 1 nGpus 4 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20 validation: 1
            # Using devices
            #   Rank  0 Pid   8345 on   host-a device  0 [0x1a] Tesla V100
            #   Rank  3 Pid   8345 on   host-a device  3 [0x1d] Tesla V100
            """;
    private static final String HEADER =
            "#  size  count  type  redop  time  algbw  busbw  error  time  algbw  busbw  error";

    @Test
    void anOperationLeftBlankShiftsTheCells() throws IOException {
        // Versions 2.0 to 2.12 print no operation for an all-to-all (NVIDIA/nccl-tests issue 78).
        String text = table(
                "$ ./alltoall_perf -g 4\n" + TWO,
                HEADER,
                "  1024  64  float          11.00  0.09  0.07  0e+00    13.00  0.08  0.06  1e+00",
                "  4096 256  float          14.00  0.29  0.22  0e+00    16.00  0.26  0.19  1e+00");
        assertThat(read(text, NOTHING_SAID).timings())
                .containsExactly(timing("all_to_all", 4, 1024, 1), timing("all_to_all", 4, 4096, 1));
        String rooted = text.replace("redop ", "redop root ").replace("float     ", "float  -1 ");
        assertThat(read(rooted, NOTHING_SAID).timings()).hasSize(2).contains(timing("all_to_all", 4, 1024, 1));
        // Blank in one row and not in another: a cell is missing elsewhere.
        assertThatThrownBy(() -> read(text.replace("256  float ", "256  float sum"), NOTHING_SAID))
                .hasMessageContaining("t.txt, line 8: not a timing: 4096 256 float sum 14.00");
    }

    @Test
    void aColumnThatTheHeaderLacksIsNotKnown() throws IOException {
        TimingOptions said = NOTHING_SAID.type("all_reduce").ranks(4);
        String row = "  1024 256  float  11.00  0.09  0.14";
        assertThat(read(table("", "#  size  count  type  time  algbw  busbw", row), said)
                        .timings())
                .containsExactly(timing("all_reduce", 4, 1024, 0));
        String noBusbw = table("", "#  size  count  type  time  algbw", row.substring(0, row.length() - 4));
        assertThat(read(noBusbw, said).timings()).containsExactly(timing("all_reduce", 4, 1024, 0));
        // The left side counts no wrong elements: what follows is the time of the right side.
        String leftUncounted = "#  size  count  type  time  algbw  busbw  time  algbw  busbw  #wrong";
        TimingLog log = read(table("", leftUncounted, row + "  13.00  0.08  0.12  0"), said);
        assertThat(log.timings()).containsExactly(timing("all_reduce", 4, 1024, 0));
        assertThat(what(log)).containsExactly("out-of-place times were used");
        assertThat(what(read(table("", leftUncounted, row + "  13.00  0.08  0.12  2"), said.inPlace(true))))
                .contains("2 wrong elements");
    }

    @Test
    void aTimeOfTenSecondsIsANumber() throws IOException {
        String text = table(
                "$ ./alltoall_perf -g 4\n" + TWO,
                HEADER,
                "  1024  64  float          1.2e+07  0.00  0.00  0e+00    1.3E+07  0.00  0.00  1e+00");
        assertThat(read(text, NOTHING_SAID).timings())
                .containsExactly(new CollectiveTiming("all_to_all", 4, 1024, 1.2e7, 1, 0));
        assertThatThrownBy(() -> read(text.replace("1.2e+07", "1.2e+"), NOTHING_SAID))
                .hasMessageContaining("t.txt, line 7: not a timing: 1024 64 float 1.2e+");
    }

    @Test
    void aDeviationIsNoWrongElement() throws IOException {
        String text = table(TWO, HEADER, "  1024 256  float  sum  11.00  0.09  0.14  4e-07  13.00  0.08  0.12  2e-06");
        assertThat(what(read(text, NOTHING_SAID.type("all_reduce"))))
                .containsExactly("out-of-place times were used", "4 ranks on 1 node");
        assertThat(what(read(text.replace("0 OK", "3 FAILED"), NOTHING_SAID.type("all_reduce"))))
                .contains("3 results out of bounds");
    }

    @Test
    void readsTheTablesOfVersionOne() throws IOException {
        String top = TWO.replace("# nThread", "nThread").replaceAll("Pid +8345 ", "");
        String text = table(
                top,
                "#      bytes             N    type      op     time  algbw  busbw      res     time  algbw  busbw      res",
                "  1024 256  float  sum  11.000  0.09  0.14  4e-07  13.000  0.08  0.12  2e-06");
        assertThat(read(text, NOTHING_SAID.type("all_reduce")).timings())
                .containsExactly(timing("all_reduce", 4, 1024, 1));
    }

    @Test
    void theLineAboveTheHeaderSaysWhichSideIsWhich() throws IOException {
        // mscclpp-test prints the in-place side first, and leaves it blank where there is none.
        String header = "#                 in-place                out-of-place\n"
                + "#  size  count  time  algbw  busbw  #wrong  time  algbw  busbw  #wrong";
        String both = table("", header, "  1024 256  13.00  0.08  0.14  0  11.00  0.09  0.16  0");
        TimingOptions said = NOTHING_SAID.type("all_reduce").ranks(8);
        assertThat(read(both, said).timings()).containsExactly(timing("all_reduce", 8, 1024, 0));
        assertThat(read(both, said.inPlace(true)).timings())
                .containsExactly(new CollectiveTiming("all_reduce", 8, 1024, 13, 0, 0));
        String right = table("", header, "  1024 256                         11.00  0.09  0.16  0");
        assertThat(read(right, said).timings()).containsExactly(timing("all_reduce", 8, 1024, 0));
        assertThat(what(read(right, said))).doesNotContain("in-place times were used");
    }

    @Test
    void copiesThatRunAtOnceAreNoLargerGroup() throws IOException {
        // Built without MPI every process is a job of its own (NVIDIA/nccl-tests issue 107).
        String row = "  1024 256  float  sum  11.00  0.09  0.14  4e-07  13.00  0.08  0.12  2e-06";
        String other = TWO.replace("host-a", "host-b");
        String twice = "several copies of the benchmark ran at once, of 4 ranks each";
        String[] tops = {TWO + other.substring(other.indexOf("#   Rank")), TWO + other};
        for (String top : tops) {
            TimingLog log = read(table(top + HEADER + '\n', HEADER, row, row), NOTHING_SAID.type("all_reduce"));
            assertThat(log.timings()).extracting(CollectiveTiming::ranks).containsExactly(4, 4);
            assertThat(what(log)).contains(twice);
        }
        String one = table(TWO, HEADER, row);
        assertThat(what(read(one + one, NOTHING_SAID.type("all_reduce")))).doesNotContain(twice);
    }

    private static final String SHOWN = "several copies of the benchmark ran at once, of 4 ranks each";
    private static final String SMALL = "  1024 256  float  sum  11.00  0.09  0.14  4e-07  13.00  0.08  0.12  2e-06\n";
    private static final String LARGE = "  4096 1024  float  sum  14.00  0.29  0.44  4e-07  16.00  0.26  0.38  2e-06\n";
    private static final String OVER = "# Out of bounds values : 0 OK\n";

    private List<String> reduced(String... parts) throws IOException {
        return what(read(String.join("", parts), NOTHING_SAID.type("all_reduce")));
    }

    @Test
    void copiesThatStartStaggeredAreRecognised() throws IOException {
        String start = TWO + HEADER + '\n';
        String other = start.replace("host-a", "host-b");
        assertThat(reduced(start, other, SMALL, SMALL, LARGE, LARGE, OVER, OVER))
                .contains(SHOWN);
        assertThat(reduced(start, SMALL, other, LARGE, SMALL, LARGE, OVER, OVER))
                .contains(SHOWN);
        // Rows between the other's first line and its header belong to neither.
        assertThat(reduced(start, TWO, SMALL, HEADER + '\n', LARGE, SMALL, LARGE, OVER, OVER))
                .contains(SHOWN, "1 line that ends like a row was skipped");
    }

    @Test
    void aRunAfterOneThatWasCutOffIsNoCopy() throws IOException {
        String start = TWO + HEADER + '\n';
        String types = SMALL.replace("float", "half");
        assertThat(reduced(start, start, SMALL, types, LARGE, OVER)).doesNotContain(SHOWN);
        assertThat(reduced(start, SMALL, start, SMALL, LARGE, OVER)).doesNotContain(SHOWN);
        // Repetitions of one run, and runs one after the other, are no copies either.
        assertThat(reduced(start, SMALL, SMALL, OVER, start, SMALL, SMALL, OVER))
                .doesNotContain(SHOWN);
    }

    @Test
    void timesInPrefixesGoOn() throws IOException {
        List<String> plain = new NcclTestsLog("all_gather_perf", 4).lines(1024, 4096, MIB);
        for (String prefix : List.of(
                "12:00:%02d ",
                "node1: 2026-05-01 12:00:%02d ",
                "[pod/nccl-0/main] 2026-05-01T12:00:%02d.123456789Z ",
                "17619984%02d ")) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < plain.size(); i++) {
                text.append(String.format(Locale.ROOT, prefix, i))
                        .append(plain.get(i))
                        .append('\n');
            }
            TimingLog log = read(text.toString(), NOTHING_SAID);
            assertThat(log.timings())
                    .extracting(CollectiveTiming::bytes)
                    .as(prefix)
                    .containsExactly(1024L, 4096L, MIB);
        }
    }

    @Test
    void rowsBehindAnUnknownPrefixAreWarnedOf() throws IOException {
        List<String> lines = new ArrayList<>(new NcclTestsLog("all_gather_perf", 4).lines(1024, 4096, MIB));
        int row = lines.size() - 4;
        lines.set(row, "later> " + lines.get(row));
        lines.add("node0:901:1021 [0] NCCL INFO Ring 00 : 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15");
        TimingLog log = read(String.join("\n", lines), NOTHING_SAID);
        assertThat(log.timings()).extracting(CollectiveTiming::bytes).containsExactly(1024L, 4096L);
        assertThat(log.report().findings())
                .filteredOn(finding -> finding.level() == Finding.Level.WARNING)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.what()).isEqualTo("1 line that ends like a row was skipped");
                    assertThat(finding.where()).endsWith("t.txt, line " + (row + 1));
                });
        assertThat(what(log)).contains("1 line was skipped");
    }
}
