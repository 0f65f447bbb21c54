// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class IntRunsTest {
    @Test
    void ranksOfAGroupAreOneRun() {
        List<Integer> even = IntStream.range(0, 512).map(k -> 2 * k).boxed().toList();
        assertThat(IntRuns.runs(even)).containsExactly(0, 2, 512);
        assertThat(IntRuns.copyOf(even))
                .isInstanceOf(IntRuns.class)
                .hasSize(512)
                .endsWith(1022);
        assertThat(IntRuns.of()).isEmpty();
    }

    /** As a list of boxed numbers, in both directions and element by element. */
    @Property(tries = 500)
    void isTheSameList(@ForAll @Size(max = 30) List<@IntRange(min = -3, max = 5) Integer> numbers) {
        IntRuns list = IntRuns.of(IntRuns.runs(numbers));
        List<Integer> boxed = new ArrayList<>(numbers);
        assertThat(list.equals(boxed)).isTrue();
        assertThat(boxed.equals(list)).isTrue();
        assertThat(list).hasSameHashCodeAs(boxed).hasSize(boxed.size());
        for (int index = 0; index < boxed.size(); index++) {
            assertThat(list.get(index)).isEqualTo(boxed.get(index));
        }
        assertThat(IntRuns.copyOf(boxed)).isEqualTo(boxed);
    }

    /** Steps across the whole range of ints wrap, in both directions. */
    @Property(tries = 200)
    void numbersOfAnySizeComeBack(@ForAll @Size(max = 12) List<Integer> numbers) {
        assertThat(IntRuns.of(IntRuns.runs(numbers))).isEqualTo(numbers);
    }

    @Test
    void differentRunsMayHaveEqualNumbers() {
        IntRuns one = IntRuns.of(0, 1, 4);
        IntRuns two = IntRuns.of(0, 1, 2, 2, 1, 2);
        assertThat(one).isEqualTo(two).hasSameHashCodeAs(two).isNotEqualTo(IntRuns.of(0, 1, 5));
    }

    @Test
    void cannotBeChangedAndChecksPlaces() {
        IntRuns list = IntRuns.of(3, 1, 2);
        assertThatThrownBy(() -> list.set(0, 1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> list.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> list.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> IntRuns.of(1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IntRuns.of(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
