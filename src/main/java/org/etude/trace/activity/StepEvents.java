// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.activity;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace.StepWindow;

/**
 * The events of one step of a rank: host events that start within its mark, the GPU work that they launched, and the ranges on
 * the GPU of its annotations, whenever these ran. Work launched before the first recorded call is in no step. Other work
 * without a recorded launch, and ranges of unknown annotations, are in the last step during which they start ({@link
 * StepWindows}).
 */
final class StepEvents {
    private final DeviceTrace trace;
    private final StepWindow mark;
    private final StepWindow onGpu;
    /** The windows of later steps, to which work belongs that starts in several. */
    private final List<StepWindow> later;

    private final LongOpenHashSet launched = new LongOpenHashSet();
    private final LongOpenHashSet launchedInside = new LongOpenHashSet();
    private final LongOpenHashSet annotated = new LongOpenHashSet();
    private final LongOpenHashSet annotatedInside = new LongOpenHashSet();
    /** The smallest correlation of a recorded call; correlations count up. */
    private long firstCall = Long.MIN_VALUE;

    /**
     * Prepares the selection. Linear in the events.
     *
     * @param mark the step's mark on the host
     * @param windows all steps according to {@link StepWindows}
     * @param at the step among them
     */
    StepEvents(DeviceTrace trace, StepWindow mark, List<StepWindow> windows, int at) {
        this.trace = trace;
        this.mark = mark;
        onGpu = windows.get(at);
        later = windows.subList(at + 1, windows.size());
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i) == EventKind.RUNTIME && trace.correlation(i) != DeviceTrace.NONE) {
                long correlation = trace.correlation(i);
                firstCall = launched.isEmpty() ? correlation : Math.min(firstCall, correlation);
                add(i, correlation, launched, launchedInside);
            } else if (trace.kind(i) == EventKind.USER_ANNOTATION && trace.externalId(i) != DeviceTrace.NONE) {
                add(i, trace.externalId(i), annotated, annotatedInside);
            }
        }
    }

    private void add(int event, long id, LongOpenHashSet all, LongOpenHashSet inside) {
        all.add(id);
        if (isIn(mark, event)) {
            inside.add(id);
        }
    }

    /** The rows of the step's events, ascending. */
    int[] rows() {
        IntArrayList rows = new IntArrayList();
        for (int i = 0; i < trace.size(); i++) {
            if (isPart(i)) {
                rows.add(i);
            }
        }
        return rows.toIntArray();
    }

    private boolean isPart(int event) {
        EventKind kind = trace.kind(event);
        if (kind.isGpuWork()) {
            long correlation = trace.correlation(event);
            return launched.contains(correlation)
                    ? launchedInside.contains(correlation)
                    : !isEarlier(correlation) && isDuring(event);
        }
        if (kind == EventKind.GPU_ANNOTATION) {
            long annotation = trace.externalId(event);
            return annotated.contains(annotation) ? annotatedInside.contains(annotation) : isDuring(event);
        }
        return isIn(mark, event);
    }

    private boolean isDuring(int event) {
        return isIn(onGpu, event) && later.stream().noneMatch(step -> isIn(step, event));
    }

    private boolean isEarlier(long correlation) {
        return correlation != DeviceTrace.NONE && correlation < firstCall;
    }

    private boolean isIn(StepWindow window, int event) {
        return trace.startNanos(event) >= window.startNanos() && trace.startNanos(event) < window.endNanos();
    }
}
