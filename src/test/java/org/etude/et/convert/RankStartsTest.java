// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.junit.jupiter.api.Test;

/** How far apart ranks began, where they were recorded at one time. */
class RankStartsTest {
    private final List<Finding> findings = new ArrayList<>();

    private static FakeRank rank(int number, double at, double micros) {
        FakeRank rank = new FakeRank(number);
        rank.add(NodeKind.ROOT, "root", 0, 0, 0, -1);
        rank.host("op", at, micros, 0);
        return rank;
    }

    private RankStarts starts(boolean kept, FakeRank... ranks) {
        return new RankStarts(Stream.of(ranks).map(RankFacts::of).toList(), kept, findings);
    }

    @Test
    void offsetsAreFromTheFirst() {
        RankStarts starts = starts(true, rank(0, 30, 100), rank(1, 10, 50), rank(2, 25, 10));
        assertThat(starts.onOneClock()).isTrue();
        assertThat(starts.offsets()[0]).isEqualTo(20_000);
        assertThat(starts.offsets()[1]).isZero();
        assertThat(starts.offsets()[2]).isEqualTo(15_000);
        assertThat(findings).singleElement().satisfies(f -> {
            assertThat(f.level()).isEqualTo(Level.INFO);
            assertThat(f.what()).isEqualTo("the ranks' recordings start up to 20 us apart");
        });
    }

    /** The first is over at 60 us, when the other begins: no moment in common. */
    @Test
    void recordingsWithoutATimeInCommonStartTogether() {
        RankStarts starts = starts(true, rank(0, 60, 100), rank(1, 10, 50));
        assertThat(starts.onOneClock()).isFalse();
        assertThat(starts.offsets()[0]).isZero();
        assertThat(findings).singleElement().satisfies(f -> {
            assertThat(f.level()).isEqualTo(Level.WARNING);
            assertThat(f.what()).isEqualTo("all ranks start together");
        });
    }

    @Test
    void nothingIsSaidWhereNothingIsAskedOrDiffers() {
        assertThat(starts(false, rank(0, 30, 100), rank(1, 10, 50)).offsets()[0])
                .isZero();
        assertThat(starts(true, rank(0, 30, 100), rank(1, 30, 50)).onOneClock()).isTrue();
        assertThat(findings).isEmpty();
    }

    /** Roots and nodes without a time do not begin anything. */
    @Test
    void aRankWithoutTimesHasNoBeginning() {
        FakeRank bare = new FakeRank(0);
        bare.add(NodeKind.ROOT, "root", 5, 1, 0, -1);
        assertThat(RankFacts.begin(bare)).isEqualTo(LinkedRank.UNTIMED);
        assertThat(RankFacts.begin(rank(0, 30, 1))).isEqualTo(30_000);
        RankStarts starts = starts(true, bare, rank(1, 10, 50), rank(2, 40, 50));
        assertThat(starts.offsets()[0]).isZero();
        assertThat(starts.offsets()[2]).isEqualTo(30_000);
    }
}
