// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/**
 * Assigns the events of a rank to the threads of a viewer: one per host thread and GPU stream. Viewers require nested
 * slices per thread; slices that overlap otherwise go to further threads of the same name.
 */
final class TraceLanes {
    private static final int NOT_SHOWN = -1;

    private final int[] thread;
    private final List<String> names = new ArrayList<>();

    /** Assigns the events of one trace, in their order of start. O(events x threads per lane). */
    TraceLanes(DeviceTrace trace) {
        thread = new int[trace.size()];
        List<List<OpenSlices>> lanes = new ArrayList<>();
        for (int lane = 0; lane < trace.laneCount(); lane++) {
            lanes.add(new ArrayList<>());
        }
        for (int i = 0; i < thread.length; i++) {
            EventKind kind = trace.kind(i);
            boolean shown = !trace.isFlagged(i) && kind != EventKind.OTHER && kind != EventKind.SYNC;
            thread[i] = shown ? place(trace, i, lanes.get(trace.lane(i))) : NOT_SHOWN;
        }
    }

    private int place(DeviceTrace trace, int event, List<OpenSlices> threads) {
        for (OpenSlices open : threads) {
            if (open.take(trace.startNanos(event), trace.endNanos(event))) {
                return open.number;
            }
        }
        OpenSlices fresh = new OpenSlices(names.size());
        fresh.take(trace.startNanos(event), trace.endNanos(event));
        threads.add(fresh);
        boolean gpu = trace.stream(event) >= 0;
        names.add((gpu ? "stream " : "thread ") + trace.laneName(trace.lane(event)));
        return fresh.number;
    }

    /** The slices open on a thread, outermost first. */
    private static final class OpenSlices {
        private final int number;
        private final LongArrayList ends = new LongArrayList();

        OpenSlices(int number) {
            this.number = number;
        }

        boolean take(long start, long end) {
            while (!ends.isEmpty() && ends.topLong() <= start) {
                ends.popLong();
            }
            if (!ends.isEmpty() && ends.topLong() < end) {
                return false;
            }
            ends.push(end);
            return true;
        }
    }

    /** Whether an event is shown. */
    boolean isShown(int event) {
        return thread[event] != NOT_SHOWN;
    }

    /** The thread of a shown event. */
    int of(int event) {
        return thread[event];
    }

    /** The number of threads. */
    int count() {
        return names.size();
    }

    /** The name of a thread. */
    String name(int number) {
        return names.get(number);
    }
}
