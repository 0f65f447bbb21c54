// SPDX-License-Identifier: Apache-2.0
package org.etude.network.analytic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EquivalenceLedgerTest {
    /** Ranks 0, 2, 4 and 1, 3, 5 in cycles; 6, 8, 10 and 7, 9, 11 follow them. */
    private final EquivalentRanks equivalent = new EquivalentRanks(12, 2, 3);

    private final EquivalenceLedger ledger = new EquivalenceLedger(equivalent);

    private int[] order(int of) {
        return IntStream.range(0, ledger.copies())
                .map(i -> ledger.rank(ledger.order(), i, of))
                .toArray();
    }

    @Test
    void aRankIsMovedOnItsCycle() {
        assertThat(equivalent.place(9)).isEqualTo(1);
        assertThat(equivalent.moved(9, 1)).isEqualTo(11);
        assertThat(equivalent.moved(9, 2)).isEqualTo(7);
        assertThat(equivalent.moved(9, -4)).isEqualTo(7);
        assertThat(equivalent.receiver(10)).isEqualTo(6);
        assertThat(equivalent.receiver(1)).isEqualTo(1);
        // 1 sends 4 what 3 sends 0, two places on.
        assertThat(equivalent.sender(1, 4)).isEqualTo(3);
        assertThat(equivalent.sender(1, 6)).isEqualTo(1);
        assertThatThrownBy(() -> new EquivalentRanks(12, 5, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EquivalentRanks(12, 2, 1)).isInstanceOf(IllegalArgumentException.class);
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
        ledger.fires(10, 1, ledger.block(), 2);
        assertThat(order(1)).containsExactly(5, 1, 3);
        ledger.opened(100);
        int made = ledger.block();
        ledger.fires(15, 0, 99, 1);
        ledger.fires(20, 1, 100);
        assertThat(ledger.block()).isGreaterThan(made);
        assertThat(order(1)).containsExactly(5, 1, 3);
    }

    @Test
    void eventsOfOneMakerInOneTickAreABlock() {
        ledger.fires(10, 0, 4, 0);
        int block = ledger.block();
        ledger.fires(10, 1, 4, 1);
        assertThat(ledger.block()).isEqualTo(block);
        ledger.fires(10, 0, 5, 0);
        assertThat(ledger.block()).isEqualTo(block + 1);
        ledger.fires(11, 0, 5, 0);
        assertThat(ledger.block()).isEqualTo(block + 2);
    }

    @Test
    void twoShiftsOnOneCycleInOneBlockAreRefused() {
        ledger.fires(10, 0, 4, 0);
        ledger.fires(10, 1, 4, 1);
        assertThatThrownBy(() -> ledger.touches(0))
                .isInstanceOf(ReductionException.class)
                .hasMessage("events that one event causes on different ranks tie at 10 ns");
        assertThatThrownBy(() -> ledger.fires(10, 1, 4, 2)).isInstanceOf(ReductionException.class);
    }

    @Test
    void twoShiftsInDifferentBlocksMayTie() {
        ledger.fires(10, 0, 4, 0);
        ledger.fires(10, 0, 5, 1);
        ledger.fires(10, 0, 5, 1);
        ledger.touches(1);
        assertThat(ledger.shift()).isEqualTo(1);
    }
}
