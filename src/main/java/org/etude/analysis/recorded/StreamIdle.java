// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.List;
import org.etude.analysis.recorded.IdleTime.Category;

/**
 * Busy and idle time of one stream, whose work is added in the order of start. The categories add up to the span;
 * overlaps count once.
 */
public final class StreamIdle {
    /**
     * The default delay in ns below which an idle interval counts as starting the next kernel, as in Holistic Trace
     * Analysis.
     */
    public static final long KERNEL_DELAY = 30;

    private final long[] nanos = new long[Category.values().length];
    private final long[] count = new long[nanos.length];
    private final long delay;
    private long first;
    private long end = Long.MIN_VALUE;

    /** Creates an empty stream; an idle interval shorter than {@code delay} ns is a kernel wait. */
    public StreamIdle(long delay) {
        this.delay = delay;
    }

    /** The end of the work added so far, in ns; {@link Long#MIN_VALUE} before any. */
    public long endNanos() {
        return end;
    }

    /**
     * Adds work.
     *
     * @param from its start in ns
     * @param to its end in ns
     * @param late whether its launch began only after all earlier work of the stream had ended
     */
    public void add(long from, long to, boolean late) {
        if (end == Long.MIN_VALUE) {
            first = from;
            end = from;
        } else if (from > end) {
            Category why = late ? Category.HOST_WAIT : from - end < delay ? Category.KERNEL_WAIT : Category.OTHER;
            add(why, from - end);
            end = from;
        }
        add(Category.BUSY, Math.max(0, to - end));
        end = Math.max(end, to);
    }

    private void add(Category category, long length) {
        nanos[category.ordinal()] += length;
        count[category.ordinal()]++;
    }

    /** One entry per category; none without work. */
    public List<IdleTime> of(int rank, int device, int stream) {
        List<IdleTime> all = new ArrayList<>();
        long span = end - first;
        for (Category category : Category.values()) {
            int at = category.ordinal();
            if (end != Long.MIN_VALUE) {
                long idle = span - nanos[Category.BUSY.ordinal()];
                all.add(new IdleTime(rank, device, stream, category, count[at], nanos[at], span, idle));
            }
        }
        return all;
    }
}
