// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.part;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.etude.network.queue.EventQueue;

/** Which nodes' pending events are in order among each other, and how all of them are put into the order of a common clock. */
public final class CommonOrder {
    private static final int NONE = -1;

    private final EventQueue queue;
    private final Ancestry ancestry;
    private final PendingEvents sorted = new PendingEvents();
    /** By node: among nodes of one colour, pending events are in order. */
    private final int[] colour;

    private int colours;
    /** A node of the flow that begins, or -1. */
    private int first = NONE;

    private boolean unsorted;

    public CommonOrder(EventQueue queue, Ancestry ancestry, int nodes) {
        this.queue = queue;
        this.ancestry = ancestry;
        colour = new int[nodes];
    }

    /** Begins with all events in order. */
    public void begin() {
        Arrays.fill(colour, 0);
        unsorted = false;
    }

    /** A flow begins, whose nodes are {@link #joins joined} next. */
    public void flowBegins() {
        first = NONE;
    }

    /** Notes a node of the flow that begins, which joins those noted before. */
    public void joins(int node) {
        unsorted |= first != NONE && colour[node] != colour[first];
        first = node;
    }

    /** Notes that all events must be put into order at the end of the tick. */
    public void disturb() {
        unsorted = true;
    }

    /** Whether events that must be in order may not be. */
    public boolean isDisturbed() {
        return unsorted;
    }

    /** Notes that these nodes leave the common clock; their events will be in order among each other only. */
    public void leave(int[] nodes) {
        colours++;
        for (int node : nodes) {
            colour[node] = colours;
        }
    }

    /**
     * Puts all pending events into the order of a common clock; returns their number.
     *
     * @param away the nodes whose events are not at this clock
     */
    public int sort(IntPredicate away) {
        sorted.list(queue);
        int from = 0;
        for (int i = 1; i <= sorted.count; i++) {
            if (i == sorted.count || sorted.tick[i] != sorted.tick[from]) {
                if (i - from > 1) {
                    IntArrays.mergeSort(sorted.event, from, i, ancestry::compare);
                }
                from = i;
            }
        }
        long now = queue.now();
        ancestry.quietly(() -> queue.leap(now, sorted.tick, sorted.event, sorted.count, 0));
        for (int i = 0; i < sorted.count; i++) {
            ancestry.heirs(sorted.event[i], 0);
        }
        for (int node = 0; node < colour.length; node++) {
            if (!away.test(node)) {
                colour[node] = 0;
            }
        }
        unsorted = false;
        return sorted.count;
    }
}
