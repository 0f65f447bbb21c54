// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.junit.jupiter.api.Test;

class EquivalenceLedgerTest {
    /** Ranks 0, 2, 4 and 1, 3, 5 in cycles; 6, 8, 10 and 7, 9, 11 follow them. */
    private final EquivalentRanks equivalent = new EquivalentRanks(12, 2, 3);

    private final EquivalenceLedger ledger = new EquivalenceLedger(equivalent);

    private int[] order(int of) {
        return order(ledger.order(), of);
    }

    private int[] order(long order, int of) {
        IntArrayList ranks = new IntArrayList();
        ledger.expand(new int[] {of}, new long[] {order}, (event, rank) -> ranks.add(rank));
        return ranks.toIntArray();
    }

    @Test
    void aRankIsMovedOnItsCycle() {
        assertThat(equivalent.place(9)).isEqualTo(1);
        assertThat(equivalent.moved(9, 1)).isEqualTo(11);
        assertThat(equivalent.moved(9, 2)).isEqualTo(7);
        assertThat(equivalent.moved(9, equivalent.inverse(1))).isEqualTo(7);
        assertThat(equivalent.receiver(10)).isEqualTo(6);
        assertThat(equivalent.receiver(1)).isEqualTo(1);
        // 1 sends 4 what 3 sends 0, two places on.
        assertThat(equivalent.sender(1, 4)).isEqualTo(3);
        assertThat(equivalent.sender(1, 6)).isEqualTo(1);
        assertThatThrownBy(() -> new EquivalentRanks(12, 5, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EquivalentRanks(12, 2, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Six positions in rows of two: 0 and 1, 2 and 3, 4 and 5. */
    @Test
    void aRankIsMovedAlongItsRowAndItsColumn() {
        EquivalentRanks rows = new EquivalentRanks(12, 1, 6, 2);
        assertThat(rows.moved(0, 1)).isEqualTo(1);
        assertThat(rows.moved(1, 1)).isEqualTo(0);
        assertThat(rows.moved(7, 3)).isEqualTo(8);
        assertThat(rows.moved(10, 2)).isEqualTo(6);
        for (int places = 0; places < 6; places++) {
            assertThat(rows.sum(places, rows.inverse(places))).isZero();
            assertThat(rows.moved(rows.moved(9, places), rows.inverse(places))).isEqualTo(9);
        }
        // 9 sends 8 what 7 sends 6.
        assertThat(rows.sender(9, 8)).isEqualTo(7);
        assertThatThrownBy(() -> new EquivalentRanks(12, 1, 6, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EquivalentRanks(12, 1, 6, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void cyclesThatLieBetweenEachOtherBeginAsOneBlock() {
        ledger.begins(0);
        int first = ledger.block();
        ledger.begins(1);
        assertThat(ledger.block()).isEqualTo(first);
        ledger.begins(6);
        assertThat(ledger.block()).isEqualTo(first + 1);
        assertThat(order(6)).containsExactly(6, 8, 10);
    }

    @Test
    void aMessageMovesTheOrderAndAListKeepsIt() {
        ledger.begins(0);
        ledger.fires(10, 1, ledger.block(), 2, 0);
        assertThat(order(1)).containsExactly(5, 1, 3);
        ledger.opened(100);
        int made = ledger.block();
        ledger.fires(15, 0, 99, 1, 0);
        ledger.fires(20, 1, 100);
        assertThat(ledger.block()).isGreaterThan(made);
        assertThat(order(1)).containsExactly(5, 1, 3);
    }

    @Test
    void eventsOfOneMakerInOneTickAreABlock() {
        ledger.fires(10, 0, 4, 0, 0);
        int block = ledger.block();
        ledger.fires(10, 1, 4, 1, 0);
        assertThat(ledger.block()).isEqualTo(block);
        ledger.fires(10, 0, 5, 0, 0);
        assertThat(ledger.block()).isEqualTo(block + 1);
        ledger.fires(11, 0, 5, 0, 0);
        assertThat(ledger.block()).isEqualTo(block + 2);
    }

    @Test
    void twoShiftsOnOneCycleInOneBlockAreRefused() {
        ledger.fires(10, 0, 4, 0, 0);
        ledger.fires(10, 1, 4, 1, 0);
        assertThatThrownBy(() -> ledger.touches(0))
                .isInstanceOf(ReductionException.class)
                .hasMessage("events that one event causes on different ranks tie at 10 ns");
        assertThatThrownBy(() -> ledger.fires(10, 1, 4, 2, 0)).isInstanceOf(ReductionException.class);
    }

    @Test
    void twoShiftsInDifferentBlocksMayTie() {
        ledger.fires(10, 0, 4, 0, 0);
        ledger.fires(10, 0, 5, 1, 0);
        ledger.fires(10, 0, 5, 1, 0);
        ledger.touches(1);
        assertThat(ledger.order()).isEqualTo(1);
    }

    /** Two cycles hear from the same ranks in turn; work that they cause on a third comes in the same order everywhere. */
    @Test
    void anEventThatComesFirstAtEveryPlaceMayTie() {
        ledger.fires(10, 0, 4, 0, 7);
        ledger.opened(100);
        ledger.fires(10, 0, 4, 1, 7);
        ledger.fires(10, 1, 4, 0, 8);
        ledger.opened(101);
        ledger.fires(10, 1, 4, 1, 8);
        ledger.fires(15, 0, 100);
        long first = ledger.order();
        int maker = ledger.block();
        ledger.fires(15, 1, 101);
        long second = ledger.order();
        assertThat(ledger.block()).isEqualTo(maker);
        assertThat(second).isNotEqualTo(first);
        IntArrayList all = new IntArrayList();
        ledger.expand(new int[] {0, 1}, new long[] {first, second}, (event, rank) -> all.add(rank));
        // The first rank of each cycle sends to two ranks of both, the second to the last ones.
        assertThat(all.toIntArray()).containsExactly(0, 2, 1, 3, 4, 5);
        ledger.fires(20, 6, maker, first, 0);
        ledger.fires(20, 6, maker, second, 0);
        ledger.fires(30, 6, maker, second, 0);
        assertThatThrownBy(() -> ledger.fires(30, 6, maker, first, 0)).isInstanceOf(ReductionException.class);
    }

    /** Each GPU sends to the other two, first to the next: the lists of the second are those of the third's. */
    @Test
    void messagesToADirectPhaseMayTie() {
        ledger.fires(10, 0, 4, 2, 7);
        ledger.opened(100);
        ledger.fires(10, 0, 4, 1, 7);
        ledger.fires(15, 0, 100);
        assertThat(order(0)).containsExactly(4, 2, 0);
    }

    @Test
    void aTieOfMessagesAllowsNothingElseInItsBlock() {
        ledger.fires(10, 0, 4, 0, 7);
        assertThatThrownBy(() -> {
                    ledger.fires(10, 0, 4, 1, 8);
                })
                .as("another phase")
                .isInstanceOf(ReductionException.class);
        ledger.fires(20, 0, 5, 0, 7);
        ledger.fires(20, 0, 5, 1, 7);
        assertThatThrownBy(() -> ledger.fires(20, 1, 5, 0, 0)).as("an event").isInstanceOf(ReductionException.class);
        assertThatThrownBy(ledger::made).as("a message sent").isInstanceOf(ReductionException.class);
        ledger.fires(30, 1, 6, 0, 0);
        ledger.fires(30, 0, 6, 0, 7);
        assertThatThrownBy(() -> ledger.fires(30, 0, 6, 1, 7)).isInstanceOf(ReductionException.class);
    }
}
