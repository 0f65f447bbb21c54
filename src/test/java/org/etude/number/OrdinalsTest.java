// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrdinalsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "2147483647, 2147483647",
        "2147483648, -1",
        "4294967296, -1",
        "-1, -1",
        "-2, -1",
        "-4294967295, -1",
        "9223372036854775807, -1",
        "-9223372036854775808, -1"
    })
    void whatNoIntHoldsIsNoRank(long number, int rank) {
        assertThat(Ordinals.of(number)).isEqualTo(rank);
    }
}
