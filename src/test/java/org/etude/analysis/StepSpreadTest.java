// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.etude.analysis.StepSpread.Cost;
import org.etude.analysis.StepSpread.Part;
import org.etude.spec.SimulationException;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.activity.TimeSplit;
import org.junit.jupiter.api.Test;

class StepSpreadTest {
    /** A step of so much own time, half of it kernels, and so much waiting. */
    private static StepActivity step(int rank, int step, long own, long waiting) {
        return new StepActivity(
                rank, step, 0, new TimeSplit(own + waiting, own / 2, 0, 0, waiting, own - own / 2, 0, 0, 0));
    }

    private static List<StepActivity> job() {
        List<StepActivity> steps = new ArrayList<>();
        long[][] own = {{100, 100, 100}, {120, 100, 140}, {90, 110, 100}};
        for (int rank = 0; rank < own.length; rank++) {
            for (int step = 0; step < own[rank].length; step++) {
                steps.add(step(rank, step, own[rank][step], 10));
            }
        }
        return steps;
    }

    /**
     * The median of the others is 95, 105 and 100 for rank 1, the largest of them 100, 110 and 100: at the median it saves 20, 0 and 40.
     * Rank 2 is slowest in step 1: 110 against 100.
     */
    @Test
    void aRankCostsWhatTheOthersWaitForIt() {
        List<Cost> costs = StepSpread.of(job()).costs();
        assertThat(costs).extracting(Cost::rank).containsExactly(1, 2, 0);
        assertThat(costs.get(0).costNs()).isEqualTo(60 / 3.0, within(1e-9));
        assertThat(costs.get(0).slowest()).isEqualTo(2);
        assertThat(costs.get(0).ownNs()).isEqualTo(120, within(1e-9));
        assertThat(costs.get(0).othersNs()).isEqualTo(100, within(1e-9));
        assertThat(costs.get(1).costNs()).isEqualTo(10 / 3.0, within(1e-9));
        assertThat(costs.get(2).costNs()).isZero();
        assertThat(StepSpread.of(job().subList(0, 3)).costs()).isEmpty();
    }

    @Test
    void moreThanCanBeDrawnIsRefused() {
        assertThatThrownBy(() -> StepSpread.of(job()).parts((1 << 24) + 1, 1, 7))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("a spread over 16777217 ranks in 1 draws");
        assertThatThrownBy(() -> StepSpread.of(job()).parts(2, (1 << 24) + 1, 7))
                .isInstanceOf(SimulationException.class)
                .hasMessageContaining("at most 16777216 ranks");
        assertThat(StepSpread.of(job()).parts(1 << 24, 1, 7).get(0).count()).isEqualTo(1);
    }

    /**
     * Rank 1 takes 100, 120 or 140 with the same chance, rank 2 90, 100 or 110: 4 / 9 of 9 draws are 100 or 110, 1 / 3 are 140. All wait
     * for 10 more.
     */
    @Test
    void theJobIsAsLongAsItsSlowestRank() {
        List<Part> parts = StepSpread.of(job()).parts(0, 90_000, 7);
        Part job = parts.get(0);
        assertThat(job.part()).isEqualTo("job");
        // Rank 0 takes 100; with rank 1 at 100 the largest is 100, 100 or 110.
        assertThat(job.meanNs()).isEqualTo((100 + 100 + 110) / 9.0 + 120 / 3.0 + 140 / 3.0 + 10, within(0.3));
        assertThat(job.p50Ns()).isEqualTo(130);
        assertThat(job.p95Ns()).isEqualTo(150);
        assertThat(parts.get(1)).isEqualTo(new Part("own", 9, 960 / 9.0, 100, 132));
        assertThat(parts.get(5)).isEqualTo(new Part("waiting", 9, 10, 10, 10));
        assertThat(StepSpread.of(job()).parts(0, 90_000, 7)).isEqualTo(parts);
    }

    /** More ranks, later ends: with very many one of them takes 140 in nearly all steps. */
    @Test
    void moreRanksAreSlower() {
        Part many = StepSpread.of(job()).parts(300, 1000, 1).get(0);
        assertThat(many.p50Ns()).isEqualTo(150);
        assertThat(many.meanNs()).isGreaterThan(149);
    }

    /** One step of ranks that end together is as long as it was, whoever waited for whom: here stages wait for each other in turn. */
    @Test
    void oneRecordedStepIsAsLongAsItWas() {
        List<StepActivity> stages = List.of(step(0, 0, 70, 30), step(1, 0, 60, 40), step(2, 0, 75, 25));
        assertThat(StepSpread.of(stages).parts(0, 10, 1).get(0)).isEqualTo(new Part("job", 10, 100, 100, 100));
        List<StepActivity> copies = List.of(step(0, 0, 100, 0), step(1, 0, 80, 20));
        assertThat(StepSpread.of(copies).parts(0, 10, 1).get(0)).isEqualTo(new Part("job", 10, 100, 100, 100));
    }

    @Test
    void withoutStepsThereIsNone() {
        assertThatThrownBy(() -> StepSpread.of(List.of())).hasMessageContaining("no step was recorded");
    }

    @Test
    void quantilesAreLinear() {
        assertThat(StepSpread.quantile(new double[] {1, 2, 3, 4, 5}, 0.95)).isEqualTo(4.8, within(1e-12));
        assertThat(StepSpread.quantile(new double[] {7}, 0.5)).isEqualTo(7);
    }
}
