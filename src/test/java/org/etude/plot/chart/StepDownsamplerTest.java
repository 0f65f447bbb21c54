// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.assertj.core.data.Index;
import org.junit.jupiter.api.Test;

class StepDownsamplerTest {
    private static final int PARTS = 1_500;

    @Test
    void fewStepsStayAsTheyAre() {
        double[] x = IntStream.range(0, PARTS).asDoubleStream().toArray();
        double[] y = IntStream.range(0, PARTS).mapToDouble(i -> i % 7).toArray();
        StepDownsampler thinned = StepDownsampler.of(x, y);
        assertThat(thinned.x()).isSameAs(x);
        assertThat(thinned.y()).isSameAs(y);
    }

    /** Two steps in each part of the axis: the higher one is shown, at the beginning of the part. */
    @Test
    void eachPartShowsItsHighestStep() {
        double[] x = IntStream.rangeClosed(0, 2 * PARTS).asDoubleStream().toArray();
        double[] y = new double[x.length];
        y[500] = 3;
        y[501] = 9;
        y[900] = 4;
        StepDownsampler thinned = StepDownsampler.of(x, y);
        assertThat(thinned.x()).hasSize(PARTS + 1);
        assertThat(thinned.x()[250]).isEqualTo(500);
        assertThat(Arrays.copyOfRange(thinned.y(), 249, 252)).containsExactly(0, 9, 0);
        assertThat(Arrays.copyOfRange(thinned.y(), 449, 452)).containsExactly(0, 4, 0);
        assertThat(Arrays.stream(thinned.y()).sum()).isEqualTo(13);
    }

    /** A level that begins in one part and holds through others without a step is shown in all of them. */
    @Test
    void aLevelHoldsUntilTheNextStep() {
        // Two thousand steps within the first part, then 5 from 1 on, and 2 from 1200.5 to the end at 1500.
        double[] x = new double[2_003];
        double[] y = new double[2_003];
        Arrays.setAll(x, i -> i / 2_000.0 * 0.5);
        x[2_000] = 1;
        y[2_000] = 5;
        x[2_001] = 1_200.5;
        y[2_001] = 2;
        x[2_002] = 1_500;
        y[2_002] = 1;
        StepDownsampler thinned = StepDownsampler.of(x, y);
        assertThat(thinned.x()[0]).isZero();
        assertThat(thinned.x()).contains(1, atIndex(1)).contains(1_500, atIndex(PARTS));
        assertThat(thinned.y()[0]).isZero();
        assertThat(Arrays.copyOfRange(thinned.y(), 1, 1_200)).containsOnly(5);
        assertThat(thinned.y()[1_200]).as("5 still held when this part began").isEqualTo(5);
        assertThat(Arrays.copyOfRange(thinned.y(), 1_201, 1_500)).containsOnly(2);
        assertThat(thinned.y()[1_500]).isEqualTo(1);
    }

    /** A part whose first step is exactly at its beginning does not take over the level before. */
    @Test
    void aStepAtTheBeginningOfAPartEndsTheLevelBefore() {
        double[] x =
                IntStream.rangeClosed(0, 3 * PARTS).mapToDouble(i -> i / 3.0).toArray();
        double[] y = new double[x.length];
        y[x.length - 1] = 0;
        y[3 * 10 + 2] = 8; // the last third of part 10, so it ends at 11
        StepDownsampler thinned = StepDownsampler.of(x, y);
        assertThat(thinned.y()[10]).isEqualTo(8);
        assertThat(thinned.y()[11]).isZero();
    }

    private static Index atIndex(int index) {
        return Index.atIndex(index);
    }
}
