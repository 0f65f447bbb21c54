// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import java.util.function.Predicate;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * From the first start to the last end of a rank's usable events, on its own clock.
 *
 * @param start the first start in ns
 * @param end the last end in ns; not after the start when there is no event
 */
public record Span(long start, long end) {
    private static final Span NONE = new Span(0, 0);

    /** The span of one trace; {@link #isSome} is false when nothing in it is usable. */
    public static Span of(DeviceTrace trace) {
        return of(trace, kind -> kind != EventKind.OTHER);
    }

    /** The span of actual work; Python frames are excluded because they stay open in waiting threads. */
    static Span ofWork(DeviceTrace trace) {
        return of(trace, kind -> kind != EventKind.OTHER && kind != EventKind.PYTHON);
    }

    private static Span of(DeviceTrace trace, Predicate<EventKind> counts) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < trace.size(); i++) {
            if (!trace.isFlagged(i) && counts.test(trace.kind(i))) {
                first = Math.min(first, trace.startNanos(i));
                last = Math.max(last, trace.endNanos(i));
            }
        }
        return first > last ? NONE : new Span(first, last);
    }

    /** The first event of any rank in ns on the first rank's clock, from which tables count time. */
    public static long origin(TraceSet traces) {
        long origin = Long.MAX_VALUE;
        for (RankTrace rank : traces.ranks()) {
            Span span = rank.device() == null ? NONE : of(rank.device());
            if (span.isSome()) {
                origin = Math.min(origin, span.start + rank.clockOffsetNanos());
            }
        }
        return origin == Long.MAX_VALUE ? 0 : origin;
    }

    /** Whether there is any event. */
    public boolean isSome() {
        return end > start;
    }

    /** Its length in ms, NaN when there is none. */
    public double millis() {
        return isSome() ? (end - start) / 1e6 : Double.NaN;
    }
}
