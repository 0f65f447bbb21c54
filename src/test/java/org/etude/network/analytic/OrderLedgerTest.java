// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.etude.topology.graph.LogicalTopology;
import org.junit.jupiter.api.Test;

class OrderLedgerTest {
    private static final int PHASE = 7;

    private final OrderLedger ledger = new OrderLedger(new HostGroup(LogicalTopology.ring(4), new boolean[1]));

    private int[] order() {
        return order(ledger.order());
    }

    private int[] order(long of) {
        return IntStream.range(0, 4).map(i -> ledger.rank(of, i)).toArray();
    }

    @Test
    void ranksBeginInTheirOwnOrderAndAListKeepsIt() {
        assertThat(order()).containsExactly(0, 1, 2, 3);
        ledger.opened(0);
        ledger.fires(10, 0, 0);
        assertThat(order()).containsExactly(0, 1, 2, 3);
        assertThat(ledger.block()).isEqualTo(1);
    }

    @Test
    void aMessageMovesTheOrderToItsReceivers() {
        long by = ledger.moved(ledger.order(), 1);
        ledger.made();
        ledger.fires(10, ledger.block(), by, 0);
        assertThat(order()).containsExactly(1, 2, 3, 0);
        ledger.opened(3);
        ledger.fires(20, 0, 3);
        assertThat(order()).containsExactly(1, 2, 3, 0);
    }

    @Test
    void eventsOfDifferentMakersMayTie() {
        ledger.fires(10, 0, 1, 0);
        ledger.fires(10, 5, 2, 0);
        assertThat(ledger.block()).isEqualTo(2);
        ledger.fires(11, 5, 3, 0);
        assertThat(ledger.block()).isEqualTo(3);
    }

    @Test
    void eventsOfOneMakerMovedAlikeAreOneBlock() {
        ledger.fires(10, 0, 1, 0);
        ledger.fires(10, 0, 1, 0);
        assertThat(ledger.block()).isEqualTo(1);
    }

    @Test
    void eventsOfOneMakerMovedDifferentlyMustNotTie() {
        ledger.fires(10, 0, 1, 0);
        assertThatThrownBy(() -> ledger.fires(10, 0, 2, 0))
                .isInstanceOf(ReductionException.class)
                .hasMessageContaining("tie at 10 ns");
    }

    /** Rank 0 sends to 1, 2, 3, then rank 1 to 2, 3, 0: the first messages reach 1, 2, 3, 0. */
    @Test
    void messagesToAPhaseThatDoesNotCareWhoSentThemMayTie() {
        ledger.fires(10, 0, 1, PHASE);
        ledger.opened(0);
        ledger.fires(10, 0, 2, PHASE);
        ledger.fires(10, 0, 3, PHASE);
        ledger.fires(20, 0, 0);
        assertThat(order()).containsExactly(1, 2, 3, 0);
    }

    /** To both neighbours: rank 0 reaches 1 and 3, rank 1 reaches 2 and 0. */
    @Test
    void firstHitsThatAreNoTurnAreKeptAsAList() {
        ledger.fires(10, 0, 1, PHASE);
        ledger.opened(0);
        ledger.fires(10, 0, 3, PHASE);
        ledger.fires(20, 0, 0);
        assertThat(order()).containsExactly(1, 3, 2, 0);
        assertThat(order(ledger.moved(ledger.order(), 1))).containsExactly(2, 0, 3, 1);
    }

    @Test
    void messagesOfTwoPhasesMustNotTie() {
        ledger.fires(10, 0, 1, PHASE);
        ledger.fires(10, 0, 1, PHASE + 1);
        assertThatThrownBy(() -> ledger.fires(10, 0, 2, PHASE)).isInstanceOf(ReductionException.class);
    }

    @Test
    void whatTiesMustNotCauseMoreThanAList() {
        ledger.fires(10, 0, 1, PHASE);
        ledger.made();
        assertThatThrownBy(() -> ledger.fires(10, 0, 2, PHASE))
                .isInstanceOf(ReductionException.class)
                .hasMessageContaining("more than one event");
        OrderLedger other = new OrderLedger(ledger.group());
        other.fires(10, 0, 1, PHASE);
        other.fires(10, 0, 2, PHASE);
        assertThatThrownBy(other::made).isInstanceOf(ReductionException.class);
    }
}
