// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import java.util.Arrays;
import org.etude.network.packet.part.AncestryTree;
import org.etude.network.packet.part.PendingEvents;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.EventTrace;

/**
 * Writes down which event scheduled which, and when, while a copy of a part is simulated: 12 bytes per event. Events are numbered as
 * they are scheduled; those that were pending at the beginning have the complements of their places.
 */
final class EventLineage implements EventTrace {
    private static final int FIRST_EVENTS = 1 << 12;

    private final EventQueue queue;
    private int[] parents = new int[FIRST_EVENTS];
    private long[] ticks = new long[FIRST_EVENTS];
    /** By cell. */
    private int[] number = new int[FIRST_EVENTS];

    private int count;
    private int firing;
    private long begun;

    EventLineage(EventQueue queue) {
        this.queue = queue;
    }

    /** Begins with these pending events. */
    void begin(int[] events) {
        count = 0;
        begun = queue.now();
        for (int i = 0; i < events.length; i++) {
            set(events[i], ~i);
        }
    }

    private void set(int event, int to) {
        if (event >= number.length) {
            number = Arrays.copyOf(number, Math.max(event + 1, number.length * 2));
        }
        number[event] = to;
    }

    @Override
    public boolean takes(long tick, int event) {
        if (count == parents.length) {
            parents = Arrays.copyOf(parents, count * 2);
            ticks = Arrays.copyOf(ticks, count * 2);
        }
        parents[count] = firing;
        ticks[count] = queue.now();
        set(event, count++);
        return false;
    }

    @Override
    public void begins() {
        // Nobody outside hears of these events.
    }

    @Override
    public void fires(int event) {
        firing = number[event];
    }

    @Override
    public void ends() {
        // Nothing is scheduled between ticks.
    }

    /** The place of a pending event among those that were pending at the beginning, or -1 if it is newer. */
    int place(int event) {
        return number[event] < 0 ? ~number[event] : -1;
    }

    /** The ancestors of those of these pending events that are newer than the beginning. */
    AncestryTree tree(PendingEvents events) {
        boolean[] needed = new boolean[count];
        int newer = 0;
        for (int i = 0; i < events.count; i++) {
            if (number[events.event[i]] >= 0) {
                needed[number[events.event[i]]] = true;
                newer++;
            }
        }
        int kept = 0;
        for (int i = count - 1; i >= 0; i--) {
            if (needed[i]) {
                kept++;
                if (parents[i] >= 0) {
                    needed[parents[i]] = true;
                }
            }
        }
        int[] places = new int[count];
        int[] treeParents = new int[kept];
        long[] after = new long[kept];
        int at = 0;
        for (int i = 0; i < count; i++) {
            if (needed[i]) {
                places[i] = at;
                treeParents[at] = parents[i] < 0 ? parents[i] : places[parents[i]];
                after[at++] = ticks[i] - begun;
            }
        }
        int[] pending = new int[newer];
        int next = 0;
        for (int i = 0; i < events.count; i++) {
            if (number[events.event[i]] >= 0) {
                pending[next++] = places[number[events.event[i]]];
            }
        }
        return new AncestryTree(treeParents, after, pending);
    }
}
