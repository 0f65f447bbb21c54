// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.util.Arrays;
import org.etude.trace.model.DeviceTrace;

/** The number of GPU streams of a rank with work, over time. Overlapping work on one stream counts once. */
final class BusyStreams {
    private BusyStreams() {}

    /** Counts the streams of one trace, whose events are in order of start. Linear in its events. */
    static CounterTrack of(DeviceTrace trace, long shift) {
        CounterTrack busy = new CounterTrack("busy streams", "streams", 1);
        long[] from = new long[trace.laneCount()];
        long[] to = new long[trace.laneCount()];
        Arrays.fill(to, Long.MIN_VALUE);
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i).isGpuWork() && !trace.isFlagged(i)) {
                int lane = trace.lane(i);
                if (trace.startNanos(i) > to[lane]) {
                    busy.add(from[lane] + shift, to[lane] == Long.MIN_VALUE ? Long.MIN_VALUE : to[lane] + shift, 1);
                    from[lane] = trace.startNanos(i);
                }
                to[lane] = Math.max(to[lane], trace.endNanos(i));
            }
        }
        for (int lane = 0; lane < to.length; lane++) {
            if (to[lane] != Long.MIN_VALUE) {
                busy.add(from[lane] + shift, to[lane] + shift, 1);
            }
        }
        return busy;
    }
}
