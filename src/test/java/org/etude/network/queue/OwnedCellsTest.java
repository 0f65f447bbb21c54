// SPDX-License-Identifier: Apache-2.0
package org.etude.network.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Cells that stay their owner's fire in the same order as events, whatever the size of the wheel. */
class OwnedCellsTest {
    private record Due(long tick, int number) {}

    @Property(tries = 200)
    void orderIsTickThenSchedulingForBothKinds(@ForAll @LongRange(min = 0, max = 1 << 20) long seed) {
        Random random = new Random(seed);
        EventQueue queue = new EventQueue();
        queue.widen(random.nextInt(200_000));
        List<Integer> fired = new ArrayList<>();
        List<Due> expected = new ArrayList<>();
        int[] numbers = new int[4096];
        int[] made = {0};
        int[] handlers = new int[2];
        Runnable more = () -> {
            for (int k = random.nextInt(3); k > 0 && made[0] < 500; k--) {
                int number = made[0]++;
                long tick = queue.now() + (random.nextBoolean() ? random.nextInt(50) : random.nextInt(300_000));
                expected.add(new Due(tick, number));
                if (random.nextBoolean()) {
                    queue.schedule(tick, handlers[0], number);
                } else {
                    int cell = queue.take();
                    numbers[cell] = number;
                    queue.scheduleOwned(tick, handlers[1], cell);
                }
            }
        };
        handlers[0] = queue.register(number -> {
            fired.add((int) number);
            more.run();
        });
        handlers[1] = queue.register(cell -> {
            fired.add(numbers[(int) cell]);
            if (random.nextBoolean()) {
                queue.give((int) cell);
            }
            more.run();
        });
        while (expected.size() < 20) {
            more.run();
        }
        while (queue.step()) {
            assertThat(queue.pending()).isNotNegative();
        }
        expected.sort(Comparator.comparingLong(Due::tick).thenComparingInt(Due::number));
        assertThat(fired).isEqualTo(expected.stream().map(Due::number).toList());
        assertThat(queue.fired()).isEqualTo(expected.size());
    }

    @Test
    void theWheelCannotChangeUnderEvents() {
        EventQueue queue = new EventQueue();
        queue.schedule(3, queue.register(arg -> {}), 0);
        assertThatThrownBy(() -> queue.widen(1 << 16)).isInstanceOf(IllegalStateException.class);
    }
}
