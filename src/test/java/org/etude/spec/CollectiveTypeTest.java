// SPDX-License-Identifier: Apache-2.0
package org.etude.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Numbers of collective types in execution traces, and what the simulator runs for each. */
class CollectiveTypeTest {
    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, 0", "REDUCE, 1", "ALL_GATHER, 2", "GATHER, 3", "SCATTER, 4",
        "BROADCAST, 5", "ALL_TO_ALL, 6", "REDUCE_SCATTER, 7", "REDUCE_SCATTER_BLOCK, 8", "BARRIER, 9"
    })
    void numbersAreThoseOfChakrasSchema(CollectiveType type, int number) {
        assertThat(type.number()).isEqualTo(number);
        assertThat(CollectiveType.ofNumber(number)).isEqualTo(type);
    }

    @ParameterizedTest
    @EnumSource(names = {"SEND", "RECV", "UNKNOWN"})
    void whatIsNoCollectiveHasNoNumber(CollectiveType type) {
        assertThat(CollectiveType.ofNumber(type.ordinal())).isNull();
        assertThatThrownBy(type::number)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(type + " is not a collective of execution traces");
    }

    @Test
    void numbersOutsideTheSchemaHaveNoType() {
        assertThat(CollectiveType.ofNumber(-1)).isNull();
        assertThat(CollectiveType.ofNumber(1L << 32)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "ALL_REDUCE, ALL_REDUCE",
        "REDUCE, ALL_REDUCE",
        "ALL_GATHER, ALL_GATHER",
        "GATHER, ALL_GATHER",
        "SCATTER, REDUCE_SCATTER",
        "BROADCAST,",
        "ALL_TO_ALL, ALL_TO_ALL",
        "REDUCE_SCATTER, REDUCE_SCATTER",
        "REDUCE_SCATTER_BLOCK, REDUCE_SCATTER",
        "BARRIER, ALL_REDUCE",
        "SEND,",
        "RECV,",
        "UNKNOWN,"
    })
    void aTypeWithoutMessagesRunsAsOneThatMovesAtLeastAsMuch(CollectiveType type, CollectiveType substitute) {
        assertThat(type.substitute()).isEqualTo(substitute);
    }

    @Test
    void namesAreKnownInAnySpelling() {
        assertThat(CollectiveType.named("All2All")).contains(CollectiveType.ALL_TO_ALL);
        assertThat(CollectiveType.named("all2all")).contains(CollectiveType.ALL_TO_ALL);
        assertThat(CollectiveType.named("reduce-scatter")).contains(CollectiveType.REDUCE_SCATTER);
        assertThat(CollectiveType.named("AllReduce2")).contains(CollectiveType.ALL_REDUCE);
        assertThat(CollectiveType.named("all2one")).isEmpty();
    }

    @Test
    void onlyScheduledTypesHaveASizeAfterAPhase() {
        assertThat(CollectiveType.ALL_REDUCE.finalBytes(64, 4)).isEqualTo(64);
        assertThat(CollectiveType.ALL_TO_ALL.finalBytes(64, 4)).isEqualTo(64);
        assertThat(CollectiveType.ALL_GATHER.finalBytes(64, 4)).isEqualTo(256);
        assertThat(CollectiveType.REDUCE_SCATTER.finalBytes(64, 4)).isEqualTo(16);
        for (CollectiveType type : EnumSet.complementOf(EnumSet.copyOf(CollectiveType.scheduled()))) {
            assertThat(type.isScheduled()).isFalse();
            assertThatThrownBy(() -> type.finalBytes(64, 4)).hasMessageStartingWith(type + " has no message schedule");
        }
    }
}
