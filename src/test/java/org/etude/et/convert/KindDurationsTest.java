// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Host work is slowed by as much as the same work was seen to take longer next to a collective, and no more. */
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

    @Test
    void whatScattersAsMuchAsItDiffersIsNotSlowed() {
        assertThat(settled(kind(new long[] {500, 1500, 1000}, new long[] {900, 1300})))
                .isEqualTo(1);
    }

    @Test
    void whatWasSeldomRecordedIsNotSlowed() {
        assertThat(settled(kind(new long[] {1000, 1000}, new long[] {2000, 2000})))
                .isEqualTo(1);
        assertThat(settled(kind(new long[] {1000, 1000, 1000}, new long[] {2000})))
                .isEqualTo(1);
    }

    @Test
    void whatIsFasterNextToCollectivesIsNotSpedUp() {
        assertThat(settled(kind(new long[] {1000, 1000, 1000}, new long[] {700, 700})))
                .isEqualTo(1);
    }

    @Test
    void kindsThatTellNothingAloneAreJudgedTogether() {
        long[] alone = {90, 100, 110};
        long[] beside = {100, 100, 400};
        List<KindDurations> kinds = List.of(
                kind(alone, beside),
                kind(alone, beside),
                kind(alone, beside),
                kind(alone, beside),
                kind(alone, beside),
                kind(alone, beside));
        assertThat(settled(kind(alone, beside))).isEqualTo(1);
        KindDurations.settle(kinds);
        assertThat(kinds).allSatisfy(k -> assertThat(k.pace()).isEqualTo(0.5, within(1e-12)));
    }

    /** The known lost 1800 of 5400 ns; whatever the seldom ones say themselves does not count. */
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

    /** 4800 ns were compared: they speak for as many, not for one more. */
    @Test
    void fewDoNotSpeakForMany() {
        KindDurations same = kind(new long[0], new long[] {4800});
        KindDurations.settle(List.of(kind(new long[] {1000, 1000, 1000}, new long[] {1600, 1600, 1600}), same));
        assertThat(same.pace()).isEqualTo(0.625, within(1e-12));
        KindDurations more = kind(new long[0], new long[] {4801});
        KindDurations.settle(List.of(kind(new long[] {1000, 1000, 1000}, new long[] {1600, 1600, 1600}), more));
        assertThat(more.pace()).isEqualTo(1);
    }

    @Test
    void seldomRecordedKindsAreNotSlowedByWhatScattersAsMuchAsItDiffers() {
        KindDurations seldom = kind(new long[0], new long[] {700});
        KindDurations.settle(List.of(kind(new long[] {500, 1500, 1000}, new long[] {900, 1300}), seldom));
        assertThat(seldom.pace()).isEqualTo(1);
    }
}
