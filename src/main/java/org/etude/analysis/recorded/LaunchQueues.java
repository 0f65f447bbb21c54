// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.link.host.HostNesting;
import org.etude.link.host.LaunchIndex;
import org.etude.report.Progress;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * The length of each stream's queue over time: one more when the launching call starts, one less when the work starts.
 * Work without a recorded launch is ignored. O(launches log launches).
 */
public final class LaunchQueues {
    /** The number of launches that CUDA queues for a stream before a launch waits. */
    public static final long FULL = 1024;

    private LaunchQueues() {}

    /** Receives the changes of queue lengths. */
    @FunctionalInterface
    public interface Changes {
        /** The length of a queue from this time on, in ns on the clock of all ranks. */
        void at(int rank, int device, int stream, long nanos, long length);
    }

    /** One entry per rank and stream with launches. */
    public static List<LaunchQueue> of(TraceSet traces) {
        return DeviceRows.of(traces, (rank, trace) -> streams(trace).stream()
                .map(stream -> stream.summary(rank))
                .toList());
    }

    /** Passes every change of every queue, by rank, stream and time. */
    public static void changes(TraceSet traces, Changes changes) {
        for (RankTrace rank : traces.ranks()) {
            Progress.checkInterrupted();
            if (rank.device() != null) {
                for (Stream stream : streams(rank.device())) {
                    stream.changes((at, length) -> changes.at(
                            rank.rank(), stream.device, stream.stream, at + rank.clockOffsetNanos(), length));
                }
            }
        }
    }

    private static List<Stream> streams(DeviceTrace trace) {
        int[] launches = LaunchIndex.of(trace, HostNesting.enclosing(trace));
        Stream[] byLane = new Stream[trace.laneCount()];
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < launches.length; i++) {
            if (launches[i] >= 0 && !trace.isFlagged(i) && !trace.isFlagged(launches[i])) {
                int lane = trace.lane(i);
                if (byLane[lane] == null) {
                    byLane[lane] = new Stream(trace.device(i), trace.stream(i));
                    streams.add(byLane[lane]);
                }
                byLane[lane].launched.add(trace.startNanos(launches[i]));
                byLane[lane].begun.add(Math.max(trace.startNanos(i), trace.startNanos(launches[i])));
            }
        }
        return streams;
    }

    /** Receives the changes of one queue's length. */
    @FunctionalInterface
    interface Length {
        void at(long nanos, long length);
    }

    private static final class Stream {
        private final int device;
        private final int stream;
        private final LongArrayList launched = new LongArrayList();
        private final LongArrayList begun = new LongArrayList();

        Stream(int device, int stream) {
            this.device = device;
            this.stream = stream;
        }

        LaunchQueue summary(int rank) {
            QueueLengths lengths = new QueueLengths();
            changes(lengths::add);
            return lengths.summary(rank, device, stream);
        }

        /** Passes all changes in order; of a launch and a start at the same time, the launch comes first. */
        void changes(Length taker) {
            long[] up = launched.toLongArray();
            long[] down = begun.toLongArray();
            Arrays.sort(up);
            Arrays.sort(down);
            int next = 0;
            for (int done = 0; done < down.length; done++) {
                while (next < up.length && up[next] <= down[done]) {
                    taker.at(up[next], ++next - done);
                }
                taker.at(down[done], next - done - 1L);
            }
        }
    }
}
