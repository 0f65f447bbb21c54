// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.assertj.core.api.Assertions;

class EventQueueProperties {
    /** Order of tick, then of scheduling, near and far, also for events that come while others fire. */
    @Property(tries = 300)
    void eventsFireInOrder(
            @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 20_000) Integer> first,
            @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 9000) Integer> later) {
        EventQueue queue = new EventQueue();
        List<long[]> planned = new ArrayList<>();
        List<long[]> fired = new ArrayList<>();
        int[] next = {0};
        int[] handler = new int[1];
        handler[0] = queue.register(number -> {
            fired.add(new long[] {queue.now(), number});
            if (next[0] < later.size()) {
                plan(queue, handler[0], planned, later.get(next[0]++));
            }
        });
        for (int delay : first) {
            plan(queue, handler[0], planned, delay);
        }
        while (queue.step()) {
            assertThat(queue.pending()).isNotNegative();
        }
        planned.sort(Comparator.<long[]>comparingLong(e -> e[0]).thenComparingLong(e -> e[1]));
        assertThat(fired).usingRecursiveFieldByFieldElementComparator().containsExactlyElementsOf(planned);
        assertThat(queue.fired()).isEqualTo(planned.size());
    }

    private static void plan(EventQueue queue, int handler, List<long[]> planned, int delay) {
        long number = planned.size();
        planned.add(new long[] {queue.now() + delay, number});
        queue.schedule(queue.now() + delay, handler, number);
    }

    @Example
    void thePastIsRefused() {
        EventQueue queue = new EventQueue();
        int handler = queue.register(argument -> {});
        queue.schedule(5, handler, 0);
        queue.step();
        Assertions.assertThatIllegalArgumentException().isThrownBy(() -> queue.schedule(4, handler, 0));
    }
}
