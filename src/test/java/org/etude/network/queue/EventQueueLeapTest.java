// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Leaps of the clock: pending events in order, moved as requested; calls at the end of ticks. */
class EventQueueLeapTest {
    private final EventQueue queue = new EventQueue();
    private final List<String> heard = new ArrayList<>();
    private final int handler = queue.register(argument -> heard.add(argument + "@" + queue.now()));

    private List<Long> visited() {
        List<Long> all = new ArrayList<>();
        queue.visit((tick, event) -> {
            all.add(queue.argumentOf(event));
            return true;
        });
        return all;
    }

    private void runAll() {
        while (queue.step()) {
            // Each step fires one tick.
        }
    }

    @Property(tries = 100)
    void visitsInTheOrderOfFiring(@ForAll @Size(max = 40) List<@IntRange(max = 20_000) Integer> ticks) {
        EventQueue events = new EventQueue();
        List<Long> fired = new ArrayList<>();
        int number = events.register(fired::add);
        for (int i = 0; i < ticks.size(); i++) {
            events.schedule(ticks.get(i), number, i);
        }
        List<Long> seen = new ArrayList<>();
        events.visit((tick, event) -> seen.add(events.argumentOf(event)));
        while (events.step()) {
            // To the end.
        }
        assertThat(seen).isEqualTo(fired);
    }

    @Test
    void aTimeThatNoClockTellsIsRefused() {
        queue.schedule(1_000_000, handler, 1);
        queue.step();
        queue.schedule(Long.MAX_VALUE - 1, handler, 2);
        for (long tick : new long[] {Long.MAX_VALUE, 1_000_000 + Long.MAX_VALUE, 1_000_000 + Long.MAX_VALUE - 1}) {
            assertThatThrownBy(() -> queue.schedule(tick, handler, 3))
                    .isInstanceOf(HorizonException.class)
                    .hasMessageStartingWith("at 1000000 ns: what comes next lies more than 292 years ahead");
        }
        assertThat(queue.nextTick()).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void visitsUntilTheVisitorHasSeenEnough() {
        queue.schedule(5, handler, 1);
        queue.schedule(6, handler, 2);
        queue.schedule(1 << 20, handler, 3);
        int[] seen = {0};
        queue.visit((tick, event) -> ++seen[0] < 2);
        assertThat(seen[0]).isEqualTo(2);
        assertThat(visited()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void leapsKeepTheOrderGivenAndCountWhatWasSkipped() {
        queue.schedule(5, handler, 1);
        queue.schedule(5, handler, 2);
        queue.schedule(1 << 20, handler, 3);
        int[] cells = new int[4];
        int[] count = {0};
        queue.visit((tick, event) -> {
            cells[count[0]++] = event;
            return true;
        });
        cells[3] = queue.cell(handler, 4);
        long later = 1L << 30;
        queue.leap(1000, new long[] {later, 2000, later, 2000}, cells, 4, 7);
        assertThat(queue.now()).isEqualTo(1000);
        assertThat(queue.pending()).isEqualTo(4);
        runAll();
        assertThat(heard).containsExactly("2@2000", "4@2000", "1@" + later, "3@" + later);
        assertThat(queue.fired()).isEqualTo(7 + 4);
    }

    @Test
    void doesNotLeapBackNorPastItsLimit() {
        queue.limitLeaps(10);
        assertThat(queue.horizon()).isEqualTo(10);
        assertThatThrownBy(() -> queue.leap(11, new long[0], new int[0], 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("horizon 10");
        queue.schedule(5, handler, 1);
        assertThatThrownBy(() -> queue.leap(-1, new long[0], new int[0], 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from tick 0 to -1");
        assertThat(queue.now()).isZero();
    }

    /** As the queue of a part that is simulated apart, when it is used again for another. */
    @Test
    void anEmptyQueueMayGoBack() {
        queue.schedule(5, handler, 1);
        runAll();
        queue.leap(2, new long[0], new int[0], 0, 0);
        queue.schedule(3, handler, 2);
        runAll();
        assertThat(heard).containsExactly("1@5", "2@3");
    }

    @Test
    void callsAtTheEndOfATickWhenAsked() {
        int asking = queue.register(argument -> queue.settle());
        queue.settles(() -> heard.add("end of " + queue.now()));
        queue.schedule(3, asking, 0);
        queue.schedule(3, handler, 1);
        queue.schedule(4, handler, 2);
        runAll();
        assertThat(heard).containsExactly("1@3", "end of 3", "2@4");
    }

    @Test
    void callsAtAPlannedTickBetweenEvents() {
        queue.settles(() -> heard.add("end of " + queue.now()));
        queue.schedule(3, handler, 1);
        queue.schedule(100_000, handler, 2);
        queue.settleAt(50_000);
        runAll();
        assertThat(heard).containsExactly("1@3", "end of 50000", "2@100000");
        queue.settleAt(200_000);
        assertThat(queue.step()).isFalse();
        assertThat(heard).hasSize(3);
        assertThat(queue.fired()).isEqualTo(2);
    }

    @Test
    void callsAtThePlannedTickAfterItsEvents() {
        queue.settles(() -> heard.add("end of " + queue.now()));
        queue.schedule(3, handler, 1);
        queue.schedule(4, handler, 2);
        queue.settleAt(3);
        runAll();
        assertThat(heard).containsExactly("1@3", "end of 3", "2@4");
    }
}
