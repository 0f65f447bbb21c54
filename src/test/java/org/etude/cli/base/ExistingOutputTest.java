// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.etude.SmallTraces;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies in an output directory stays unless the user says --force. */
class ExistingOutputTest {
    private static final String ADVICE = "  Write to another directory, or replace it with --force.\n";

    @TempDir
    private Path dir;

    private Path two;
    private Path three;
    private Path ets;
    private Path out;

    @BeforeEach
    void writeJobs() {
        two = SmallTraces.write(dir.resolve("two"), 2);
        three = SmallTraces.write(dir.resolve("three"), 3);
        ets = SmallEts.write(dir.resolve("ets"), 2);
        out = dir.resolve("out");
    }

    /** Names and content of all files below a directory. */
    private static Map<String, List<Byte>> content(Path directory) {
        Map<String, List<Byte>> content = new TreeMap<>();
        for (String name : TestShell.files(directory)) {
            content.put(name, bytes(directory.resolve(name)));
        }
        return content;
    }

    private static List<Byte> bytes(Path file) {
        try {
            List<Byte> bytes = new ArrayList<>();
            for (byte b : Files.readAllBytes(file)) {
                bytes.add(b);
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TestShell run(String line, Object... more) {
        return TestShell.run(Stream.concat(Arrays.stream(line.split(" ")), Arrays.stream(more))
                .toArray());
    }

    private TestShell refused(String line, Object... more) {
        Map<String, List<Byte>> before = content(out);
        TestShell shell = run(line, more).exits(ExitCode.FAILED);
        assertThat(content(out)).as("unchanged").isEqualTo(before);
        assertThat(shell.err()).endsWith(ADVICE);
        return shell;
    }

    @Test
    void aRunOfOtherTracesIsRefusedBeforeItStarts() {
        run("run", two, "--out", out).exits(ExitCode.OK);
        assertThat(refused("run", three, "--prefix", "b", "--out", out).err())
                .startsWith("etude: " + out.resolve("load/traces.csv") + ": a run of other traces is there already\n");
        run("run", three, "--prefix", "b", "--out", out, "--force").exits(ExitCode.OK);
        assertThat(TestShell.files(out))
                .contains("et/b.2.et", "repair/b.2.et")
                .noneMatch(name -> name.contains("all_reduce"));
    }

    /** The same traces, so the same job: what it wrote before is replaced. */
    @Test
    void theSameRunWithOtherOptionsIsTheSameJob() throws IOException {
        run("run", two, "--out", out).exits(ExitCode.OK);
        String before = Files.readString(out.resolve("sim/ranks.csv"));
        run("run --topology ring:2 --bandwidth 1Gbps --latency 1ms", two, "--out", out)
                .exits(ExitCode.OK);
        assertThat(out.resolve("sim/ranks.csv")).content().isNotEqualTo(before);
    }

    /** A user's own ETs among those of an earlier run are nobody's to remove. */
    @Test
    void evenTheSameRunLeavesOtherEts() throws IOException {
        run("run", two, "--out", out).exits(ExitCode.OK);
        Path own = Files.writeString(out.resolve("et/mine.0.et"), "mine");
        TestShell again = run("run", two, "--out", out).exits(ExitCode.FAILED);
        assertThat(again.err())
                .isEqualTo("etude: " + out.resolve("et") + ": holds mine.0.et of another job\n" + ADVICE);
        assertThat(own).hasContent("mine");
    }

    /** Converted there by hand: there is no table that tells of which job. */
    @Test
    void aRunIsRefusedWhereOnlyEtsAre() {
        run("convert", three, "--out", out.resolve("et")).exits(ExitCode.OK);
        assertThat(refused("run", two, "--out", out).err())
                .startsWith("etude: " + out.resolve("et/all_reduce.0.et")
                        + ": is there already, and not of a run of these traces\n");
    }

    @Test
    void aConversionReplacesFilesOfItsNamesAndForcedAllEts() {
        run("convert", two, "--out", out).exits(ExitCode.OK);
        run("convert --communication-only", two, "--out", out).exits(ExitCode.OK);
        run("convert", three, "--prefix", "b", "--out", out, "--force").exits(ExitCode.OK);
        assertThat(TestShell.files(out))
                .containsExactly("b.0.et", "b.1.et", "b.2.et", "findings.csv", "groups.json", "workload.csv");
        run("convert", two, "--prefix", "b", "--out", out, "--force").exits(ExitCode.OK);
        assertThat(out.resolve("b.2.et")).doesNotExist();
    }

    /** Whatever would be read as part of the job. */
    @ParameterizedTest
    @CsvSource({"three,a,two,a"})
    void aConversionIsRefusedAmongRanksOfALargerJob(String first, String name, String second, String otherName) {
        run("convert", dir.resolve(first), "--prefix", name, "--out", out).exits(ExitCode.OK);
        assertThat(refused("convert --prefix " + otherName, dir.resolve(second), "--out", out)
                        .err())
                .startsWith("etude: " + out + ": holds a.2.et, but the job to write has only 2 ranks.\n");
    }

    /** No command touches what it does not write. */
    @ParameterizedTest
    @ValueSource(strings = {"run", "convert", "load", "link", "kernels", "replay", "spread"})
    void foreignFilesStayEvenWithForce(String verb) throws IOException {
        List<String> names =
                List.of("notes.txt", "et/notes.et", "repair/w.et", "sim/mine.csv", ".hidden", "data/x.json");
        for (String name : names) {
            Path file = out.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, name);
        }
        if (verb.equals("run") || verb.equals("convert")) {
            run(verb, two, "--out", out, "--force").exits(ExitCode.OK);
        } else {
            run(verb, two, "--out", out).exits(ExitCode.OK);
        }
        for (String name : names) {
            assertThat(out.resolve(name)).hasContent(name);
        }
    }
}
