// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.etude.network.packet.state.MarkRun;
import org.junit.jupiter.api.Test;

class SegmentMemoTest {
    private static StateKey tape(long... words) {
        StateKey tape = new StateKey();
        tape.record();
        for (long word : words) {
            tape.put(word);
        }
        return tape;
    }

    private static Segment segment(long hash, long nanos, long... start) {
        return segment(0, hash, nanos, start);
    }

    private static Segment segment(long name, long hash, long nanos, long[] start) {
        CounterSnapshot.Growth nothing =
                new CounterSnapshot.Growth(tape().keep(), new long[4], new long[0], new int[0], MarkRun.none());
        return new Segment(tape(start).keep(), nanos, tape().keep(), nothing, false, hash, name, List.of());
    }

    @Test
    void findsTheLongestThatFits() {
        SegmentMemo memo = new SegmentMemo(1000);
        memo.add(segment(7, 10, 1, 2));
        memo.add(segment(7, 30, 1, 2));
        memo.add(segment(7, 20, 1, 2));
        assertThat(memo.find(tape(1, 2), 7, 100).nanos()).isEqualTo(30);
        assertThat(memo.find(tape(1, 2), 7, 29).nanos()).isEqualTo(20);
        assertThat(memo.find(tape(1, 2), 7, 9)).isNull();
    }

    @Test
    void doesNotTrustTheHash() {
        SegmentMemo memo = new SegmentMemo(1000);
        memo.add(segment(7, 10, 1, 2));
        assertThat(memo.find(tape(1, 3), 7, 100)).isNull();
        assertThat(memo.find(tape(1, 2, 3), 7, 100)).isNull();
    }

    @Test
    void findsByName() {
        SegmentMemo memo = new SegmentMemo(1000);
        long name = memo.name(tape(1, 2).keep(), 7);
        memo.add(segment(name, 7, 10, new long[] {1, 2}));
        memo.add(segment(name, 7, 30, new long[] {1, 2}));
        memo.add(segment(memo.name(tape(1, 3).keep(), 7), 7, 20, new long[] {1, 3}));
        assertThat(memo.name(tape(1, 2).keep(), 7))
                .isEqualTo(name)
                .isNotEqualTo(memo.name(tape(1, 3).keep(), 7));
        assertThat(memo.find(name, 7, 100).nanos()).isEqualTo(30);
        assertThat(memo.find(name, 7, 29).nanos()).isEqualTo(10);
        assertThat(memo.find(name, 8, 100)).isNull();
        assertThat(memo.find(memo.name(tape(4).keep(), 7), 7, 100)).isNull();
    }

    @Test
    void dropsWhatWasNotUsedForLong() {
        SegmentMemo memo = new SegmentMemo(136);
        memo.add(segment(1, 1, 1, 1, 1, 1, 1));
        memo.add(segment(2, 2, 2, 2, 2, 2, 2));
        memo.add(segment(3, 3, 3, 3, 3, 3, 3));
        assertThat(memo.find(tape(1, 1, 1, 1, 1), 1, 9))
                .as("used again, so young again")
                .isNotNull();
        memo.add(segment(4, 4, 4, 4, 4, 4, 4));
        assertThat(memo.find(tape(2, 2, 2, 2, 2), 2, 9)).isNull();
        assertThat(memo.find(tape(1, 1, 1, 1, 1), 1, 9)).isNotNull();
        long[] large = LongStream.range(0, 200).map(i -> i * i * i * i).toArray();
        memo.add(segment(5, 5, large));
        assertThat(memo.find(tape(large), 5, 9)).as("too large").isNull();
    }

    @Test
    void tapesMatchWordByWord() {
        StateKey tape = tape(5, 6);
        tape.match();
        tape.put(5);
        assertThat(tape.same()).isTrue();
        assertThat(tape.matched()).isFalse();
        tape.put(6);
        assertThat(tape.matched()).isTrue();
        tape.put(7);
        assertThat(tape.same()).isFalse();
        assertThat(tape(5, 6).hash())
                .isEqualTo(tape.hash())
                .isNotEqualTo(tape(6, 5).hash());
    }

    @Test
    void numbersFollowTheOrderOfMeeting() {
        IdNumbering numbers = new IdNumbering(2);
        numbers.begin(10);
        assertThat(new int[] {numbers.of(7), numbers.of(3), numbers.of(7), numbers.of(0)})
                .containsExactly(0, 1, 0, 2);
        assertThat(numbers.ids()).containsExactly(7, 3, 0);
        numbers.begin(0);
        numbers.addAll(new int[] {4, 7});
        assertThat(numbers.of(7)).isEqualTo(1);
        assertThat(numbers.count()).isEqualTo(2);
        assertThat(numbers.at(0)).isEqualTo(4);
    }
}
