// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Orders recorded from {@code std::unordered_set<uint64_t>} of GCC's library, filled and emptied the same way. */
class HashOrderTest {
    private final HashOrder set = new HashOrder();

    private void add(long... ids) {
        for (long id : ids) {
            set.add(id);
        }
    }

    @Test
    void aBucketStaysTogetherWithTheNewestInFront() {
        add(5, 18, 31, 3, 2, 16, 44);
        assertThat(set.toArray()).containsExactly(2, 16, 3, 44, 31, 18, 5);
        set.remove(18);
        set.remove(44);
        assertThat(set.toArray()).containsExactly(2, 16, 3, 31, 5);
        add(57, 18);
        assertThat(set.toArray()).containsExactly(2, 16, 3, 18, 57, 31, 5);
    }

    @Test
    void growingTurnsTheOrder() {
        for (long i = 0; i < 13; i++) {
            set.add(i * 7);
        }
        assertThat(set.toArray()).containsExactly(84, 77, 70, 63, 56, 49, 42, 35, 28, 21, 14, 7, 0);
        set.add(1000);
        assertThat(set.toArray()).containsExactly(0, 7, 1000, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77, 84);
    }

    @Test
    void numbersHaveNoSign() {
        add(-1, 7, 2); // 2^64 - 1 and 2 are in bucket 2 of 13
        assertThat(set.toArray()).containsExactly(7, 2, -1);
    }

    @Test
    void twoThousandChangesEndInTheRecordedOrder() {
        long x = 12345;
        for (int i = 0; i < 2000; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
            long id = (x >>> 33) % 5000;
            if (i % 3 == 2) {
                set.remove(id);
            } else {
                set.add(id);
            }
        }
        long digest = 0;
        for (long id : set.toArray()) {
            digest = digest * 31 + id;
        }
        assertThat(set.toArray()).hasSize(1102);
        assertThat(Arrays.copyOf(set.toArray(), 12))
                .containsExactly(799, 956, 3707, 2078, 3040, 3535, 1503, 2101, 590, 4344, 2371, 2512);
        assertThat(Long.toUnsignedString(digest)).isEqualTo("8830498295505272127");
    }

    @Test
    void presentNumbersAreNotAddedTwiceAndAbsentOnesNotRemoved() {
        add(4, 9, 4);
        set.remove(5);
        assertThat(set.toArray()).containsExactly(9, 4);
        set.remove(4);
        set.remove(9);
        assertThat(set.isEmpty()).isTrue();
        assertThat(set.toArray()).isEmpty();
    }
}
