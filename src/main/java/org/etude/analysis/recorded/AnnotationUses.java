// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.etude.link.host.HostNesting;
import org.etude.link.host.LaunchIndex;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.TraceSet;

/** Time of each user annotation, on the host and on the GPU, and the GPU work launched inside it. */
public final class AnnotationUses {
    private final int rank;
    private final DeviceTrace trace;
    private final Int2ObjectLinkedOpenHashMap<AnnotationUse> host = new Int2ObjectLinkedOpenHashMap<>();
    private final Int2ObjectLinkedOpenHashMap<AnnotationUse> gpu = new Int2ObjectLinkedOpenHashMap<>();

    private AnnotationUses(int rank, DeviceTrace trace) {
        this.rank = rank;
        this.trace = trace;
    }

    /**
     * One entry per rank, location and name; ranks ascending, the host first, the longest first. O(events x depth of
     * nesting).
     */
    public static List<AnnotationUse> of(TraceSet traces) {
        return DeviceRows.of(traces, (rank, trace) -> {
            AnnotationUses uses = new AnnotationUses(rank, trace);
            uses.ranges();
            uses.work();
            return uses.rows();
        });
    }

    private void ranges() {
        for (int i = 0; i < trace.size(); i++) {
            EventKind kind = trace.kind(i);
            boolean onGpu = kind == EventKind.GPU_ANNOTATION;
            if ((onGpu || kind == EventKind.USER_ANNOTATION) && !trace.isFlagged(i)) {
                use(i, onGpu).times().add(trace.durationNanos(i));
            }
        }
    }

    private AnnotationUse use(int event, boolean onGpu) {
        return (onGpu ? gpu : host)
                .computeIfAbsent(
                        trace.nameId(event),
                        name -> new AnnotationUse(
                                rank, trace.names().text(name), onGpu, new DurationStats(), new DurationStats()));
    }

    private void work() {
        int[] enclosing = HostNesting.enclosing(trace);
        int[] launches = LaunchIndex.of(trace, enclosing);
        for (int i = 0; i < launches.length; i++) {
            int at = launches[i] < 0 || trace.isFlagged(i) ? -1 : enclosing[launches[i]];
            for (; at >= 0; at = enclosing[at]) {
                if (trace.kind(at) == EventKind.USER_ANNOTATION && !isNested(enclosing, at)) {
                    use(at, false).work().add(trace.durationNanos(i));
                }
            }
        }
    }

    /** Whether an enclosing range has the same name, and so already counts the work. */
    private boolean isNested(int[] enclosing, int annotation) {
        for (int at = enclosing[annotation]; at >= 0; at = enclosing[at]) {
            if (trace.nameId(at) == trace.nameId(annotation) && trace.kind(at) == EventKind.USER_ANNOTATION) {
                return true;
            }
        }
        return false;
    }

    private List<AnnotationUse> rows() {
        List<AnnotationUse> rows = new ArrayList<>(host.values());
        rows.addAll(gpu.values());
        rows.sort(Comparator.comparing(AnnotationUse::onGpu)
                .thenComparing(Comparator.comparingLong(
                                (AnnotationUse use) -> use.times().totalNanos())
                        .reversed())
                .thenComparing(AnnotationUse::name));
        return rows;
    }
}
