// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StreamCorruptedException;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class NumberListTest {
    record Held(List<?> numbers) {}

    @Test
    void ranksOfAGroupAreOneRun() {
        List<Integer> all = IntStream.range(0, 1024).boxed().toList();
        assertThat(NumberList.runs(all)).containsExactly(0, 1, 1024);
        assertThat(NumberList.runs(List.of(5, 13, 21, 29, 3, 2, 1, 9))).containsExactly(5, 8, 4, 3, -1, 3, 9, 0, 1);
    }

    @Property(tries = 300)
    void everyListComesBack(@ForAll @Size(max = 40) List<Integer> numbers) throws Exception {
        assertThat(NumberList.of(NumberList.runs(numbers))).isEqualTo(numbers);
        byte[] saved = StoredFile.bytes("held", new Held(numbers));
        assertThat(StoredFile.of(saved, "held", Held.class).numbers()).isEqualTo(numbers);
    }

    @Test
    void longRunsAreCutAndOtherListsStayAsTheyAre() throws Exception {
        List<Integer> many = IntStream.range(0, 200_000).boxed().toList();
        assertThat(NumberList.of(NumberList.runs(many))).isEqualTo(many);
        assertThat(NumberList.is(List.of(1, 2, 3, 4, 5, 6, 7, "8"))).isFalse();
        assertThat(NumberList.is(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L))).isFalse();
    }

    @Test
    void damagedRunsAreRefused() {
        for (int[] runs : new int[][] {{1, 1}, {1, 1, 0}, {1, 1, -3}, {1, 1, Integer.MAX_VALUE}}) {
            assertThatThrownBy(() -> NumberList.of(runs)).isInstanceOf(StreamCorruptedException.class);
        }
    }
}
