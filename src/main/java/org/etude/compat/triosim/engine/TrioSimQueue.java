// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.ArrayList;
import java.util.List;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.report.Progress;

/**
 * Simulated time and its events. A binary heap ordered only by time: the order of simultaneous events follows from how
 * they sift. Compat needs exactly that order, so no other queue can be used.
 */
public final class TrioSimQueue {
    private static final int POLL = 4096;

    private record Event(double time, Runnable action) {}

    private final List<Event> heap = new ArrayList<>();
    private double now;

    public double now() {
        return now;
    }

    /** Schedules an action at a time in seconds; a time in the past is an error, as in the original. */
    public void at(double time, Runnable action) {
        if (time < now) {
            throw new TrioSimException(
                    Reason.DEADLOCK,
                    "an event of " + time + " s is requested at " + now + " s, where the original stops",
                    "Leave compat out.");
        }
        heap.add(new Event(time, action));
        up(heap.size() - 1);
    }

    public void soon(Runnable action) {
        at(now, action);
    }

    /** Runs until no events are left; returns the time of the last event. */
    public double run() {
        long handled = 0;
        while (!heap.isEmpty()) {
            if (++handled % POLL == 0) {
                Progress.checkInterrupted();
            }
            Event next = pop();
            now = next.time;
            next.action.run();
        }
        return now;
    }

    private Event pop() {
        int last = heap.size() - 1;
        swap(0, last);
        Event first = heap.remove(last);
        down();
        return first;
    }

    private void up(int from) {
        int child = from;
        while (child > 0) {
            int parent = (child - 1) / 2;
            if (!less(child, parent)) {
                return;
            }
            swap(child, parent);
            child = parent;
        }
    }

    private void down() {
        int parent = 0;
        int child = 1;
        while (child < heap.size()) {
            if (child + 1 < heap.size() && less(child + 1, child)) {
                child++;
            }
            if (!less(child, parent)) {
                return;
            }
            swap(parent, child);
            parent = child;
            child = 2 * parent + 1;
        }
    }

    private boolean less(int a, int b) {
        return heap.get(a).time < heap.get(b).time;
    }

    private void swap(int a, int b) {
        Event kept = heap.get(a);
        heap.set(a, heap.get(b));
        heap.set(b, kept);
    }
}
