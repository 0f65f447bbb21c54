// SPDX-License-Identifier: Apache-2.0
package org.etude.plot.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.etude.plot.model.Ink;
import org.etude.plot.model.Mark;
import org.junit.jupiter.api.Test;

class BoxMergerTest {
    private static final double[] ALL = {0, 1000};

    @Test
    void narrowNeighboursBecomeOneAndSayHowMany() {
        Mark.Boxes merged = BoxMerger.merge(
                boxes(new int[] {0, 0, 0, 0, 1}, new double[] {5, 0, 1.5, 20, 1}, new double[] {15, 1, 2.5, 21, 2}),
                ALL,
                2);
        assertThat(merged.lane()).containsExactly(0, 0, 0, 1);
        assertThat(merged.from()).containsExactly(0, 5, 20, 1);
        assertThat(merged.to()).containsExactly(2.5, 15, 21, 2);
        assertThat(merged.texts()).containsExactly("2 in one", "op 0", "op 3", "op 4");
    }

    @Test
    void cutsToTheRangeOfTheAxis() {
        Mark.Boxes merged = BoxMerger.merge(
                boxes(new int[3], new double[] {0, 40, 90}, new double[] {10, 60, 95}), new double[] {50, 80}, 0);
        assertThat(merged.from()).containsExactly(50);
        assertThat(merged.to()).containsExactly(60);
    }

    @Test
    void saysInTheCaptionThatItMerged() {
        Figure figure = BoxMerger.prepare(Examples.lanes(2, 2000), 500, 1000);
        assertThat(figure.caption()).startsWith("8,006 intervals drawn as ").endsWith("closer than a pixel are one.");
        long left = figure.panels().get(0).marks(Mark.Boxes.class).stream()
                .mapToLong(Mark.Boxes::size)
                .sum();
        assertThat(left).isLessThanOrEqualTo(1000);
        Figure whole = BoxMerger.prepare(Examples.lanes(1, 5), 1e9, 1000);
        assertThat(whole.caption()).isEmpty();
    }

    @Property(tries = 200)
    void keepsTheOrderAndLosesNoTime(
            @ForAll @Size(max = 60) List<@IntRange(max = 900) Integer> starts, @ForAll @IntRange(max = 50) int pixel) {
        int n = starts.size();
        double[] from = starts.stream().mapToDouble(Integer::doubleValue).toArray();
        double[] to = new double[n];
        int[] lane = new int[n];
        for (int i = 0; i < n; i++) {
            to[i] = from[i] + 1 + i % 7 * 5;
            lane[i] = i % 2;
        }
        Mark.Boxes merged = BoxMerger.merge(boxes(lane, from, to), ALL, pixel);
        assertThat(merged.size()).isLessThanOrEqualTo(n);
        for (int i = 0; i < n; i++) {
            int at = i;
            assertThat(Arrays.stream(range(merged.size()))
                            .anyMatch(k -> merged.lane()[k] == lane[at]
                                    && merged.from()[k] <= from[at]
                                    && merged.to()[k] >= to[at]))
                    .isTrue();
        }
        if (pixel == 0) {
            assertThat(merged.size()).isEqualTo(n);
        }
    }

    private static int[] range(int n) {
        int[] range = new int[n];
        Arrays.setAll(range, i -> i);
        return range;
    }

    private static Mark.Boxes boxes(int[] lane, double[] from, double[] to) {
        List<String> texts =
                Arrays.stream(range(lane.length)).mapToObj(i -> "op " + i).toList();
        return new Mark.Boxes("b", Ink.BLUE, lane, from, to, texts, 1, false);
    }
}
