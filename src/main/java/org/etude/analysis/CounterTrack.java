// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.IOException;

/**
 * A counter of a process over time: the sum over all open intervals. One value per time at which the sum changes,
 * ascending; 16 bytes per end of an interval.
 */
final class CounterTrack {
    private final String name;
    private final TraceJson.Name series;
    /** 1 for counts; otherwise the divisor of the values. */
    private final double unit;

    private final LongArrayList times = new LongArrayList();
    private final LongArrayList changes = new LongArrayList();

    /**
     * Creates an empty track.
     *
     * @param name the track's name in a viewer
     * @param series the value's name
     * @param unit divisor of the sum; with 1, whole numbers are written
     */
    CounterTrack(String name, String series, double unit) {
        this.name = name;
        this.series = TraceJson.Name.of(series);
        this.unit = unit;
    }

    /** Adds a value for an interval in ns; an empty interval is ignored. */
    void add(long from, long to, long value) {
        if (to > from) {
            change(from, value);
            change(to, -value);
        }
    }

    private void change(long at, long by) {
        times.add(at);
        changes.add(by);
    }

    /** Writes all values. O(n log n) in the intervals. */
    void write(ChromeTraceWriter out, int process) throws IOException {
        long[] at = times.toLongArray();
        long[] by = changes.toLongArray();
        LongArrays.radixSort(at, by);
        long sum = 0;
        long written = 0;
        for (int i = 0; i < at.length; i++) {
            sum += by[i];
            boolean last = i + 1 == at.length || at[i + 1] != at[i];
            if (last && sum != written) {
                written = sum;
                long value = sum;
                out.counter(name, process, at[i], args -> {
                    if (unit == 1) {
                        args.whole(series, value);
                    } else {
                        args.decimal(series, value / unit);
                    }
                });
            }
        }
    }
}
