// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.ArrayList;
import java.util.List;
import org.etude.link.host.HostNesting;
import org.etude.link.host.LaunchIndex;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.TraceSet;

/** Why each stream of each rank was idle: {@link IdleTime}. Linear in the events. */
public final class IdleTimes {
    private IdleTimes() {}

    /**
     * One entry per rank, stream and category; streams in the order of their first work.
     *
     * @param delay an idle interval shorter than this many ns is a kernel wait
     */
    public static List<IdleTime> of(TraceSet traces, long delay) {
        return DeviceRows.of(traces, (rank, trace) -> of(rank, trace, delay));
    }

    private static List<IdleTime> of(int rank, DeviceTrace trace, long delay) {
        int[] launches = LaunchIndex.of(trace, HostNesting.enclosing(trace));
        StreamIdle[] streams = new StreamIdle[trace.laneCount()];
        List<Integer> first = new ArrayList<>();
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i).isGpuWork() && !trace.isFlagged(i)) {
                int lane = trace.lane(i);
                if (streams[lane] == null) {
                    streams[lane] = new StreamIdle(delay);
                    first.add(i);
                }
                StreamIdle stream = streams[lane];
                boolean late = launches[i] >= 0 && trace.startNanos(launches[i]) > stream.endNanos();
                stream.add(trace.startNanos(i), trace.endNanos(i), late);
            }
        }
        List<IdleTime> all = new ArrayList<>();
        for (int event : first) {
            all.addAll(streams[trace.lane(event)].of(rank, trace.device(event), trace.stream(event)));
        }
        return all;
    }
}
