// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import java.util.Arrays;
import org.etude.network.queue.EventQueue;

/** A list of events and the ticks at which they are due, as {@link EventQueue#leap} takes it. */
public final class PendingEvents {
    public long[] tick = new long[64];
    public int[] event = new int[64];
    public int count;

    public void clear() {
        count = 0;
    }

    /** Adds an event that is due at a tick. */
    public void add(long at, int cell) {
        if (count == tick.length) {
            tick = Arrays.copyOf(tick, count * 2);
            event = Arrays.copyOf(event, count * 2);
        }
        tick[count] = at;
        event[count++] = cell;
    }

    /** Lists all pending events of a queue. */
    public void list(EventQueue queue) {
        clear();
        queue.visit((at, cell) -> {
            add(at, cell);
            return true;
        });
    }
}
