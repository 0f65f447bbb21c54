// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.etude.spec.LlmOption;
import org.etude.workload.parallel.StageTimes;
import org.etude.workload.parallel.StepTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccuracyTest {
    private static final String VTRAIN =
            "parameters_b,gpus,global_batch,micro_batch,hidden,heads,layers,sequence,tp,dp,pp,step_ms\n";

    @TempDir
    private Path dir;

    private static StepPrediction prediction(String job, double measured, double predicted) {
        Map<LlmOption, String> options = new EnumMap<>(Map.of(LlmOption.MODEL_NAME, job));
        MeasuredRow row = new MeasuredRow(2, "g", "n", measured, Optional.of(options), Optional.empty(), "", true);
        StepTimes times = new StepTimes(predicted * 1e9, List.of(new StageTimes(0, 1, 0, 0)));
        return new StepPrediction(row, Optional.of(new StepEstimate(null, times)), "");
    }

    /** Errors +10, -20 and 0 %; ranks 1 2 3 against 2 1 3: 1 - 6 (1 + 1) / (3 x 8) = 0.5; the one chosen takes 2 s, not 1. */
    @Test
    void figuresAreThoseOfThePaper() {
        List<Accuracy> all =
                Accuracy.of(List.of(prediction("a", 1, 1.7), prediction("a", 2, 1.6), prediction("b", 4, 4)));
        Accuracy last = all.get(all.size() - 1);
        assertThat(last.mape()).isEqualTo((0.7 + 0.2) / 3, within(1e-12));
        assertThat(last.bias()).isEqualTo((0.7 - 0.2) / 3, within(1e-12));
        assertThat(last.spearman()).isEqualTo(0.5, within(1e-12));
        assertThat(last.regret()).isEqualTo(1.0, within(1e-12));
        assertThat(last.missing()).isZero();
    }

    /** Measured ranks 2.5 2.5 1 4, predicted 4 3 1 2, of means 2.5: sums 1.5, 4.5 and 5. */
    @Test
    void tiesHaveTheirMeanRank() {
        List<Accuracy> all = Accuracy.of(
                List.of(prediction("a", 2, 9), prediction("b", 2, 8), prediction("c", 1, 3), prediction("d", 7, 5)));
        assertThat(all.get(1).spearman()).isEqualTo(1.5 / Math.sqrt(4.5 * 5), within(1e-12));
        assertThat(all.get(1).regret()).isNaN();
    }

    /** Chosen were rows of 3 and 8 s, the fastest of their jobs took 2 and 5 s. */
    @Test
    void regretIsTheMeanOverJobsOfSeveralRows() {
        List<Accuracy> all = Accuracy.of(List.of(
                prediction("a", 3, 1),
                prediction("a", 2, 2),
                prediction("b", 5, 9),
                prediction("b", 8, 4),
                prediction("c", 1, 100)));
        assertThat(all.get(1).regret()).isEqualTo((0.5 + 0.6) / 2, within(1e-12));
    }

    /** The row predicted fastest does not fit, and the next one took 3 s; where none fits, the fastest is chosen. */
    @Test
    void whatDoesNotFitInMemoryIsNotChosen() {
        StepPrediction large = prediction("a", 4, 1);
        StepPrediction none = new StepPrediction(large.row(), large.estimate(), "", false);
        assertThat(Accuracy.of(List.of(none, prediction("a", 3, 2), prediction("a", 2, 3)))
                        .get(1)
                        .regret())
                .isEqualTo(0.5, within(1e-12));
        StepPrediction other = prediction("a", 2, 3);
        assertThat(Accuracy.of(List.of(none, new StepPrediction(other.row(), other.estimate(), "", false)))
                        .get(1)
                        .regret())
                .isEqualTo(1.0, within(1e-12));
    }

    @Test
    void groupsComeInOrderAndAllRowsLast() {
        StepPrediction one = prediction("a", 1, 2);
        StepPrediction none = new StepPrediction(one.row(), Optional.empty(), "not known");
        MeasuredRow other = new MeasuredRow(3, "a", "n", 4, one.row().options(), Optional.empty(), "", true);
        List<Accuracy> all = Accuracy.of(List.of(
                one, none, new StepPrediction(other, prediction("b", 4, 3).estimate(), "")));
        assertThat(all).extracting(Accuracy::group).containsExactly("g", "a", "all");
        assertThat(all).extracting(Accuracy::rows).containsExactly(1, 1, 2);
        assertThat(all).extracting(Accuracy::missing).containsExactly(1, 0, 1);
        assertThat(all.get(0).spearman()).isNaN();
        assertThat(all.get(2).spearman()).isEqualTo(1, within(1e-12));
        assertThat(Accuracy.of(List.of()))
                .containsExactly(new Accuracy("all", 0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN));
    }

    @Test
    void rowsOfVtrainArePredictedAndFitted() throws IOException {
        Path file = dir.resolve("rows.csv");
        Files.writeString(
                file,
                VTRAIN + "3.6,64,512,8,3072,32,30,2048,1,64,1,3566.5\n" + "3.6,64,512,8,3072,32,30,2048,8,8,1,5178\n"
                        + "3.6,66,512,8,3072,32,30,2048,1,22,3,3566.5\n");
        List<MeasuredRow> rows = MeasuredRows.read(file);
        List<StepPrediction> all = rows.stream()
                .map(row -> StepPrediction.of(row, Optional.empty()))
                .toList();
        assertThat(all.get(0).error().orElseThrow()).isBetween(-0.12, 0.12);
        assertThat(all.get(2).predicted()).isEmpty();
        assertThat(all.get(2).reason()).contains("not a multiple of micro batches of 8 on 22 copies");
        FittedMachine machine = MachineFitter.fit(rows);
        assertThat(machine.rows()).isEqualTo(2);
        assertThat(machine.inside()).isLessThan(machine.before());
        assertThat(machine.parameters()).allMatch(one -> one.low() < one.value() && one.value() < one.high());
    }

    /** Rows that are left out are predicted as by fits without them: the slopes at the fit to all rows are used for these. */
    @Test
    void rowsAreLeftOutAsByFitsWithoutThem() throws IOException {
        Path file = dir.resolve("rows.csv");
        StringBuilder text = new StringBuilder(VTRAIN);
        double[] measured = {3400, 3900, 3700, 4500, 4600, 5800, 4100, 5000};
        for (int i = 0; i < measured.length; i++) {
            int tp = 1 << i % 4;
            int micro = i < 4 ? 8 : 4;
            text.append("3.6,64,512," + micro + ",3072,32,30,2048," + tp + "," + 64 / tp + ",1," + measured[i] + "\n");
        }
        Files.writeString(file, text);
        List<MeasuredRow> rows = MeasuredRows.read(file);
        double sum = 0;
        for (MeasuredRow out : rows) {
            List<MeasuredRow> others = rows.stream().filter(row -> row != out).toList();
            String machine = MachineFitter.fit(others).parameters().stream()
                    .map(one -> one.name() + "=" + one.value())
                    .collect(Collectors.joining(","));
            sum += Math.abs(StepPrediction.of(out, Optional.of(machine)).error().orElseThrow());
        }
        assertThat(MachineFitter.fit(rows).leftOut()).isCloseTo(sum / rows.size(), within(0.005));
    }

    /** Steps made by a machine of known rates are fitted by these rates. */
    @Test
    void aMachineOfKnownRatesIsFound() throws IOException {
        Path file = dir.resolve("rows.csv");
        StringBuilder text = new StringBuilder(VTRAIN);
        for (int tp : new int[] {1, 2, 4, 8}) {
            for (int micro : new int[] {2, 8}) {
                text.append("3.6,64,512," + micro + ",3072,32,30,2048," + tp + "," + 64 / tp + ",1,1\n");
            }
        }
        Files.writeString(file, text);
        Optional<String> known = Optional.of("compute=0.8,memory=1.2,network=0.7");
        List<MeasuredRow> made = MeasuredRows.read(file).stream()
                .map(row -> new MeasuredRow(
                        row.line(),
                        row.group(),
                        row.name(),
                        StepPrediction.of(row, known).predicted().orElseThrow(),
                        row.options(),
                        row.node(),
                        "",
                        true))
                .toList();
        FittedMachine machine = MachineFitter.fit(made);
        assertThat(machine.inside()).isLessThan(0.01);
        assertThat(machine.leftOut()).isLessThan(0.02);
        double[] truth = {0.8, 1.2, 1, 0.7};
        for (int i = 0; i < truth.length; i++) {
            assertThat(truth[i])
                    .isBetween(
                            machine.parameters().get(i).low(),
                            machine.parameters().get(i).high());
        }
    }

    @Test
    void otherTablesAreRefusedWithTheirColumns() throws IOException {
        Path file = dir.resolve("rows.csv");
        Files.writeString(file, "a,b\n1,2\n");
        assertThatThrownBy(() -> MeasuredRows.read(file)).hasMessageContaining("the columns are [a, b]");
        assertThatThrownBy(() -> MeasuredRows.read(dir.resolve("none.csv"))).hasMessageContaining("none.csv");
    }
}
