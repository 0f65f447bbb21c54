// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParallelismTest {
    /** Megatron-LM's order: tensor ranks are neighbours, stages are furthest apart. */
    @Test
    void ranksCountTensorFirstAndStagesLast() {
        Parallelism ranks = new Parallelism(2, 1, 3, 4);
        assertThat(ranks.world()).isEqualTo(24);
        assertThat(ranks.rank(1, 2, 3)).isEqualTo(1 + 2 * (2 + 3 * 3));
        assertThat(ranks.tensor(23)).isEqualTo(1);
        assertThat(ranks.data(23)).isEqualTo(2);
        assertThat(ranks.stage(23)).isEqualTo(3);
        assertThat(ranks.stage(5)).isZero();
        assertThat(ranks.stage(6)).isEqualTo(1);
        assertThat(ranks).hasToString("tp 2 x dp 3 x pp 4");
    }

    @Property
    void everyRankHasOnePlace(
            @ForAll @IntRange(min = 1, max = 9) int tp,
            @ForAll @IntRange(min = 1, max = 9) int dp,
            @ForAll @IntRange(min = 1, max = 9) int pp) {
        Parallelism ranks = new Parallelism(tp, 1, dp, pp);
        for (int rank = 0; rank < ranks.world(); rank++) {
            assertThat(ranks.rank(ranks.tensor(rank), ranks.data(rank), ranks.stage(rank)))
                    .isEqualTo(rank);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0, 1, 1, 1, 1 | parallelism of tp 0, ep 1, dp 1, pp 1, cp 1",
                "1, 0, 1, 1, 1 | ep 0",
                "1, 1, 1, 1, -1 | cp -1",
                "1, 3, 4, 1, 1 | expert parallelism 3 does not divide data parallelism 4",
                "1, 1, 4, 1, 3 | context parallelism 3 does not divide the 4 copies",
                "4097, 1, 4096, 1, 1 | tp 4097 times dp 4096 times pp 1 ranks",
                "4096, 1, 4096, 2, 1 | times pp 2 ranks",
                "2147483647, 1, 2147483647, 2147483647, 1 | Give at most 16777216",
            })
    void whatIsNoJobIsRefused(String degrees, String message) {
        String[] d = degrees.split(", ");
        assertThatThrownBy(() -> new Parallelism(
                        Integer.parseInt(d[0]),
                        Integer.parseInt(d[1]),
                        Integer.parseInt(d[2]),
                        Integer.parseInt(d[3]),
                        Integer.parseInt(d[4])))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theLargestJobIsAllowed() {
        assertThat(new Parallelism(4096, 1, 4096, 1).world()).isEqualTo(1 << 24);
    }

    @Test
    void placesOutsideAreRefused() {
        Parallelism ranks = new Parallelism(2, 1, 2, 1);
        assertThatThrownBy(() -> ranks.stage(4)).hasMessageContaining("there is no rank 4 in tp 2 x dp 2 x pp 1");
        assertThatThrownBy(() -> ranks.data(-1)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> ranks.rank(2, 0, 0))
                .hasMessageContaining("there is no tensor rank 2, copy 0, stage 0");
        assertThatThrownBy(() -> ranks.rank(0, 2, 0)).isInstanceOf(WorkloadException.class);
        assertThatThrownBy(() -> ranks.rank(0, 0, 1)).isInstanceOf(WorkloadException.class);
    }

    @Test
    void eachDegreeIsReplacedByItself() {
        Parallelism ranks = new Parallelism(1, 1, 4, 1, 2);
        assertThat(ranks.withTp(3)).isEqualTo(new Parallelism(3, 1, 4, 1, 2));
        assertThat(ranks.withEp(2)).isEqualTo(new Parallelism(1, 2, 4, 1, 2));
        assertThat(ranks.withDp(8)).isEqualTo(new Parallelism(1, 1, 8, 1, 2));
        assertThat(ranks.withPp(5)).isEqualTo(new Parallelism(1, 1, 4, 5, 2));
    }

    /** Copies that share sequences are not described as data parallelism. */
    @Test
    void itTellsOnlyWhatIsShared() {
        assertThat(Parallelism.none()).hasToString("tp 1 x dp 1 x pp 1");
        assertThat(new Parallelism(2, 4, 8, 3, 2)).hasToString("tp 2 x cp 2 x dp 4 (ep 4) x pp 3");
    }
}
