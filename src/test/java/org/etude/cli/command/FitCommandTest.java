// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.etude.cli.TestShell;
import org.etude.cli.base.ExitCode;
import org.etude.plan.MeasuredRows;
import org.etude.plan.StepPrediction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FitCommandTest {
    private static final String HEADER = "gpus,global_batch,micro_batch,hidden,heads,layers,sequence,tp,pp,step_ms";

    @TempDir
    private Path dir;

    /** Steps that take these multiples of the predicted time. */
    private Path rows(double... slower) throws IOException {
        Path file = dir.resolve("rows.csv");
        List<String> lines = new ArrayList<>(List.of(HEADER));
        for (int i = 0; i < slower.length; i++) {
            lines.add("64,512,8,3072,32,30,2048," + (1 << i) + ",1,1000");
        }
        Files.write(file, lines);
        List<String> made = new ArrayList<>(List.of(HEADER));
        for (int i = 0; i < slower.length; i++) {
            double seconds = StepPrediction.of(MeasuredRows.read(file).get(i), Optional.empty())
                    .predicted()
                    .orElseThrow();
            made.add(lines.get(i + 1)
                    .replaceFirst("1000$", String.format(Locale.ROOT, "%.3f", 1000 * seconds * slower[i])));
        }
        return Files.write(file, made);
    }

    @Test
    void threeStepsOfASlowerMachineAreEnough() throws IOException {
        Path machine = dir.resolve("machine.csv");
        TestShell fit = TestShell.run("fit", rows(1.25, 1.2, 1.22), "--out", machine, "--format", "csv")
                .exits(ExitCode.OK);
        assertThat(fit.err()).isEmpty();
        assertThat(Files.readAllLines(machine)).hasSize(5).startsWith("parameter,value,low,high");
        double compute = Double.parseDouble(Files.readAllLines(machine).get(1).split(",")[1]);
        assertThat(compute).isBetween(0.78, 0.9);
        assertThat(TestShell.run("predict", rows(1.25, 1.2, 1.22), "--machine", machine, "--format", "csv")
                        .exits(ExitCode.OK)
                        .out()
                        .split("all,3,0,")[1])
                .startsWith("0.0");
    }

    /** The rows do not even exist: the place for the result is checked first. */
    @Test
    void aPlaceThatCannotBeWrittenIsAnErrorBeforeTheFit() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "");
        Path machine = file.resolve("below/machine.csv");
        assertThat(TestShell.run("fit", dir.resolve("none.csv"), "--out", machine)
                        .exits(ExitCode.FAILED)
                        .err())
                .startsWith("etude: " + machine + ": cannot be written: not a directory\n");
    }

    @Test
    void aResultMayGoToAMissingDirectory() throws IOException {
        Path machine = dir.resolve("new/dir/machine.csv");
        TestShell.run("fit", rows(1.25, 1.2, 1.22), "--out", machine).exits(ExitCode.OK);
        assertThat(machine).exists();
    }

    /** Steps that deviate in both directions say nothing about the machine; the command reports that the fit does not help. */
    @Test
    void aFitThatDoesNotHelpSaysSo() throws IOException {
        assertThat(TestShell.run("fit", rows(1.4, 0.7, 1.0), "--format", "csv")
                        .exits(ExitCode.OK)
                        .err())
                .startsWith("etude: rows that are left out are not predicted better by a fit to the others than without"
                        + " one");
    }

    @Test
    void rowsThatCannotBeModelledGiveTheFirstReason() throws IOException {
        Path file = Files.writeString(dir.resolve("rows.csv"), HEADER + "\n64,512,8,3072,0,30,2048,1,1,1000\n");
        assertThat(TestShell.run("fit", file).exits(ExitCode.FAILED).err())
                .startsWith("etude: none of 1 row can be modelled; the first: line 2: column heads is 0\n");
    }

    /** The table is printed with the other rows; the exit status tells scripts of the file's error. */
    @Test
    void oneBadCellDoesNotEndTheTable() throws IOException {
        Path file = rows(1.0, 1.1);
        Files.writeString(file, Files.readString(file) + "many,512,8,3072,32,30,2048,1,1,1000\n");
        TestShell shell = TestShell.run("predict", file, "--format", "csv").exits(ExitCode.FINDINGS);
        assertThat(shell.err())
                .isEqualTo(
                        "etude: 1 row of 3 cannot be read; the first: line 4: column gpus is 'many', not a number\n");
        assertThat(shell.out()).contains("all,2,1,").contains("\"column gpus is 'many', not a number\"");
        assertThat(TestShell.run("fit", file, "--format", "csv")
                        .exits(ExitCode.OK)
                        .err())
                .startsWith("etude: 1 row was not fitted (etude predict says why of each); the first: line 4: column"
                        + " gpus is 'many', not a number\n");
    }

    @Test
    void theErrorOfEachRowComesFirstAndThatOfTheGroupsLast() throws IOException {
        String out = TestShell.run("predict", rows(1.0, 1.1), "--format", "csv")
                .exits(ExitCode.OK)
                .out();
        assertThat(out).startsWith("# predictions\nrow,group,name,measured_s,predicted_s,error_frac,");
        assertThat(out.indexOf("# accuracy\ngroup,rows,missing,mape_frac,bias_frac,spearman,"))
                .isGreaterThan(out.lastIndexOf("\n3,"));
    }

    @Test
    void aTableOfWhichNothingCanBePredictedFails() throws IOException {
        Path file = Files.writeString(dir.resolve("rows.csv"), HEADER + "\n64,512,8,3072,0,30,2048,1,1,1000\n");
        TestShell shell = TestShell.run("predict", file).exits(ExitCode.FAILED);
        assertThat(shell.err()).isEqualTo("etude: no row can be predicted; the column notes says why for each\n");
        assertThat(shell.out()).contains("column heads is 0");
    }
}
