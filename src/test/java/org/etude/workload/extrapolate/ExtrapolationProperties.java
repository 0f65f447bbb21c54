// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ExtrapolationProperties {
    private static List<MeasuredOp> ops(List<Integer> nanos) {
        List<MeasuredOp> ops = new ArrayList<>();
        for (int i = 0; i < nanos.size(); i++) {
            boolean back = i % 3 == 2;
            Phase phase = i % 7 == 6 ? Phase.UPDATE : back ? Phase.BACKWARD : Phase.FORWARD;
            boolean pair = back && phase != Phase.UPDATE;
            ops.add(new MeasuredOp(
                    phase, nanos.get(i), 1, i % 5 != 4, i % 3 == 1 ? 100 : 0, 10, pair ? i - 1 : -1, pair ? 2 : 0));
        }
        return ops;
    }

    @Property
    void theSameBatchTakesExactlyTheRecordedTime(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 1_000_000) Integer> nanos,
            @ForAll @DoubleRange(max = 50) double floor,
            @ForAll boolean wide) {
        List<MeasuredOp> ops = ops(nanos);
        BatchScaling scaling = BatchScaling.of(ops, floor, wide);
        for (int i = 0; i < ops.size(); i++) {
            assertThat(scaling.nanos(i, 1)).isEqualTo(ops.get(i).nanos());
        }
        assertThat(scaling.totalDoubtNanos(1)).isZero();
        assertThat(wide || scaling.totalDoubtNanos(2) == 0).isTrue();
    }

    @Property
    void timesGrowWithTheBatchButNotFasterThanIt(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 1_000_000) Integer> nanos,
            @ForAll @DoubleRange(min = 0.01, max = 8) double ratio,
            @ForAll boolean wide) {
        List<MeasuredOp> ops = ops(nanos);
        BatchScaling scaling = BatchScaling.of(ops, 5, wide);
        for (int i = 0; i < ops.size(); i++) {
            double recorded = ops.get(i).nanos();
            assertThat(scaling.nanos(i, ratio))
                    .isBetween(
                            Math.min(recorded, recorded * ratio) - 1e-6, Math.max(recorded, recorded * ratio) + 1e-6);
            assertThat(scaling.nanos(i, ratio + 1)).isGreaterThanOrEqualTo(scaling.nanos(i, ratio) - 1e-6);
        }
    }

    @Property
    void partsCoverAllLayersAndTheCostliestIsAsCheapAsCanBe(
            @ForAll @Size(min = 1, max = 9) List<@IntRange(max = 100) Integer> costs,
            @ForAll @IntRange(min = 1, max = 4) int parts) {
        int n = costs.size();
        if (parts > n) {
            return;
        }
        double[] cost = costs.stream().mapToDouble(Integer::doubleValue).toArray();
        boolean[] anywhere = new boolean[n];
        Arrays.fill(anywhere, true);
        StageCut cut = StageCut.balanced(cost, anywhere, parts);
        double worst = 0;
        double sum = 0;
        for (int part = 0; part < parts; part++) {
            assertThat(cut.end(part)).isGreaterThan(cut.first()[part]);
            double of = Arrays.stream(cost, cut.first()[part], cut.end(part)).sum();
            worst = Math.max(worst, of);
            sum += of;
            for (int layer = cut.first()[part]; layer < cut.end(part); layer++) {
                assertThat(cut.part(layer)).isEqualTo(part);
            }
        }
        assertThat(sum).isCloseTo(Arrays.stream(cost).sum(), within(1e-9));
        assertThat(worst).isEqualTo(cheapest(cost, 0, parts));
    }

    /** Tries all cuts. */
    private static double cheapest(double[] cost, int from, int parts) {
        if (parts == 1) {
            return Arrays.stream(cost, from, cost.length).sum();
        }
        double best = Double.POSITIVE_INFINITY;
        for (int end = from + 1; end <= cost.length - parts + 1; end++) {
            double first = Arrays.stream(cost, from, end).sum();
            best = Math.min(best, Math.max(first, cheapest(cost, end, parts - 1)));
        }
        return best;
    }
}
