// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** {@link EventHeap} against the library's queue. */
class EventHeapTest {
    /** A step below 8 adds an event of that tick, others take one. Numbers ascend, so that ties keep their order. */
    @Property
    void eventsComeByTickThenByNumber(@ForAll @Size(max = 300) List<@IntRange(min = 0, max = 11) Integer> steps) {
        EventHeap heap = new EventHeap();
        PriorityQueue<int[]> expected =
                new PriorityQueue<>(Comparator.<int[]>comparingInt(e -> e[0]).thenComparingInt(e -> e[1]));
        int number = 0;
        for (int step : steps) {
            if (step < 8) {
                heap.add(step, number, 1000 + number);
                expected.add(new int[] {step, number});
                number++;
            } else if (!expected.isEmpty()) {
                assertThat(heap.tick()).isEqualTo(expected.peek()[0]);
                assertThat(heap.take()).isEqualTo(1000 + expected.remove()[1]);
            }
            assertThat(heap.isEmpty()).isEqualTo(expected.isEmpty());
        }
        while (!expected.isEmpty()) {
            assertThat(heap.take()).isEqualTo(1000 + expected.remove()[1]);
        }
        assertThat(heap.isEmpty()).isTrue();
    }
}
