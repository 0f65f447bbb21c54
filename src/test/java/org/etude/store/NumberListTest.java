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
    void listsOfAnyLengthComeBack() {
        for (int length : new int[] {NumberList.LONGEST, NumberList.LONGEST + 1}) {
            List<Integer> many = IntStream.range(0, length).boxed().toList();
            assertThat(NumberList.is(many)).isEqualTo(length == NumberList.LONGEST);
            byte[] saved = StoredFile.bytes("held", new Held(many));
            assertThat(StoredFile.of(saved, "held", Held.class).numbers()).isEqualTo(many);
        }
    }

    @Test
    void otherListsStayAsTheyAre() {
        assertThat(NumberList.is(List.of(1, 2, 3, 4, 5, 6, 7, "8"))).isFalse();
        assertThat(NumberList.is(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L))).isFalse();
    }

    /** 30,000 ints that ask for 655 million numbers. */
    @Test
    void manyLongRunsAreRefusedBeforeTheyTakeMemory() {
        int[] runs = new int[30_000];
        for (int at = 2; at < runs.length; at += 3) {
            runs[at] = 1 << 16;
        }
        assertThatThrownBy(() -> NumberList.of(runs))
                .isInstanceOf(StreamCorruptedException.class)
                .hasMessage("a list of 655360000 numbers in runs exceeds the limit of 1048576");
        int[] most = new int[] {0, 0, NumberList.LONGEST - 1, 0, 0, 2};
        assertThatThrownBy(() -> NumberList.of(most)).hasMessageContaining("a list of 1048577 numbers");
    }

    @Test
    void damagedRunsAreRefused() {
        for (int[] runs : new int[][] {{1, 1}, {1, 1, 0}, {1, 1, -3}, {1, 1, Integer.MAX_VALUE}}) {
            assertThatThrownBy(() -> NumberList.of(runs)).isInstanceOf(StreamCorruptedException.class);
        }
    }
}
