// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SearchBudgetTest {
    private final SearchBudget budget = new SearchBudget();

    @Test
    void aFirstSearchIsFree() {
        budget.spend(1 << 18);
        assertThat(budget.lasts(0, 0)).isTrue();
        budget.spend(1);
        assertThat(budget.lasts(0, 0)).isFalse();
        assertThat(budget.spent()).isEqualTo((1 << 18) + 1);
    }

    @Test
    void eventsThatFiredPayAnEighthAndSkippedOnesTwo() {
        budget.spend((1 << 18) + 1);
        assertThat(budget.lasts(7, 0)).isFalse();
        assertThat(budget.lasts(8, 0)).isTrue();
        budget.spend(2);
        assertThat(budget.lasts(8, 1))
                .as("2 for the one skipped, nothing for the 7 simulated")
                .isFalse();
        assertThat(budget.lasts(9, 1)).isTrue();
    }
}
