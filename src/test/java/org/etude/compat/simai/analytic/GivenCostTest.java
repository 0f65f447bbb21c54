// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.etude.compat.simai.model.Diagnosis;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.ParallelGrid;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of 1 GiB among 4 ranks at powers of two in GiB/s, so that each rate shows in the result. */
class GivenCostTest {
    private static final long GIB = 1L << 30;
    private static final Map<String, Double> RATES = Map.ofEntries(
            Map.entry("TP.allreduce", 1.0),
            Map.entry("TP.allgather", 2.0),
            Map.entry("TP.alltoall", 4.0),
            Map.entry("EP.allreduce", 8.0),
            Map.entry("EP.allgather", 16.0),
            Map.entry("EP.alltoall", 32.0),
            Map.entry("DP.allreduce", 64.0),
            Map.entry("DP.allgather", 128.0),
            Map.entry("PP.busbw", 2.0));

    private final Diagnosis diagnosis = new Diagnosis();

    private GivenCost cost(ParallelGrid grid, double overlap) {
        return new GivenCost(new BusBandwidths(RATES), grid, overlap, diagnosis);
    }

    private long nanos(int gpus, int tp, CollectiveType type, Parallel kind) {
        return cost(new ParallelGrid(gpus, 8, tp, 2, 1), 0).nanos("row 1", type, kind, 4, GIB);
    }

    /** 0.75 s per pass over the bus at 1 GiB/s, twice for an all-reduce; 16 GPUs are two servers. */
    @ParameterizedTest
    @CsvSource({
        "16, TP, ALL_REDUCE, 1500000000",
        "16, TP, ALL_GATHER, 375000000",
        "16, TP, REDUCE_SCATTER, 375000000",
        "16, TP, ALL_TO_ALL, 187500000",
        "16, EP, ALL_REDUCE, 1500000000",
        "16, EP, ALL_TO_ALL, 23437500",
        "16, EP, ALL_GATHER, 0",
        "16, DP, ALL_REDUCE, 23437500",
        "16, DP, ALL_GATHER, 5859375",
        "16, DP, REDUCE_SCATTER, 5859375",
        "16, DP_EP, ALL_REDUCE, 187500000",
        "16, DP_EP, ALL_GATHER, 46875000",
        // one server
        "8, DP, ALL_REDUCE, 1500000000",
        "8, DP_EP, ALL_REDUCE, 1500000000",
        "8, DP, ALL_GATHER, 0",
        "8, TP, ALL_GATHER, 375000000",
        "8, EP, ALL_TO_ALL, 23437500"
    })
    void theRateOfAGroup(int gpus, Parallel kind, CollectiveType type, long nanos) {
        assertThat(nanos(gpus, 4, type, kind)).isEqualTo(nanos);
        assertThat(diagnosis.report().size()).isZero();
    }

    @Test
    void tensorGroupsOfSeveralServersMakeExpertsFree() {
        assertThat(nanos(16, 16, CollectiveType.ALL_TO_ALL, Parallel.EP)).isZero();
        assertThat(nanos(16, 8, CollectiveType.ALL_TO_ALL, Parallel.EP)).isEqualTo(23_437_500);
    }

    @Test
    void oneRankAndNoBytesTakeNoTime() {
        GivenCost cost = cost(new ParallelGrid(16, 8, 4, 2, 1), 0);
        assertThat(cost.nanos("", CollectiveType.ALL_REDUCE, Parallel.TP, 1, GIB))
                .isZero();
        assertThat(cost.nanos("", CollectiveType.ALL_REDUCE, Parallel.TP, 2, 0)).isZero();
        assertThat(cost.nanos("", CollectiveType.ALL_REDUCE, Parallel.TP, 2, GIB))
                .isEqualTo(1_000_000_000);
        assertThat(diagnosis.report().size()).isZero();
    }

    @Test
    void aMissingRateIsAnError() {
        GivenCost none = new GivenCost(
                new BusBandwidths(Map.of("TP.allgather", 0.0)), new ParallelGrid(16, 8, 4, 2, 1), 0, diagnosis);
        assertThat(none.nanos("row 7", CollectiveType.ALL_REDUCE, Parallel.TP, 4, GIB))
                .isZero();
        assertThat(none.nanos("row 8", CollectiveType.ALL_GATHER, Parallel.TP, 4, GIB))
                .isZero();
        assertThat(none.stageMicros(GIB)).isZero();
        assertThat(diagnosis.report().findings())
                .extracting(Finding::where, Finding::what, Finding::isError)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(
                                "row 7", "no bandwidth for ALLREDUCE in groups of TP", true),
                        org.assertj.core.groups.Tuple.tuple(
                                "row 8", "no bandwidth for ALLGATHER in groups of TP", true));
    }

    @Test
    void stagesAreHiddenByTheOverlap() {
        ParallelGrid grid = new ParallelGrid(16, 8, 4, 2, 1);
        assertThat(cost(grid, 0).stageMicros(GIB)).isEqualTo(500_000);
        assertThat(cost(grid, 0.25).stageMicros(GIB)).isEqualTo(375_000);
        assertThat(cost(grid, 0).stageMicros(0)).isZero();
    }
}
