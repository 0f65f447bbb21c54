// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.etude.cli.SmallEts;
import org.etude.cli.TestShell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables as people see them, and as programs get them. */
class TableOutputTest {
    @Test
    void aTableWithoutRowsIsNamedAndNotDrawn() {
        String shown = TestShell.run("topology", "torus:2x2").exits(ExitCode.OK).out();
        assertThat(shown)
                .startsWith("topology\n")
                .endsWith("\n\nempty tables: findings\n")
                .doesNotContain("(no rows)");
        assertThat(shown.lines().filter(line -> line.equals("findings"))).isEmpty();
        String csv = TestShell.run("topology", "torus:2x2", "--format", "csv")
                .exits(ExitCode.OK)
                .out();
        assertThat(csv).contains("# findings\nlevel,stage,").doesNotContain("empty tables");
    }

    @Test
    void equalFindingsOfRanksAreOneRowOfACheck() {
        String shown = TestShell.run("check", "data/moe-2").exits(ExitCode.OK).out();
        assertThat(shown.lines().filter(line -> line.contains("no GPU work")))
                .singleElement()
                .asString()
                .contains(" 0-1 ");
    }

    /** The report of a stage holds those of the stages before it. */
    @Test
    void noFindingIsPrintedTwice() {
        String csv = TestShell.run("run", "data/cnn-2", "--format", "csv").out();
        String findings = csv.substring(csv.indexOf("# findings\n"));
        assertThat(findings.substring(0, (findings + "\n\n").indexOf("\n\n")).lines())
                .hasSizeGreaterThan(3)
                .anyMatch(row -> row.contains(",link,"))
                .doesNotHaveDuplicates();
    }

    @Test
    void figuresOfAnotherSimulatorAreShownOnlyForComparisons(@TempDir Path dir) {
        Path ets = SmallEts.write(dir, 2);
        String[] plain = {
            "simulate", ets.toString(), "--topology", "ring:2", "--bandwidth", "100Gbps", "--latency", "1us"
        };
        assertThat(out(plain)).contains(" finish_ns ").doesNotContain("astra_");
        assertThat(out(with(plain, "--format", "csv"))).contains(",astra_exposed_ns,astra_overlap_ns");
        assertThat(out(with(plain, "--compat"))).contains(" astra_exposed_ns  astra_overlap_ns");
    }

    @Test
    void theHashOfASweepsRowIsForPrograms(@TempDir Path dir) {
        Path ets = SmallEts.write(dir, 2);
        String[] sweep = {
            "sweep",
            ets.toString(),
            "--topology",
            "ring:2",
            "--cache",
            dir.resolve("cache").toString()
        };
        assertThat(out(sweep)).contains("  reason\n").doesNotContain(" key\n");
        assertThat(out(with(sweep, "--format", "csv"))).contains(",reason,key\n");
    }

    @Test
    void theDirectoryOfARunSaysWhereItsEtsAre(@TempDir Path dir) {
        SmallEts.write(dir.resolve("repair"), 2);
        assertThat(TestShell.run("simulate", dir, "--topology", "ring:2")
                        .exits(ExitCode.FAILED)
                        .err())
                .isEqualTo("etude: " + dir + ": no ET files there, but what 'etude run' wrote\n"
                        + "  Its ETs, ready to be simulated: " + dir.resolve("repair") + ".\n");
    }

    private static String[] with(String[] args, String... more) {
        String[] all = Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return all;
    }

    private static String out(String... args) {
        return TestShell.run((Object[]) args).exits(ExitCode.OK).out();
    }
}
