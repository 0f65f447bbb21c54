// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StateKeyTest {
    private static StateKey key(long... words) {
        StateKey key = new StateKey();
        key.record();
        for (long word : words) {
            key.put(word);
        }
        return key;
    }

    @Test
    void whatIsRecordedIsReadBack() {
        StateKey key = key(LongStream.range(0, 3_000).toArray());
        assertThat(key.size()).isEqualTo(3_000);
        assertThat(key.work()).isEqualTo(3_000);
        KeptState kept = key.keep();
        assertThat(kept.size()).isEqualTo(3_000);
        for (int round = 0; round < 2; round++) {
            key.read(kept);
            for (long word = 0; word < 3_000; word++) {
                assertThat(key.next()).isEqualTo(word);
            }
        }
        key.record();
        key.put(5);
        assertThat(key.size()).isEqualTo(1);
        assertThat(key.sameAs(key(5).keep())).isTrue();
    }

    @Test
    void aSecondWalkThatEndsEarlyOrGoesOnDoesNotMatch() {
        StateKey key = key(1, 2);
        key.match();
        key.put(1);
        assertThat(key.matched()).isFalse();
        assertThat(key.same()).isTrue();
        assertThat(key.work()).isEqualTo(1);
        key.put(2);
        assertThat(key.matched()).isTrue();
        key.put(0);
        assertThat(key.same()).as("beyond the end").isFalse();
        key.match();
        key.put(9);
        key.put(2);
        assertThat(key.matched()).as("all numbers, the first another").isFalse();
    }

    @Test
    void whatIsKeptIsIndependent() {
        StateKey key = key(1, 2, 3);
        KeptState kept = key.keep();
        assertThat(key.sameAs(kept)).isTrue();
        assertThat(kept.sameAs(key.keep())).isTrue();
        key.put(4);
        assertThat(key.sameAs(kept)).isFalse();
        assertThat(kept.sameAs(key.keep())).isFalse();
        assertThat(kept.size()).isEqualTo(3);
        key.read(kept);
        key.put(0);
        assertThat(key.sameAs(key(1, 2, 3, 0).keep()))
                .as("goes on after what was read")
                .isTrue();
        assertThat(key(1, 2, 3).sameAs(key(1, 2, 4).keep())).isFalse();
        key.read(key().keep());
        assertThat(key.size()).isZero();
        StateKey copy = new StateKey();
        copy.copyFrom(key(7, 8));
        assertThat(copy.sameAs(key(7, 8).keep())).isTrue();
        StateKey large = key(LongStream.range(0, 1_500).toArray());
        copy.copyFrom(large);
        large.put(1);
        assertThat(copy.keep().sameAs(key(LongStream.range(0, 1_500).toArray()).keep()))
                .isTrue();
    }

    /** As many zeros as expected have the same bytes but for their count, so the number of numbers is compared too. */
    @Test
    void statesOfDifferentLengthDiffer() {
        assertThat(key(0, 0).sameAs(key(0, 0, 0).keep())).isFalse();
        assertThat(key().sameAs(key(0).keep())).isFalse();
        assertThat(key().sameAs(key().keep())).isTrue();
    }

    /** Words go round four chains; what is left over after the last whole round goes into the first. */
    @Test
    void theHashTakesInEveryWordAndTheirNumber() {
        long a = StateKey.mix(StateKey.mix(StateKey.mix(6, 11), 15), 16);
        long b = StateKey.mix(0x9E3779B97F4A7C15L, 12);
        long c = StateKey.mix(~0x9E3779B97F4A7C15L, 13);
        long d = StateKey.mix(-1, 14);
        assertThat(key(11, 12, 13, 14, 15, 16).hash()).isEqualTo(StateKey.mix(StateKey.mix(StateKey.mix(a, b), c), d));
        assertThat(key().hash()).isNotEqualTo(key(0).hash());
    }

    /** (3 xor 1) * golden, its upper half folded onto the lower. */
    @Test
    void mixingMultipliesAndFolds() {
        assertThat(StateKey.mix(3, 1)).isEqualTo(0x3C6EF372FE94F82AL ^ 0x3C6EF372L);
    }
}
