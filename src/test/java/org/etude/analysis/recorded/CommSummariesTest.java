// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.etude.analysis.recorded.NodeTraffic.Scope;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.TraceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link CommCall}, {@link CollectiveRate}, {@link NodeTraffic} and {@link DurationStats}, worked out by hand; times in ns. */
class CommSummariesTest {
    private static CommCall call(
            int rank, CollectiveType type, long bytes, int size, long nanos, long waiting, Integer... ranks) {
        return new CommCall(rank, type, bytes, "float", List.of(ranks), size, nanos, waiting, false);
    }

    /** nccl-tests' PERFORMANCE.md among 4 ranks: 2 (n - 1) / n, (n - 1) / n and 1. */
    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, 4, 1.5",
        "ALL_GATHER, 4, 0.75",
        "REDUCE_SCATTER, 4, 0.75",
        "REDUCE_SCATTER_BLOCK, 4, 0.75",
        "ALL_TO_ALL, 4, 0.75",
        "GATHER, 4, 0.75",
        "SCATTER, 4, 0.75",
        "BROADCAST, 4, 1",
        "REDUCE, 4, 1",
        "SEND, 4, 1",
        "ALL_REDUCE, 1, 0",
        "ALL_REDUCE, -1, 2"
    })
    void busBandwidthHasTheFactorsOfNcclTests(CollectiveType type, int ranks, double factor) {
        assertThat(CommCall.busFactor(type, ranks)).isEqualTo(factor);
    }

    @ParameterizedTest
    @CsvSource({"-5, 100", "0, 100", "30, 70", "100, 0", "130, 0"})
    void waitingLiesWithinTheCall(long waiting, long transfer) {
        CommCall call = call(0, CollectiveType.ALL_REDUCE, 8, 2, 100, waiting);
        assertThat(call.transferNanos()).isEqualTo(transfer);
    }

    /** 2, 4, 4 and 6: mean 4, squares 4 + 0 + 0 + 4 over n - 1 = 3. */
    @Test
    void durationsHaveTheirMomentsAndBounds() {
        DurationStats stats = new DurationStats();
        for (long nanos : new long[] {4, 2, 6, 4}) {
            stats.add(nanos);
        }
        assertThat(stats.count()).isEqualTo(4);
        assertThat(stats.totalNanos()).isEqualTo(16);
        assertThat(stats.meanNanos()).isEqualTo(4);
        assertThat(stats.deviationNanos()).isCloseTo(Math.sqrt(8.0 / 3), within(1e-12));
        assertThat(stats.leastNanos()).isEqualTo(2);
        assertThat(stats.mostNanos()).isEqualTo(6);
    }

    @Test
    void noDurationsHaveNoMean() {
        DurationStats none = new DurationStats();
        assertThat(none.meanNanos()).isNaN();
        assertThat(none.leastNanos()).isZero();
        assertThat(none.mostNanos()).isZero();
        assertThat(none.deviationNanos()).isZero();
        none.add(5);
        assertThat(none.deviationNanos()).as("one has no scatter").isZero();
    }

    @Test
    void savedDurationsAreRestoredWhole() {
        DurationStats stats = new DurationStats();
        stats.add(3);
        stats.add(8);
        DurationStats again = (DurationStats) stats.saved().restored();
        again.add(4);
        stats.add(4);
        assertThat(again).usingRecursiveComparison().isEqualTo(stats);
    }

    /** Of 1000 bytes in a mean transfer time of (40 + 60) / 2 ns: 20 bytes per ns, and 1.5 times that on the links. */
    @Test
    void callsOfOneTypeSizeAndGroupAreOneRate() {
        List<CollectiveRate> rates = CollectiveRate.of(List.of(
                call(0, CollectiveType.ALL_REDUCE, 1000, 4, 100, 60),
                call(1, CollectiveType.ALL_REDUCE, 1000, 4, 60, 0)));
        assertThat(rates).hasSize(1);
        assertThat(rates.get(0).open().totalNanos()).isEqualTo(160);
        assertThat(rates.get(0).waiting().totalNanos()).isEqualTo(60);
        assertThat(rates.get(0).transfers().totalNanos()).isEqualTo(100);
        assertThat(rates.get(0).algorithmRate()).isEqualTo(20);
        assertThat(rates.get(0).busRate()).isEqualTo(30);
    }

    @Test
    void ratesAreOrderedByTypeThenRanksThenSizeThenElementType() {
        CommCall other = new CommCall(0, CollectiveType.ALL_REDUCE, 8, "double", List.of(), 4, 1, 0, false);
        List<CollectiveRate> rates = CollectiveRate.of(List.of(
                call(0, CollectiveType.ALL_GATHER, 4, 2, 1, 0),
                call(0, CollectiveType.ALL_REDUCE, 8, 4, 1, 0),
                other,
                call(0, CollectiveType.ALL_REDUCE, 16, 2, 1, 0),
                call(0, CollectiveType.ALL_REDUCE, 4, 4, 1, 0)));
        assertThat(rates)
                .filteredOn(rate -> rate.type() == CollectiveType.ALL_REDUCE)
                .extracting(rate -> rate.ranks() + " " + rate.bytes() + " " + rate.dtype())
                .containsExactly("2 16 float", "4 4 float", "4 8 double", "4 8 float");
        assertThat(rates).hasSize(5);
    }

    @Test
    void ratesWithoutBytesTimeOrRanksAreUnknown() {
        CollectiveRate bytes = CollectiveRate.of(List.of(call(0, CollectiveType.ALL_REDUCE, -1, 4, 9, 0)))
                .get(0);
        assertThat(bytes.algorithmRate()).isNaN();
        CollectiveRate time = CollectiveRate.of(List.of(call(0, CollectiveType.ALL_REDUCE, 8, 4, 9, 9)))
                .get(0);
        assertThat(time.algorithmRate()).isNaN();
        CollectiveRate ranks = CollectiveRate.of(List.of(call(0, CollectiveType.ALL_REDUCE, 8, -1, 8, 0)))
                .get(0);
        assertThat(ranks.algorithmRate()).isEqualTo(1);
        assertThat(ranks.busRate()).isNaN();
        CollectiveRate empty = CollectiveRate.of(List.of(call(0, CollectiveType.BARRIER, 0, 4, 8, 0)))
                .get(0);
        assertThat(empty.algorithmRate()).isZero();
    }

    private static Scope scope(int rank, int perNode, Integer... ranks) {
        return NodeTraffic.of(List.of(call(rank, CollectiveType.ALL_REDUCE, 8, ranks.length, 1, 0, ranks)), perNode)
                .get(0)
                .scope();
    }

    /** Nodes of four: ranks 4 to 7 are the second. */
    @Test
    void aGroupLiesInOneNodeOrInSeveral() {
        assertThat(scope(4, 4, 4, 7)).isEqualTo(Scope.INTRA);
        assertThat(scope(4, 4, 3, 4)).isEqualTo(Scope.INTER);
        assertThat(scope(4, 4, 4, 8)).isEqualTo(Scope.INTER);
        assertThat(scope(4, 1, 4)).isEqualTo(Scope.INTRA);
        assertThat(scope(4, 4)).isEqualTo(Scope.UNKNOWN);
    }

    /** Among 4 ranks 3/4 of an all-gather's 1000 bytes are sent, of an all-reduce's twice as much. */
    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, 4, 1500",
        "ALL_GATHER, 4, 750",
        "REDUCE_SCATTER, 4, 750",
        "ALL_TO_ALL, 4, 750",
        "SEND, 2, 1000",
        "RECV, 2, 0",
        "BROADCAST, 4, NaN",
        "ALL_REDUCE, -1, NaN"
    })
    void whatARankSendsFollowsFromTheType(CollectiveType type, int size, double sent) {
        assertThat(NodeTraffic.of(List.of(call(0, type, 1000, size, 1, 0)), 8)
                        .get(0)
                        .sentBytes())
                .isEqualTo(Double.valueOf(sent));
    }

    @Test
    void callsOfARankScopeAndTypeAreAddedUp() {
        List<NodeTraffic> traffic = NodeTraffic.of(
                List.of(
                        call(1, CollectiveType.ALL_GATHER, 100, 2, 5, 0, 0, 1),
                        call(0, CollectiveType.ALL_GATHER, 1000, 2, 7, 0, 0, 9),
                        call(0, CollectiveType.ALL_GATHER, 100, 2, 5, 0, 0, 1),
                        call(0, CollectiveType.ALL_GATHER, -1, 2, 6, 0, 0, 1),
                        call(0, CollectiveType.ALL_GATHER, 40, 2, 6, 0, 0, 1)),
                8);
        assertThat(traffic)
                .extracting(row -> row.rank() + " " + row.scope() + ": "
                        + row.open().count() + " in "
                        + row.open().totalNanos() + " ns, " + row.unsized() + " unsized, " + row.bytes() + " bytes, "
                        + row.sentBytes() + " sent")
                .containsExactly(
                        "0 INTRA: 3 in 17 ns, 1 unsized, 140 bytes, 70.0 sent",
                        "0 INTER: 1 in 7 ns, 0 unsized, 1000 bytes, 500.0 sent",
                        "1 INTRA: 1 in 5 ns, 0 unsized, 100 bytes, 50.0 sent");
    }

    @Test
    void aNodeHasAtLeastOneRank() {
        assertThatThrownBy(() -> NodeTraffic.of(List.of(), 0))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("0 ranks per node are not possible.")
                .hasMessageContaining("such as 8");
        assertThat(NodeTraffic.of(List.of(), 1)).isEmpty();
    }
}
