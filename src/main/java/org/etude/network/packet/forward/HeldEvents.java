// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.objects.ObjectHeapPriorityQueue;
import java.util.Comparator;

/** Events of a component that is not at the clock, by tick and, within a tick, in the order in which they were added. */
final class HeldEvents {
    private record Held(long tick, int number, int event) {}

    private final ObjectHeapPriorityQueue<Held> events =
            new ObjectHeapPriorityQueue<>(Comparator.comparingLong(Held::tick).thenComparingInt(Held::number));
    private int added;

    void add(long tick, int event) {
        events.enqueue(new Held(tick, added++, event));
    }

    /** The tick of the first event, or {@link Long#MAX_VALUE} when there is none. */
    long nextTick() {
        return events.isEmpty() ? Long.MAX_VALUE : events.first().tick;
    }

    /** The first event. */
    int next() {
        return events.first().event;
    }

    /** Takes the first event. */
    int take() {
        return events.dequeue().event;
    }
}
