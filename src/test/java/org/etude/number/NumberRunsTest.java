// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumberRunsTest {
    @Test
    void joinsNumbersThatFollowEachOther() {
        assertThat(NumberRuns.text(new int[] {0, 1, 2, 3, 5, 7, 8}, ", ")).isEqualTo("0-3, 5, 7-8");
        assertThat(NumberRuns.text(new int[] {4, 0, 1}, ",")).isEqualTo("4,0-1");
        assertThat(NumberRuns.text(new int[] {9}, ",")).isEqualTo("9");
        assertThat(NumberRuns.text(new int[0], ",")).isEmpty();
    }
}
