// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Factors of bus bandwidth, and what a printed {@link BenchRow} says about them. */
class BusFactorTest {
    private static BenchRow row(double algbw, double busbw) {
        return new BenchRow("line 1", false, 1024, 10, 0, algbw, busbw, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "all_reduce, 4, 1.5",
        "all_reduce, 2, 1",
        "all_gather, 4, 0.75",
        "reduce_scatter, 8, 0.875",
        "all_to_all, 4, 0.75",
        "gather, 4, 0.75",
        "scatter, 4, 0.75",
        "broadcast, 4, 1",
        "reduce, 4, 1",
        "sendrecv, 2, 1",
        "hypercube, 4, NaN"
    })
    void theFactorOfACollective(String type, int ranks, Double factor) {
        assertThat(BusFactor.of(type, ranks)).isEqualTo(factor);
    }

    @Test
    void theRowOfTheHighestBandwidthTellsMost() {
        BenchRow best = row(30, 45);
        assertThat(BusFactor.widest(List.of(row(10, 15), best, row(20, 30), row(99, Double.NaN))))
                .isSameAs(best);
        assertThat(BusFactor.widest(List.of(row(0, 0), row(Double.NaN, 5)))).isNull();
        assertThat(BusFactor.widest(List.of())).isNull();
    }

    @Test
    void bandwidthsBetrayAnotherCollectiveOrGroup() {
        assertThat(BusFactor.contradicts(row(100, 150), "all_reduce", 4)).isFalse();
        assertThat(BusFactor.contradicts(row(100, 175), "all_reduce", 4)).isTrue();
        assertThat(BusFactor.contradicts(row(100, 150), "all_gather", 4)).isTrue();
    }

    /** 1.5 may be off by 0.015 and by half a digit of each bandwidth, 0.005 x 2.5 / 10. */
    @Test
    void roundingIsNoContradiction() {
        assertThat(BusFactor.contradicts(row(10, 15.16), "all_reduce", 4)).isFalse();
        assertThat(BusFactor.contradicts(row(10, 15.17), "all_reduce", 4)).isTrue();
        assertThat(BusFactor.contradicts(row(0.01, 0.02), "all_reduce", 4)).isFalse();
    }

    @Test
    void whatIsNotKnownContradictsNothing() {
        assertThat(BusFactor.contradicts(null, "all_reduce", 4)).isFalse();
        assertThat(BusFactor.contradicts(row(10, 99), "hypercube", 4)).isFalse();
    }

    private static TextHeader.Side side(int time, int algbw, int busbw, int wrong, int spread) {
        return new TextHeader.Side(time, algbw, busbw, wrong, spread);
    }

    @Test
    void aHeaderIsReadByItsNames() {
        assertThat(TextHeader.of(" size count type redop root time algbw busbw #wrong time algbw busbw #wrong"))
                .isEqualTo(new TextHeader(13, side(5, 6, 7, 8, -1), side(9, 10, 11, 12, -1), false, false))
                .extracting(TextHeader::side)
                .isEqualTo(4);
        assertThat(TextHeader.of("size count type time algbw busbw"))
                .isEqualTo(new TextHeader(6, side(3, 4, 5, -1, -1), null, false, false));
        assertThat(TextHeader.of("size time i_cv% algbw time i_cv% algbw timestamp"))
                .isEqualTo(new TextHeader(7, side(1, 3, -1, -1, 2), side(4, 6, -1, -1, 5), false, true));
        assertThat(TextHeader.of("size cputime algbw time"))
                .isEqualTo(new TextHeader(4, side(1, 2, -1, -1, -1), null, true, false));
    }

    @ParameterizedTest
    @CsvSource({"count size time algbw", "size algbw", "size time", "nThread 1 nGpus 8", "''"})
    void otherCommentsAreNoHeaders(String comment) {
        assertThat(TextHeader.of(comment)).isNull();
    }
}
