// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class IdTableTest {
    private static IdTable of(long... ids) {
        IdTable.Range range = new IdTable.Range();
        for (long id : ids) {
            range.see(id);
        }
        return range.table();
    }

    @Test
    void tellsTheNumberBefore() {
        for (IdTable index : List.of(of(7, 9), of(7, 9, 1L << 40))) {
            assertThat(index.get(7)).isEqualTo(IdTable.NONE);
            assertThat(index.put(7, 3)).isEqualTo(IdTable.NONE);
            assertThat(index.put(7, 4)).isEqualTo(3);
            assertThat(index.get(7)).isEqualTo(4);
            assertThat(index.get(9)).isEqualTo(IdTable.NONE);
        }
    }

    @Test
    void findsNothingOutsideItsRange() {
        IdTable index = of(100, 101);
        for (long id : new long[] {Long.MIN_VALUE, -1, 0, 99, 102, Long.MAX_VALUE}) {
            assertThat(index.get(id)).isEqualTo(IdTable.NONE);
        }
        assertThat(of().get(1)).isEqualTo(IdTable.NONE);
    }

    @Test
    void refusesWhatItWasNotShown() {
        assertThatThrownBy(() -> of(100, 101).put(99, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** Ids as far apart as a long reaches do not make an array of that length. */
    @Test
    void holdsIdsFarApart() {
        for (long least : new long[] {1, 0, -7, Long.MIN_VALUE}) {
            IdTable index = of(least, Long.MAX_VALUE);
            index.put(Long.MAX_VALUE, 5);
            assertThat(index.get(Long.MAX_VALUE)).isEqualTo(5);
            assertThat(index.get(least)).isEqualTo(IdTable.NONE);
        }
    }

    @Property(tries = 300)
    void isAMap(
            @ForAll @Size(max = 50) List<@LongRange(min = 1, max = 400) Long> ids,
            @ForAll @LongRange(min = -1L << 62, max = 1L << 62) long base,
            @ForAll @IntRange(min = 1, max = 1_000_000) int stride) {
        IdTable.Range range = new IdTable.Range();
        ids.forEach(id -> range.see(base + id * stride));
        IdTable index = range.table();
        Map<Long, Integer> map = new HashMap<>();
        for (int i = 0; i < ids.size(); i++) {
            long id = base + ids.get(i) * stride;
            Integer before = map.put(id, i);
            assertThat(index.put(id, i)).isEqualTo(before == null ? IdTable.NONE : before);
        }
        for (long id = 1; id <= 400; id++) {
            assertThat(index.get(base + id * stride)).isEqualTo(map.getOrDefault(base + id * stride, IdTable.NONE));
        }
    }
}
