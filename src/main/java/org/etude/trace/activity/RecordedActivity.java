// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import java.util.function.IntFunction;
import org.etude.number.IntervalSet;
import org.etude.report.Progress;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;

/** Derives the {@link ActivitySpans} of one rank from its Kineto trace, on the rank's own clock. */
final class RecordedActivity {
    private final DeviceTrace trace;
    private final CommEvents events;
    private final Int2LongMap waits;
    private final IntFunction<IntervalSet> hostWaits;
    private final ActivitySpans.Builder spans = new ActivitySpans.Builder();
    private final boolean gpu;

    private RecordedActivity(DeviceTrace trace, Int2LongMap waits, IntFunction<IntervalSet> hostWaits) {
        this.trace = trace;
        this.waits = waits;
        this.hostWaits = hostWaits;
        events = new CommEvents(trace);
        gpu = trace.hasGpuWork();
    }

    /** The spans of a rank with a Kineto trace. O(n log n) of its events. */
    static ActivitySpans of(RankTrace rank, PartnerWaits waits) {
        RecordedActivity activity =
                new RecordedActivity(rank.device(), waits.of(rank.rank()), lane -> waits.host(rank.rank(), lane));
        activity.communication();
        activity.host();
        if (activity.gpu) {
            activity.gpuWork();
        } else {
            activity.hostWork();
        }
        Progress.checkInterrupted();
        return activity.spans.build();
    }

    /** Adds kernels and host backends, and calls that move the data themselves or whose transfer is not recorded. */
    private void communication() {
        boolean shown = false;
        for (int i = 0; i < trace.size(); i++) {
            if (events.isKernel(i) || events.isHostBackend(i) || !gpu && events.isMessageCall(i)) {
                comm(i);
                shown |= !events.isMessageCall(i);
            }
        }
        for (int i = 0; i < trace.size() && !shown && !gpu; i++) {
            if (events.isHostComm(i)) {
                comm(i);
            }
        }
    }

    private void comm(int i) {
        if (!trace.isFlagged(i)) {
            spans.addComm(trace.startNanos(i), trace.endNanos(i), trace.startNanos(i) + Math.max(0, waits.get(i)));
        }
    }

    private void gpuWork() {
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            if (kind.isGpuWork() && !trace.isFlagged(i) && !events.isKernel(i)) {
                Activity activity = kind == EventKind.KERNEL ? Activity.COMPUTE : Activity.COPY;
                spans.add(activity, trace.startNanos(i), trace.endNanos(i));
            }
        }
    }

    /**
     * Adds the host's operators per thread, because one may wait for communication while another thread computes. While
     * host threads that take turns wait for a transfer, none of them computes.
     */
    private void hostWork() {
        IntervalSet[] operators = HostWork.of(trace, events).operators();
        for (int lane = 0; lane < operators.length; lane++) {
            spans.addAll(Activity.COMPUTE, operators[lane].without(hostWaits.apply(lane)));
        }
    }

    /** Adds the host from its first event to its last; time outside operators and calls is Python or a gap. */
    private void host() {
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            boolean host = kind.isHostOp() || kind == EventKind.RUNTIME || kind == EventKind.PYTHON;
            if (host && !trace.isFlagged(i)) {
                spans.addHost(trace.startNanos(i), trace.endNanos(i));
            }
        }
    }
}
