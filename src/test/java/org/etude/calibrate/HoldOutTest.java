// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HoldOutTest {
    @Property(tries = 200)
    void eachSampleIsInOnePartAndBothHaveSome(
            @ForAll @IntRange(min = 2, max = 300) int n,
            @ForAll @DoubleRange(min = 0.01, max = 0.99) double fraction,
            @ForAll long seed) {
        List<Integer> samples = IntStream.range(0, n).boxed().toList();
        HoldOut.Split<Integer> split = new HoldOut(fraction, seed).split(samples);
        List<Integer> both = new ArrayList<>(split.training());
        both.addAll(split.heldOut());
        assertThat(both).containsExactlyInAnyOrderElementsOf(samples);
        assertThat(split.training()).isNotEmpty().isSorted();
        assertThat(split.heldOut()).isNotEmpty().isSorted();
        assertThat(new HoldOut(fraction, seed).split(samples)).isEqualTo(split);
    }

    @Test
    void refusesAllAndNothing() {
        assertThatThrownBy(() -> new HoldOut(0, 1)).hasMessageContaining("above 0 and below 1: 0.0");
        assertThatThrownBy(() -> new HoldOut(1, 1)).hasMessageContaining("1.0");
    }

    @Test
    void errorsAreRelative() {
        ErrorSummary e = ErrorSummary.of(new double[] {11, 90, 100, 130}, new double[] {10, 100, 100, 100});
        assertThat(e).isEqualTo(new ErrorSummary(4, (0.1 + 0.1 + 0 + 0.3) / 4, 0.1, 0.3));
        assertThat(e).hasToString("4 samples, MAPE 12.50 %, median 10.00 %, worst 30.00 %");
    }
}
