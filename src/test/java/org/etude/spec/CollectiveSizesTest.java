// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectiveSizesTest {
    @ParameterizedTest
    @CsvSource({
        "BUFFER, ALL_REDUCE, 1000, 2, 128, 1000",
        "BUFFER, REDUCE_SCATTER, 1000, 2, 128, 1000",
        "BUFFER, ALL_GATHER, 1000, 2, 8, 250",
        "BUFFER, ALL_GATHER, 1000, 8, 2, 4000",
        "BUFFER, ALL_GATHER, 3, 2, 4, 2",
        "BUFFER, ALL_GATHER, 1, 2, 1000, 1",
        "BUFFER, ALL_GATHER, 0, 2, 1000, 0",
        "WIRE, ALL_REDUCE, 6400, 2, 128, 12700",
        "WIRE, ALL_GATHER, 6400, 4, 4, 6400",
        "WIRE, ALL_REDUCE, 700, 1, 1, 700",
        "WIRE, ALL_REDUCE, 700, 8, 1, 1",
        "RECORDED, ALL_GATHER, 777, 2, 1024, 777",
    })
    void sizesFollowTheGroup(CollectiveSizes meaning, CollectiveType type, long size, int from, int to, long scaled) {
        assertThat(meaning.scaled(type, size, from, to)).isEqualTo(scaled);
    }

    @ParameterizedTest
    @CsvSource({"1000, 2, 8, 4, 252", "1001, 2, 4, 4, 500", "1, 2, 8, 256, 256", "0, 2, 8, 256, 0"})
    void theyAreRoundedToWholeElements(long size, int from, int to, long unit, long scaled) {
        assertThat(CollectiveSizes.BUFFER.scaled(CollectiveType.ALL_GATHER, size, from, to, unit))
                .isEqualTo(scaled);
    }

    /** The product of size and factor is more than a long holds. */
    @Test
    void largeSizesAreExact() {
        assertThat(CollectiveSizes.WIRE.scaled(CollectiveType.ALL_REDUCE, 64L << 40, 2, 128))
                .isEqualTo(127L << 40);
    }

    @Test
    void oneRankPutsNothingOnTheWire() {
        assertThatThrownBy(() -> CollectiveSizes.WIRE.scaled(CollectiveType.ALL_REDUCE, 1, 1, 8))
                .isInstanceOf(WorkloadException.class)
                .hasMessageContaining("so they cannot be scaled to 8 ranks");
    }
}
