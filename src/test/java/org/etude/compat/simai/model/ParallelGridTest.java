// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParallelGridTest {
    /** 256 GPUs, of which tp 8 and pp 2 leave 16 copies, with experts over 4. */
    private final ParallelGrid grid = new ParallelGrid(256, 8, 8, 4, 2);

    @ParameterizedTest
    @CsvSource({
        "TP, false, 8", "EP, false, 4", "DP, false, 8", "DP_EP, false, 8",
        "TP, true, 16", "EP, true, 16", "DP, true, 16", "DP_EP, true, 4"
    })
    void ranksOfAGroup(Parallel kind, boolean weightGrad, int ranks) {
        assertThat(grid.ranks(kind, weightGrad)).isEqualTo(ranks);
    }

    @Test
    void copiesAreRoundedDown() {
        assertThat(new ParallelGrid(255, 8, 8, 1, 2).dp()).isEqualTo(15);
        assertThat(new ParallelGrid(8, 8, 8, 1, 2).dp()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 8, 1, 1, 1", "8, 0, 1, 1, 1", "8, 8, 0, 1, 1", "8, 8, 1, 0, 1", "8, 8, 1, 1, 0"})
    void nothingIsLessThanOne(int gpus, int perServer, int tp, int ep, int pp) {
        assertThatThrownBy(() -> new ParallelGrid(gpus, perServer, tp, ep, pp))
                .isInstanceOf(SimAiException.class)
                .hasMessageContaining(gpus + " GPUs, " + perServer + " a server, tp " + tp + ", ep " + ep + ", pp " + pp
                        + ": none can be less than 1");
    }

    @ParameterizedTest
    @CsvSource({"65536, 1, 32768", "65536, 32768, 1"})
    void productsDoNotOverflow(int tp, int ep, int pp) {
        assertThatThrownBy(() -> new ParallelGrid(8, 8, tp, ep, pp)).hasMessageContaining("more than two billion");
        assertThat(new ParallelGrid(8, 8, tp - 1, ep, pp).tp()).isEqualTo(65535);
    }
}
