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
        PendingArrivals landings = new PendingArrivals();
        int[] successor = {2, 3, 4, 1, 0};
        for (int i = 0; i < successor.length; i++) {
            landings.add(100 + i, 10 + i, i, null);
            landings.successor[i] = successor[i];
        }
        return landings;
    }

    @ParameterizedTest
    @CsvSource({"0, 10 11 12 13 14", "1, 12 13 14 11 10", "2, 14 11 10 13 12", "3, 10 13 12 11 14", "6, 10 11 12 13 14"
    })
    void turnsEachRingByItself(int rounds, String events) {
        PendingArrivals landings = rings();
        landings.turn(rounds, 1_000);
        assertThat(Arrays.copyOf(landings.event, 5))
                .isEqualTo(Arrays.stream(events.split(" "))
                        .mapToInt(Integer::parseInt)
                        .toArray());
        assertThat(Arrays.copyOf(landings.tick, 5)).containsExactly(1_100, 1_101, 1_102, 1_103, 1_104);
    }

    @Test
    void othersFollowInTheirOrder() {
        EventQueue queue = new EventQueue();
        int handler = queue.register(argument -> {});
        for (long tick : new long[] {5, 5, 9_000, 7}) {
            queue.schedule(tick, handler, tick);
        }
        PendingArrivals landings = new PendingArrivals();
        queue.visit((tick, event) -> {
            landings.add(tick, event, 0, null);
            return landings.count < 2;
        });
        landings.addOthers(queue);
        assertThat(landings.count).isEqualTo(4);
        assertThat(Arrays.copyOf(landings.tick, 4)).containsExactly(5, 5, 7, 9_000);
        assertThat(queue.argumentOf(landings.event[3])).isEqualTo(9_000);
    }

    @Test
    void growsAndForgets() {
        PendingArrivals landings = new PendingArrivals();
        for (int i = 0; i < 1_000; i++) {
            landings.add(i, i, i, null);
        }
        assertThat(landings.span()).isEqualTo(999);
        landings.clear();
        assertThat(landings.count).isZero();
    }
}
