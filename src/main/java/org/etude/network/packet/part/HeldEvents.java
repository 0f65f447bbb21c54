// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import it.unimi.dsi.fastutil.objects.ObjectHeapPriorityQueue;
import java.util.Comparator;

/** Events of a component that is not at the clock, by tick and, within a tick, in the order in which they were added. */
public final class HeldEvents {
    private record Held(long tick, int number, int event) {}

    private final ObjectHeapPriorityQueue<Held> events =
            new ObjectHeapPriorityQueue<>(Comparator.comparingLong(Held::tick).thenComparingInt(Held::number));
    private int added;

    public void add(long tick, int event) {
        events.enqueue(new Held(tick, added++, event));
    }

    /** The tick of the first event, or {@link Long#MAX_VALUE} when there is none. */
    public long nextTick() {
        return events.isEmpty() ? Long.MAX_VALUE : events.first().tick;
    }

    /** The first event. */
    public int next() {
        return events.first().event;
    }

    /** Takes the first event. */
    public int take() {
        return events.dequeue().event;
    }
}
