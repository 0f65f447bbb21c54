// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

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
        assertThat(settled(kind)).isEqualTo(1);
    }

    /** 2 x 100 of 2200 ns: too few for a reliable estimate, and the best one possible. */
    @Test
    void whatScattersAsMuchAsItDiffersIsJudgedByItsSum() {
        assertThat(settled(kind(new long[] {500, 1500, 1000}, new long[] {900, 1300})))
                .isEqualTo(1 - 200.0 / 2200, within(1e-12));
    }

    @Test
    void whatWasSeldomRecordedIsNotSlowed() {
        assertThat(settled(kind(new long[] {1000, 1000}, new long[] {2000, 2000})))
                .isEqualTo(1);
        assertThat(settled(kind(new long[] {1000, 1000, 1000}, new long[] {2000})))
                .isEqualTo(1);
    }

    /** Slowed as a thread that shares its core, or as the few that can be compared, whichever is slower; otherwise as recorded. */
    @Test
    void unmeasuredWorkMayBeAsSlowAsOnASharedCore() {
        KindDurations unknown = kind(new long[0], new long[] {9000});
        KindDurations few = kind(new long[] {1000, 1000, 1000}, new long[] {4000, 4000});
        KindDurations.settle(List.of(unknown, few));
        assertThat(unknown.pace()).isEqualTo(1);
        assertThat(unknown.slowest()).isEqualTo(0.25, within(1e-12));
        assertThat(few.slowest()).isEqualTo(1);
        KindDurations alone = kind(new long[0], new long[] {9000});
        KindDurations.settle(List.of(alone));
        assertThat(alone.slowest()).isEqualTo(0.5);
        KindDurations unmeasured = kind(new long[0], new long[] {700});
        KindDurations.settle(List.of(unmeasured, kind(new long[] {1000, 1000, 1000}, new long[] {4000, 4000})));
        assertThat(unmeasured.pace()).isEqualTo(0.25, within(1e-12));
        assertThat(unmeasured.slowest()).isEqualTo(1);
    }

    @Test
    void whatIsFasterNextToCollectivesIsNotSpedUp() {
        assertThat(settled(kind(new long[] {1000, 1000, 1000}, new long[] {700, 700})))
                .isEqualTo(1);
    }

    /** The kind that differs by more than its scatter gets its own pace; the others gain as much as they lose. */
    @Test
    void kindsWithoutEvidenceOfTheirOwnAreJudgedTogether() {
        KindDurations slower = kind(new long[] {90, 100, 110}, new long[] {100, 100, 400});
        KindDurations faster = kind(new long[] {90, 100, 110}, new long[] {10, 10, 40});
        KindDurations differs = kind(new long[] {90, 100, 110}, new long[] {200, 200});
        KindDurations.settle(List.of(slower, faster, differs));
        // 300 longer and 240 shorter, of 660 ns.
        assertThat(slower.pace()).isEqualTo(1 - 60.0 / 660, within(1e-12));
        assertThat(faster.pace()).isEqualTo(slower.pace());
        assertThat(differs.pace()).isEqualTo(0.5);
    }

    @Test
    void kindsThatAreFasterTogetherAreNotSlowed() {
        KindDurations slower = kind(new long[] {90, 100, 110}, new long[] {100, 100, 400});
        KindDurations faster = kind(new long[] {490, 500, 510}, new long[] {100, 100, 100});
        KindDurations.settle(List.of(slower, faster));
        assertThat(slower.pace()).isEqualTo(1);
        assertThat(slower.progress(400, 400).pace()).isEqualTo(1);
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
        assertThat(back).isCloseTo(Math.min(sum, mean * beside.size()), withinPercentage(1e-6));
    }

    private static long part(long ns, double share) {
        return Math.max(1, Math.round(ns * share));
    }

    /** The known lost 1800 of 5400 ns; the rare kinds' own observations do not count. */
    @Test
    void seldomRecordedKindsGoAsTheOthersDoTogether() {
        KindDurations slowed = kind(new long[] {1000, 1000, 1000}, new long[] {1600, 1600, 1600});
        KindDurations even = kind(new long[] {200, 200, 200}, new long[] {200, 200, 200});
        KindDurations neverAlone = kind(new long[0], new long[] {900, 4000});
        KindDurations onceBeside = kind(new long[] {10, 10, 10}, new long[] {300});
        KindDurations.settle(List.of(slowed, even, neverAlone, onceBeside));
        assertThat(slowed.pace()).isEqualTo(1 - 1800.0 / 4800, within(1e-12));
        assertThat(even.pace()).isEqualTo(1);
        assertThat(neverAlone.pace()).isEqualTo(1 - 1800.0 / 5400, within(1e-12));
        assertThat(onceBeside.pace()).isEqualTo(neverAlone.pace());
    }

    /** 4800 ns were compared: they decide for as many, not for one more. */
    @Test
    void fewDoNotSpeakForMany() {
        KindDurations same = kind(new long[0], new long[] {4800});
        KindDurations.settle(List.of(kind(new long[] {1000, 1000, 1000}, new long[] {1600, 1600, 1600}), same));
        assertThat(same.pace()).isEqualTo(0.625, within(1e-12));
        KindDurations more = kind(new long[0], new long[] {4801});
        KindDurations.settle(List.of(kind(new long[] {1000, 1000, 1000}, new long[] {1600, 1600, 1600}), more));
        assertThat(more.pace()).isEqualTo(1);
    }
}
