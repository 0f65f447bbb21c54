// SPDX-License-Identifier: Apache-2.0
package org.etude.et.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Host work is slowed by as much as the same work was observed to take longer during a collective, and no more. */
class KindDurationsTest {
    private static KindDurations kind(long[] alone, long[] beside) {
        KindDurations kind = new KindDurations();
        for (long ns : alone) {
            kind.add(ns, 0);
        }
        for (long ns : beside) {
            kind.add(ns, ns);
        }
        return kind;
    }

    private static double settled(KindDurations kind) {
        KindDurations.settle(List.of(kind));
        return kind.pace();
    }

    @Test
    void theExcessOverTheOverlapIsWhatIsLost() {
        // 3 x 500 of 3 x 1500 ns were lost.
        KindDurations kind = kind(new long[] {1000, 1000, 1000}, new long[] {1500, 1500, 1500});
        assertThat(settled(kind)).isEqualTo(1 - 500.0 / 1500, within(1e-12));
    }

    @Test
    void workThatOverlapsInPartLosesTheSameTimeWithinLess() {
        KindDurations kind = kind(new long[] {1000, 1000, 1000}, new long[0]);
        kind.add(1200, 400);
        kind.add(1200, 400);
        assertThat(settled(kind)).isEqualTo(0.5, within(1e-12));
    }

    /** Gaps of 1,000 and 5,000 ns behind the same operator: of the longer ones, a transfer was under way for 500 ns. */
    @Test
    void aGapThatExceedsOthersByMoreThanTheTransferIsNotComparedWithThem() {
        KindDurations kind = kind(new long[] {1000, 1000, 1000}, new long[0]);
        kind.add(5000, 500);
        kind.add(5000, 500);
        assertThat(settled(kind)).isEqualTo(KindDurations.SLOWEST, within(1e-12));
        assertThat(kind.progressOfGap(5000, 500, 0)).isEqualTo(new KindDurations.Progress(1, 0.1));
        assertThat(kind.progress(5000, 500).pace()).as("an operator").isLessThan(0.3);
        assertThat(kind.progressOfGap(1400, 500, 0)).isEqualTo(kind.progress(1400, 500));
        assertThat(kind.progressOfGap(1400, 10, 0)).isEqualTo(new KindDurations.Progress(kind.pace(), 0));
    }

    /** Of 1,400 ns, 1,300 in every step: of the 400 more than without a transfer, 100 were lost, a fifth of the transfer's time. */
    @Test
    void aGapLosesNothingThatItTakesInEveryStep() {
        KindDurations kind = kind(new long[] {1000, 1000, 1000}, new long[0]);
        kind.add(1400, 500);
        kind.add(1400, 500);
        assertThat(settled(kind)).isEqualTo(0.2, within(1e-12));
        assertThat(kind.progressOfGap(1400, 500, 900)).isEqualTo(kind.progress(1400, 500));
        KindDurations.Progress progress = kind.progressOfGap(1400, 500, 1300);
        assertThat((1 - progress.pace()) * progress.slowed() * 1400).isEqualTo(100, within(1e-9));
        assertThat(progress.pace()).isEqualTo(0.8, within(1e-12));
        assertThat(kind.progressOfGap(1400, 500, 1400)).isEqualTo(new KindDurations.Progress(1, 500.0 / 1400));
    }

    /** A twentieth next to a transfer is as good as none, and loses nothing. */
    @Test
    void workHardlyNextToATransferCountsAsDoneWithout() {
        KindDurations kind = kind(new long[] {1000}, new long[] {1500, 1500, 1500});
        kind.add(1000, 50);
        kind.add(1000, 50);
        assertThat(settled(kind)).isEqualTo(1 - 500.0 / 1500, within(1e-12));
        assertThat(kind.progress(1000, 50)).isEqualTo(new KindDurations.Progress(kind.pace(), 0));
    }

    @Test
    void workMoreThanATwentiethNextToATransferDoesNot() {
        KindDurations kind = kind(new long[] {1000}, new long[] {1500, 1500, 1500});
        kind.add(1000, 51);
        kind.add(1000, 51);
        // On average 300 ns in (3 x 1500 + 2 x 51) / 5 ns.
        assertThat(settled(kind)).isEqualTo(1 - 300 / 920.4, within(1e-12));
    }

    /** 2 x 100 of 2200 ns: too few for a reliable estimate, and the best one possible. */
    @Test
    void whatScattersAsMuchAsItDiffersIsJudgedByItsSum() {
        assertThat(settled(kind(new long[] {500, 1500, 1000}, new long[] {900, 1300})))
                .isEqualTo(1 - 200.0 / 2200, within(1e-12));
    }

