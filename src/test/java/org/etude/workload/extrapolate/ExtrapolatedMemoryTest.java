// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.etude.LinkedTraces;
import org.etude.Traces;
import org.etude.report.Progress;
import org.etude.spec.LinkOptions;
import org.etude.spec.ParallelizeOptions;
import org.etude.spec.PipelineSchedule;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.Table;

/**
 * Memory of a recorded step that is spread: a CNN of two convolutions and two linear layers, 545,098 parameters of 4 bytes, on two
 * ranks, batch 32.
 */
class ExtrapolatedMemoryTest {
    private static final long PARAMETERS = 2_180_392;

    private static Traces traces;
    private static LinkedTraces linked;

    @BeforeAll
    static void load() {
        traces = Traces.load("data/cnn-2");
        linked = traces.link();
    }

    private static List<StageMemory> stages(UnaryOperator<ParallelizeOptions> wish) {
        return linked.parallelize(wish).figures().memory();
    }

    @Test
    void asRecordedThePeakIsThatOfTheRecordedStep() {
        StageMemory same = stages(s -> s.dp(2)).get(0);
        Table recorded = traces.stepMemory();
        assertThat(recorded.longColumn("peak_bytes").asList()).contains(same.peak());
        assertThat(recorded.longColumn("optimizer_bytes").asList()).contains(same.optimizer());
        assertThat(same.parameters()).isEqualTo(PARAMETERS);
        assertThat(same.gradients()).isEqualTo(PARAMETERS);
        assertThat(same.communication()).isEqualTo(PARAMETERS);
    }

    @Test
    void copiesNeedBucketsAndOneRankDoesNot() {
        StageMemory one = stages(s -> s.dp(1)).get(0);
        StageMemory eight = stages(s -> s.dp(8)).get(0);
        assertThat(one.communication()).isZero();
        assertThat(eight.peak() - one.peak()).isEqualTo(PARAMETERS);
        assertThat(List.of(one.zero1(), one.zero2(), one.zero3())).containsOnly(one.peak());
        // Seven eighths of the states are with other copies.
        assertThat(eight.peak() - eight.zero1()).isCloseTo(eight.optimizer() * 7 / 8, within(1L));
        assertThat(eight.zero2()).isLessThan(eight.zero1());
    }

    @Test
    void layersAreSplitByColumnsAndRowsInTurn() {
        StageMemory half = stages(s -> s.tp(2)).get(0);
        // Weights are halved, and biases of the first and third layer; 64 and 10 numbers of the other two are whole.
        assertThat(half.parameters()).isEqualTo((PARAMETERS - 4 * (64 + 10)) / 2 + 4 * (64 + 10));
        assertThat(half.gradients()).isEqualTo(half.parameters());
        assertThat(half.activations()).isBetween(11_027_720L / 2, 11_027_720L - 1);
    }

    /** 2,180,392 bytes are no multiple of 3, nor are those of most layers: a rank has whole bytes of each, of the largest part. */
    @Test
    void threeRanksHoldAllParametersHoweverLayersAreCut() {
        long third = stages(s -> s.tp(3)).get(0).parameters();
        assertThat(3 * third).isGreaterThanOrEqualTo(PARAMETERS);
        assertThat(stages(s -> s.tp(3).pp(2)).stream()
                        .mapToLong(StageMemory::parameters)
                        .sum())
                .isEqualTo(third);
    }

    @Test
    void activationsFollowTheBatchAndParametersDoNot() {
        StageMemory recorded = stages(s -> s.dp(1)).get(0);
        StageMemory twice = stages(s -> s.batch(64)).get(0);
        assertThat((double) twice.activations() / recorded.activations()).isCloseTo(2, within(1e-4));
        assertThat(twice.parameters()).isEqualTo(PARAMETERS);
        assertThat(twice.optimizer()).isEqualTo(recorded.optimizer());
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 8", "4, 4", "4, 16"})
    void stagesShareLayersAndKeepMicroBatchesInFlight(int pp, int microBatches) {
        List<StageMemory> one = stages(s -> s.pp(pp).batch(32 * microBatches).microBatches(microBatches));
        List<StageMemory> all = stages(s ->
                s.pp(pp).batch(32 * microBatches).microBatches(microBatches).schedule(PipelineSchedule.GPIPE));
        List<StageMemory> single = stages(s -> s.pp(pp).batch(32).microBatches(1));
        assertThat(one.stream().mapToLong(StageMemory::parameters).sum()).isEqualTo(PARAMETERS);
        assertThat(one.stream().mapToLong(StageMemory::gradients).sum()).isEqualTo(PARAMETERS);
        for (int stage = 0; stage < pp; stage++) {
            long kept = single.get(stage).activations();
            assertThat(one.get(stage).activations()).isEqualTo(kept * Math.min(microBatches, pp - stage));
            assertThat(all.get(stage).activations()).isEqualTo(kept * microBatches);
            assertThat(all.get(stage).peak())
                    .isGreaterThanOrEqualTo(one.get(stage).peak());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "4, 1, 1", "2, 2, 1", "2, 2, 2", "8, 1, 4", "1, 4, 2"})
    void peaksLieBetweenWhatIsThereThroughoutAndTheSumOfAll(int dp, int tp, int pp) {
        for (StageMemory stage : stages(s -> s.dp(dp).tp(tp).pp(pp).batch(64).microBatches(4))) {
            long throughout = stage.parameters() + stage.gradients() + stage.optimizer() + stage.communication();
            assertThat(stage.peak())
                    .isBetween(
                            throughout + stage.inputs(),
                            throughout + stage.inputs() + stage.activations() + stage.workspace() * 2);
            assertThat(stage.zero1()).isLessThanOrEqualTo(stage.peak());
        }
    }

    @Test
    void withoutAnOptimizerItsStatesAreSaidToBeMissing(@TempDir Path dir) {
        Extrapolated spread = Extrapolator.run(
                HandStep.withoutOptimizer(dir),
                LinkOptions.defaults(),
                null,
                ParallelizeOptions.defaults().dp(2),
                Progress.NONE);
        assertThat(spread.memory()).hasSize(1);
        assertThat(spread.memory().get(0).optimizer()).isZero();
        assertThat(spread.set().report().findings())
                .anyMatch(f -> f.what().equals("states of the optimizer are not in the memory of the ranks"));
    }
}
