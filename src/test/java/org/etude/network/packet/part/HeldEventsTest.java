// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeldEventsTest {
    @Test
    void eventsComeByTickAndWithinATickAsTheyWereAdded() {
        HeldEvents events = new HeldEvents();
        assertThat(events.nextTick()).isEqualTo(Long.MAX_VALUE);
        events.add(5, 10);
        events.add(3, 14);
        events.add(5, 9);
        events.add(3, 11);
        assertThat(events.nextTick()).isEqualTo(3);
        assertThat(events.next()).isEqualTo(14);
        assertThat(new int[] {events.take(), events.take()}).containsExactly(14, 11);
        assertThat(events.nextTick()).isEqualTo(5);
        events.add(4, 1);
        assertThat(new int[] {events.take(), events.take(), events.take()}).containsExactly(1, 10, 9);
        assertThat(events.nextTick()).isEqualTo(Long.MAX_VALUE);
    }
}
