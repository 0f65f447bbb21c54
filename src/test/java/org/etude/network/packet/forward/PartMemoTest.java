// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import org.etude.network.packet.part.AncestryTree;
import org.junit.jupiter.api.Test;

/** Segments of parts, and the bounded memory that they share with those of whole networks. */
class PartMemoTest {
    private static StateKey key(long... words) {
        StateKey key = new StateKey();
        key.record();
        for (long word : words) {
            key.put(word);
        }
        return key;
    }

    /** Of 31 words: six each of its start and its end, one of its counters, two of its ancestors, 16 of its objects. */
    private static PartSegment segment(long hash, long nanos, long... start) {
        AncestryTree tree = new AncestryTree(new int[] {~0}, new long[1], new int[1]);
        return new PartSegment(
                key(start).keep(), hash, nanos, key(0).keep(), new PartCounters.Growth(new long[1], 0, 0), tree);
    }

    @Test
    void aSegmentIsFoundByItsStartAndNotByTheHashAlone() {
        PartMemo memo = new PartMemo(1_000);
        memo.add(segment(7, 10, 1, 2));
        assertThat(memo.find(key(1, 2), 7).nanos()).isEqualTo(10);
        assertThat(memo.find(key(1, 3), 7)).isNull();
        assertThat(memo.find(key(1, 2), 8)).isNull();
    }

    @Test
    void ofTwoOfOneHashTheLaterIsKept() {
        PartMemo memo = new PartMemo(1_000);
        memo.add(segment(7, 10, 1, 2));
        memo.add(segment(7, 20, 1, 3));
        assertThat(memo.find(key(1, 2), 7)).isNull();
        assertThat(memo.find(key(1, 3), 7).nanos()).isEqualTo(20);
    }

    /** Room for two segments in each half. */
    @Test
    void theOldHalfIsForgottenExceptWhatIsUsedAgain() {
        PartMemo memo = new PartMemo(124);
        assertThat(segment(1, 1, 1, 1).words()).isEqualTo(31);
        memo.add(segment(1, 1, 1, 1));
        memo.add(segment(2, 2, 2, 2));
        memo.add(segment(3, 3, 3, 3));
        assertThat(memo.find(key(1, 1), 1)).as("found in the old half").isNotNull();
        memo.add(segment(4, 4, 4, 4));
        assertThat(memo.find(key(2, 2), 2)).isNull();
        assertThat(memo.find(key(1, 1), 1)).isNotNull();
        assertThat(memo.find(key(4, 4), 4)).isNotNull();
    }

    @Test
    void whatIsReplacedGivesItsRoomBack() {
        PartMemo memo = new PartMemo(124);
        memo.add(segment(1, 1, 1, 1));
        for (int i = 0; i < 5; i++) {
            // The room of both is needed while one replaces the other.
            memo.add(segment(1, i, 1, 1));
        }
        memo.add(segment(2, 2, 2, 2));
        memo.add(segment(3, 3, 3, 3));
        memo.add(segment(4, 4, 4, 4));
        assertThat(memo.find(key(1, 1), 1).nanos()).isEqualTo(4);
    }

    @Test
    void theYoungHalfBecomesTheOldOneWhenItIsFull() {
        Generations<String> all = new Generations<>(20);
        Long2ObjectMap<String> first = all.young();
        assertThat(all.makeRoom(11)).as("more than a half").isFalse();
        assertThat(all.makeRoom(6)).isTrue();
        assertThat(all.makeRoom(4)).isTrue();
        assertThat(all.young()).as("full to the last word").isSameAs(first);
        assertThat(all.makeRoom(1)).isTrue();
        assertThat(all.old()).isSameAs(first);
        Long2ObjectMap<String> second = all.young();
        all.count(9);
        all.count(-2);
        assertThat(all.makeRoom(2)).isTrue();
        assertThat(all.young()).isSameAs(second);
        assertThat(all.makeRoom(10)).isTrue();
        assertThat(all.old()).isSameAs(second);
    }
}
