// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.etude.link.TestDevice.host;
import static org.etude.link.TestDevice.kernel;

import java.util.List;
import java.util.stream.IntStream;
import org.etude.link.TestDevice;
import org.etude.link.model.LinkedRank;
import org.junit.jupiter.api.Test;

/** Every moment of a thread belongs to the operator open then that started last. */
class SelfTimesTest {
    private static List<Long> times(TestDevice.Event... events) {
        LinkedRank rank = TestDevice.link(List.of(events)).ranks().get(0);
        return IntStream.range(0, rank.size()).mapToObj(rank::exclusiveNanos).toList();
    }

    @Test
    void operatorsLoseTheTimeOfThoseInside() {
        assertThat(times(
                        host("a", 0, 0, 100, 1),
                        host("b", 0, 20, 50, 2),
                        host("c", 0, 30, 10, 3),
                        host("d", 0, 80, 5, 4)))
                .containsExactly(45L, 40L, 10L, 5L);
    }

    @Test
    void whatOverlapsInPartBelongsToTheLater() {
        assertThat(times(host("a", 0, 0, 100, 1), host("b", 0, 50, 100, 2))).containsExactly(50L, 100L);
        assertThat(times(host("a", 0, 0, 100, 1), host("b", 0, 50, 100, 2), host("c", 0, 60, 10, 3)))
                .containsExactly(50L, 90L, 10L);
    }

    @Test
    void gapsBelongToNobody() {
        assertThat(times(host("a", 0, 10, 5, 1), host("b", 0, 40, 7, 2))).containsExactly(5L, 7L);
    }

    /** Two start together; the longer one is outside. */
    @Test
    void equalStartsNest() {
        assertThat(times(host("a", 0, 0, 100, 1), host("b", 0, 0, 40, 2), host("c", 0, 40, 60, 3)))
                .containsExactly(0L, 40L, 60L);
    }

    @Test
    void threadsAreApartAndGpuWorkKeepsItsTime() {
        assertThat(times(host("a", 0, 0, 100, 1), host("b", 1, 10, 30, 2), kernel("k", 3, 20, 50, 7)))
                .containsExactly(100L, 30L, 50L);
    }

    @Test
    void whatEndsWithItsParentLeavesItNothingBehind() {
        assertThat(times(host("a", 0, 0, 100, 1), host("b", 0, 60, 40, 2), host("c", 0, 100, 10, 3)))
                .containsExactly(60L, 40L, 10L);
    }
}
