// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.etude.compat.simai.model.Diagnosis;
import org.etude.compat.simai.model.Parallel;
import org.etude.compat.simai.model.ParallelGrid;
import org.etude.report.Finding;
import org.etude.spec.CollectiveType;
import org.junit.jupiter.api.Test;

/** Costs of 1 GiB on servers of 8 GPUs with NVLink at 100 GB/s, each by hand. */
class FormulaCostTest {
    private static final long GIB = 1L << 30;

    private final Diagnosis diagnosis = new Diagnosis();
    private int nics = 8;
    private double nic = 50;
    private double overlap = 1;
    private boolean corrected;

    private FormulaCost cost(int tp, int ep) {
        return new FormulaCost(
                new AnalyticalOptions(
                        64, 8, nics, 100, nic, new AnalyticalOptions.Overlap(0, 0, 0, overlap), corrected),
                new ParallelGrid(64, 8, tp, ep, 1),
                Ratios.NONE,
                diagnosis);
    }

    private long reduced(int tp, int ep, Parallel kind, int ranks) {
        return cost(tp, ep).nanos("layer", CollectiveType.ALL_REDUCE, kind, ranks, GIB);
    }

    private long exchanged(int tp, int ranks) {
        return cost(tp, 1).nanos("layer", CollectiveType.ALL_TO_ALL, Parallel.EP, ranks, GIB);
    }

    private List<String> said() {
        return diagnosis.report().findings().stream().map(Finding::what).toList();
    }

    /** 10 ms at 100 GB/s, and 2 (n - 1) / n of the bytes on the bus. */
    @Test
    void tensorGroupsFillServers() {
        assertThat(reduced(8, 1, Parallel.TP, 8)).isEqualTo(17_500_000);
        // 8 NICs of 10 GB/s are slower than NVLink, 12.5 ms for 1.875 times the bytes ...
        nic = 10;
        assertThat(reduced(16, 1, Parallel.TP, 16)).isEqualTo(23_437_500);
        // ... of 50 GB/s are faster: 8 / 7 of NVLink's rate.
        nic = 50;
        assertThat(reduced(16, 1, Parallel.TP, 16)).isEqualTo((long) (1e9 / (100f * 8 / 7) * 2 * 15 / 16));
        assertThat(said()).isEmpty();
    }

    /** Of a group with its ranks on as many servers, and of one on as few as possible. */
    @Test
    void dataGroupsHaveOneServerPerRankUnlessCorrected() {
        assertThat(reduced(2, 1, Parallel.DP, 4)).isEqualTo((long) (1e9 / (100f * 4 / 3) * 2 * 3 / 4));
        corrected = true;
        assertThat(reduced(2, 1, Parallel.DP, 4)).isEqualTo(15_000_000);
        assertThat(reduced(2, 1, Parallel.DP, 8)).isEqualTo((long) (1e9 / (100f * 4 / 3) * 2 * 7 / 8));
    }

    /** One GPU of each server takes part, with its NIC. */
    @Test
    void groupsOfAStrideBeyondAServerUseOneNic() {
        assertThat(reduced(16, 1, Parallel.DP, 4)).isEqualTo(30_000_000);
        assertThat(reduced(4, 4, Parallel.DP_EP, 4)).isEqualTo(30_000_000);
        // A stride of 4 leaves 2 GPUs per server with 2 NICs, which are as fast as NVLink.
        assertThat(reduced(4, 1, Parallel.DP_EP, 2)).isEqualTo(10_000_000);
    }

    /** Inside a server NVLink alone; across two, 4 NICs serve 4 GPUs, each of which keeps 3 of 7 parts inside. */
    @Test
    void expertsExchange() {
        assertThat(exchanged(2, 4)).isEqualTo(7_500_000);
        assertThat(exchanged(2, 8)).isEqualTo(10_000_000);
    }

    @Test
    void groupsShareTooFewNics() {
        nics = 1;
        assertThat(reduced(2, 1, Parallel.DP, 4)).isEqualTo(60_000_000);
        assertThat(said()).containsExactly("less than one NIC for each of 2 groups of a server");
    }

    private long small(int ranks, long bytes) {
        return cost(8, 1).nanos("layer", CollectiveType.ALL_REDUCE, Parallel.TP, ranks, bytes);
    }

    @Test
    void messagesBelowAMebibyteHaveTimesByRanks() {
        assertThat(small(2, 1000)).isEqualTo(10_000);
        assertThat(small(128, (1 << 20) - 1)).isEqualTo(320_000);
        assertThat(small(8, 1 << 20)).as("from 1 MiB on by bandwidth").isEqualTo(17_089);
        assertThat(small(8, 0)).isZero();
        assertThat(said()).isEmpty();
        assertThat(small(3, 1000)).isZero();
        assertThat(said()).containsExactly("a small message among 3 ranks");
        corrected = true;
        assertThat(small(3, 300_000)).isEqualTo((long) (300_000.0 / GIB / 100 * 1e9 * 2 * 2 / 3));
    }

    @Test
    void aGroupOfOneTakesNoTimeAndOnlyTensorGroupsComplain() {
        assertThat(small(1, 1000)).isZero();
        assertThat(reduced(8, 1, Parallel.DP, 1)).isZero();
        assertThat(said()).isEmpty();
        assertThat(small(1, 1 << 20)).isZero();
        assertThat(said()).containsExactly("a tensor-parallel collective of one rank");
    }

    /** A single byte is no small message. */
    @Test
    void aGroupOfOneComplainsOfAByteToo() {
        assertThat(small(1, 1)).isZero();
        assertThat(said()).containsExactly("a tensor-parallel collective of one rank");
    }

    @Test
    void withoutAGroupOnlyTheTableCounts() {
        assertThat(cost(8, 1).nanosWithoutGroup("layer", CollectiveType.ALL_REDUCE, 4, 2))
                .isEqualTo(12_000);
        assertThat(cost(8, 1).nanosWithoutGroup("layer", CollectiveType.ALL_REDUCE, 4, 1))
                .isZero();
        assertThat(cost(8, 1).nanosWithoutGroup("layer", CollectiveType.ALL_REDUCE, 4, 1 << 20))
                .isZero();
        assertThat(cost(8, 1).nanosWithoutGroup("layer", CollectiveType.ALL_REDUCE, 1, 2))
                .isZero();
        corrected = true;
        assertThat(cost(8, 1).nanosWithoutGroup("layer", CollectiveType.ALL_REDUCE, 4, 2))
                .isZero();
        assertThat(said()).isEmpty();
    }

    /** SimAI divides GiB by the share that is hidden; corrected, 1 GiB takes 20 ms at the 50 GB/s of a NIC. Half is hidden. */
    @Test
    void messagesBetweenStages() {
        assertThat(cost(8, 1).stageMicros(GIB)).as("all hidden").isZero();
        overlap = 0.5;
        assertThat(cost(8, 1).stageMicros(GIB)).isEqualTo(1_000_000);
        assertThat(cost(8, 1).stageMicros(0)).isZero();
        corrected = true;
        assertThat(cost(8, 1).stageMicros(GIB)).isEqualTo(10_000);
        overlap = 0;
        assertThat(cost(8, 1).stageMicros(GIB)).isEqualTo(20_000);
        corrected = false;
        assertThat(said()).isEmpty();
        assertThat(cost(8, 1).stageMicros(GIB)).isZero();
        assertThat(said()).containsExactly("messages between stages at a rate of 0");
    }
}