    /** The best guess is the same from one sample as from many alike. */
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "2, 2", "3, 1", "3, 2", "30, 20"})
    void anyNumberOfSamplesTells(int alone, int beside) {
        assertThat(settled(kind(repeated(1000, alone), repeated(2000, beside)))).isEqualTo(0.5, within(1e-12));
    }

    private static long[] repeated(long value, int times) {
        return LongStream.generate(() -> value).limit(times).toArray();
    }

    /** Nothing was compared: as recorded, but it may have shared its core. */
    @Test
    void aloneWithoutAnyComparisonItStaysAsRecorded() {
        KindDurations kind = kind(new long[0], new long[] {9000});
        assertThat(settled(kind)).isEqualTo(1);
        assertThat(kind.slowest()).isEqualTo(0.5);
        assertThat(kind.progress(9000, 9000)).isEqualTo(new KindDurations.Progress(1, 1));
    }

    /**
     * The compared kind lost 0.75 of its time. The mean square of rates up to 0.5 is 1/12. Its relative errors, with one
     * deviation of 1 added to two and to one of 0, are 1/3/9 alone and 1/2/4 beside.
     */
    @Test
    void whatFewSamplesTellHoldsInPartOfOthers() {
        KindDurations few = kind(new long[] {1000, 1000, 1000}, new long[] {4000, 4000});
        KindDurations unknown = kind(new long[0], new long[] {9000});
        KindDurations neverBeside = kind(new long[] {300}, new long[0]);
        KindDurations.settle(List.of(unknown, few, neverBeside));
        double doubt = (1e6 / 27 + 16e6 / 8) / 16e6;
        double certainty = 1 / (1 + 12 * doubt);
        assertThat(few.pace()).isEqualTo(0.25, within(1e-12));
        assertThat(few.slowest()).isEqualTo(1);
        assertThat(neverBeside.pace()).as("no other estimate").isEqualTo(few.pace());
        assertThat(unknown.pace()).isEqualTo(1 - 0.75 * certainty, within(1e-12));
        assertThat(unknown.slowest())
                .as("slowed as the few were, which is more than on a shared core, as far as that is uncertain")
                .isEqualTo(certainty * unknown.pace() + (1 - certainty) * 0.25, within(1e-12));
    }

    @Test
    void whatManySamplesTellHoldsOfOthers() {
        KindDurations many = kind(repeated(1000, 3000), repeated(1600, 3000));
        KindDurations neverAlone = kind(new long[0], new long[] {900, 4000});
        KindDurations neverBeside = kind(new long[] {300}, new long[0]);
        KindDurations.settle(List.of(many, neverAlone, neverBeside));
        assertThat(many.pace()).isEqualTo(0.625, within(1e-12));
        assertThat(neverAlone.pace()).isEqualTo(0.625, within(1e-4));
        assertThat(neverBeside.pace()).isEqualTo(many.pace());
        assertThat(neverAlone.slowest()).isEqualTo(neverAlone.pace(), within(1e-4));
    }

    @Test
    void whatIsFasterNextToCollectivesIsNotSpedUp() {
        assertThat(settled(kind(new long[] {1000, 1000, 1000}, new long[] {700, 700})))
                .isEqualTo(1);
    }

    /**
     * One sample a side. Together they lost 100 of 300 ns, and their scatter explains that one lost all of it. The time alone
     * lies between the one recorded and the one that this leaves, weighed by the squares of what they come from.
     */
    @Test
    void kindsWithoutEvidenceOfTheirOwnAreJudgedTogether() {
        KindDurations slower = kind(new long[] {100}, new long[] {200});
        KindDurations same = kind(new long[] {100}, new long[] {100});
        KindDurations.settle(List.of(slower, same));
        assertThat(slower.pace()).isEqualTo(2.0 / 3, within(1e-12));
        assertThat(same.pace()).isEqualTo(2.0 / 3, within(1e-12));
        assertThat(aloneTime(slower, 200)).isEqualTo((4 * 100 + 1 * (200 - 200.0 / 3)) / 5, within(1e-9));
        assertThat(aloneTime(same, 100)).isEqualTo((100 + (100 - 100.0 / 3)) / 2, within(1e-9));
    }

    private static double aloneTime(KindDurations kind, long duration) {
        KindDurations.Progress progress = kind.progress(duration, duration);
        return duration * (1 - (1 - progress.pace()) * progress.slowed());
    }

    @Test
    void kindsOfManySamplesAreJudgedByThemselves() {
        KindDurations slower = kind(repeated(100, 1000), repeated(200, 1000));
        KindDurations same = kind(repeated(100, 1000), repeated(100, 1000));
        KindDurations.settle(List.of(slower, same));
        assertThat(slower.pace()).isEqualTo(0.5, within(1e-3));
        assertThat(same.pace()).isEqualTo(1, within(1e-3));
        assertThat(aloneTime(slower, 200)).isEqualTo(100, within(0.1));
        assertThat(aloneTime(same, 100)).isEqualTo(100, within(0.1));
    }

    /** A step less of a recording: two thirds of the samples, or half. */
    @Property(tries = 300)
    void fewerSamplesOfTheSameMoveNothing(
            @ForAll @Size(min = 1, max = 8) List<@LongRange(min = 100, max = 100_000) Long> works,
            @ForAll @Size(min = 8, max = 8) List<@DoubleRange(min = 1, max = 4) Double> slower,
            @ForAll @IntRange(min = 1, max = 4) int steps) {
        List<KindDurations> some = new ArrayList<>();
        List<KindDurations> more = new ArrayList<>();
        for (int k = 0; k < works.size(); k++) {
            long beside = Math.round(works.get(k) * slower.get(k));
            some.add(kind(repeated(works.get(k), steps), repeated(beside, steps)));
            more.add(kind(repeated(works.get(k), steps + 1), repeated(beside, steps + 1)));
        }
        KindDurations.settle(some);
        KindDurations.settle(more);
        for (int k = 0; k < works.size(); k++) {
            double own = 1 - Math.min(0.95, (slower.get(k) - 1) / slower.get(k));
            assertThat(Math.abs(more.get(k).pace() - own))
                    .as("nearer to what it shows itself")
                    .isLessThanOrEqualTo(Math.abs(some.get(k).pace() - own) + 0.01);
        }
    }

    /** All together were faster, so what scatters as much as it differs lost less than it seems. */
    @Test
    void kindsThatAreFasterTogetherVouchForTheOthers() {
        KindDurations slower = kind(new long[] {90, 100, 110}, new long[] {100, 100, 400});
        KindDurations faster = kind(new long[] {490, 500, 510}, new long[] {100, 100, 100});
        KindDurations.settle(List.of(slower, faster));
        assertThat(slower.pace()).isBetween(0.8, 0.99);
        assertThat(faster.pace()).isEqualTo(1);
        assertThat(aloneTime(faster, 100)).isEqualTo(100);
    }

    /** 300 of 390 ns beyond the mean were lost: the stalled one lost nearly all of them, and those that took no longer than alone lost nothing. */
    @Test
    void eachLosesByHowFarItExceedsTheMeanAlone() {
        KindDurations kind = kind(new long[] {90, 100, 110}, new long[] {10, 460, 130, 100});
        KindDurations.settle(List.of(kind));
        KindDurations.Progress stalled = kind.progress(460, 460);
        assertThat(stalled.pace()).isEqualTo(1 - 360 * (300.0 / 390) / 460, within(1e-12));
        assertThat(stalled.slowed()).isEqualTo(1, within(1e-12));
        assertThat(kind.progress(100, 100).pace()).isEqualTo(1);
        assertThat(kind.progress(10, 10).pace()).isEqualTo(1);
        assertThat(kind.progress(100, 0)).isEqualTo(new KindDurations.Progress(kind.pace(), 0));
    }

    /** Stalled for longer than a transfer was under way: next to another transfer it takes the recorded time, not more. */
    @Test
    void aStallIsNotProlonged() {
        KindDurations kind = kind(new long[] {100, 100, 100}, new long[0]);
        kind.add(1000, 200);
        for (int i = 0; i < 9; i++) {
            kind.add(100, 100);
        }
        KindDurations.settle(List.of(kind));
        KindDurations.Progress progress = kind.progress(1000, 200);
        double alone = 1000 * (1 - (1 - progress.pace()) * progress.slowed());
        assertThat(alone).isEqualTo(100, within(1e-9));
        assertThat(alone / progress.pace()).isEqualTo(1000, within(1e-6));
    }

    /** Of work that is next to transfers for more than the twentieth that counts as none. */
    @Property(tries = 300)
    void allThatWasLostComesBackWithoutTransfersAndNoMore(
            @ForAll @Size(min = 3, max = 20) List<@LongRange(min = 1, max = 1_000_000) Long> alone,
            @ForAll @Size(min = 2, max = 20) List<@LongRange(min = 1, max = 10_000_000) Long> beside,
            @ForAll @DoubleRange(min = 0.1, max = 1) double overlap) {
        KindDurations kind = new KindDurations();
        alone.forEach(ns -> kind.add(ns, 0));
        beside.forEach(ns -> kind.add(ns, part(ns, overlap)));
        KindDurations.settle(List.of(kind));
        double back = 0;
        for (long ns : beside) {
            KindDurations.Progress progress = kind.progress(ns, part(ns, overlap));
            assertThat(progress.pace()).isBetween(Double.MIN_NORMAL, 1.0);
            assertThat(progress.slowed()).isBetween(0.0, 1 + 1e-9);
            back += ns * (1 - (1 - progress.pace()) * progress.slowed());
        }
        double sum = beside.stream().mapToLong(ns -> ns).sum();
        double mean = alone.stream().mapToLong(ns -> ns).average().orElseThrow();
        double most = beside.stream().mapToLong(ns -> part(ns, overlap)).sum() * (1 - KindDurations.SLOWEST);
        if (sum - mean * beside.size() <= most) {
            assertThat(back).isCloseTo(Math.min(sum, mean * beside.size()), withinPercentage(1e-6));
        } else {
            assertThat(back).as("more was lost than a transfer can take").isBetween(mean * beside.size(), sum);
        }
    }

    private static long part(long ns, double share) {
        return Math.max(1, Math.round(ns * share));
    }
}
