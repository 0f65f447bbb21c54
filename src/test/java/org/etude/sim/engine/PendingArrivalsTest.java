// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.etude.network.queue.EventQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PendingArrivalsTest {
    /** Two rings, 0 -> 2 -> 4 and 1 -> 3, whose events are 10 to 14. */
    private static PendingArrivals rings() {
        PendingArrivals arrivals = new PendingArrivals();
        int[] successor = {2, 3, 4, 1, 0};
        for (int i = 0; i < successor.length; i++) {
            arrivals.add(100 + i, 10 + i, i, null);
            arrivals.successor[i] = successor[i];
        }
        return arrivals;
    }

    @ParameterizedTest
    @CsvSource({"0, 10 11 12 13 14", "1, 12 13 14 11 10", "2, 14 11 10 13 12", "3, 10 13 12 11 14", "6, 10 11 12 13 14"
    })
    void turnsEachRingByItself(int rounds, String events) {
        PendingArrivals arrivals = rings();
        arrivals.turn(rounds, 1_000);
        assertThat(Arrays.copyOf(arrivals.event, 5))
                .isEqualTo(Arrays.stream(events.split(" "))
                        .mapToInt(Integer::parseInt)
                        .toArray());
        assertThat(Arrays.copyOf(arrivals.tick, 5)).containsExactly(1_100, 1_101, 1_102, 1_103, 1_104);
    }

    @Test
    void othersFollowInTheirOrder() {
        EventQueue queue = new EventQueue();
        int handler = queue.register(argument -> {});
        for (long tick : new long[] {5, 5, 9_000, 7}) {
            queue.schedule(tick, handler, tick);
        }
        PendingArrivals arrivals = new PendingArrivals();
        queue.visit((tick, event) -> {
            arrivals.add(tick, event, 0, null);
            return arrivals.count < 2;
        });
        arrivals.addOthers(queue);
        assertThat(arrivals.count).isEqualTo(4);
        assertThat(Arrays.copyOf(arrivals.tick, 4)).containsExactly(5, 5, 7, 9_000);
        assertThat(queue.argumentOf(arrivals.event[3])).isEqualTo(9_000);
    }

    @Test
    void growsAndForgets() {
        PendingArrivals arrivals = new PendingArrivals();
        for (int i = 0; i < 1_000; i++) {
            arrivals.add(i, i, i, null);
        }
        assertThat(arrivals.span()).isEqualTo(999);
        arrivals.clear();
        assertThat(arrivals.count).isZero();
    }
}
