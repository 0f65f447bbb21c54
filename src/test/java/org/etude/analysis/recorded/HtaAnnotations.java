// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.HashSet;
import java.util.Set;
import org.etude.Traces;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;

/**
 * What Holistic Trace Analysis counts by its public source: {@code filter_gpu_kernels_for_one_rank} of {@code hta/common/trace.py}, which
 * leaves the last step out, and the kernels that then overlap an annotation of their stream.
 */
final class HtaAnnotations {
    private final DeviceTrace trace;
    private final long lastStep;
    private final Set<Long> launched = new HashSet<>();

    private HtaAnnotations(DeviceTrace trace) {
        this.trace = trace;
        long latest = Long.MIN_VALUE;
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i) == EventKind.USER_ANNOTATION && trace.name(i).startsWith("ProfilerStep")) {
                latest = Math.max(latest, trace.startNanos(i));
            }
        }
        lastStep = latest;
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i) == EventKind.RUNTIME && trace.startNanos(i) < lastStep) {
                launched.add(trace.correlation(i));
            }
        }
    }

    private static HtaAnnotations of(Traces traces) {
        return new HtaAnnotations(traces.set().ranks().get(0).device());
    }

    /** GPU work whose launch began before the last step. */
    static int launchedBeforeTheLastStep(Traces traces) {
        HtaAnnotations hta = of(traces);
        int count = 0;
        for (int i = 0; i < hta.trace.size(); i++) {
            count += hta.stays(i) ? 1 : 0;
        }
        return count;
    }

    /** Such work that overlaps an annotation on its stream which began, on the GPU, before the last step did on the host. */
    static int kernels(Traces traces, String annotation) {
        HtaAnnotations hta = of(traces);
        int count = 0;
        for (int range = 0; range < hta.trace.size(); range++) {
            boolean kept = hta.trace.kind(range) == EventKind.GPU_ANNOTATION
                    && hta.trace.name(range).equals(annotation)
                    && hta.trace.startNanos(range) < hta.lastStep;
            for (int i = 0; kept && i < hta.trace.size(); i++) {
                count += hta.stays(i) && hta.overlap(i, range) ? 1 : 0;
            }
        }
        return count;
    }

    private boolean stays(int event) {
        return trace.kind(event).isGpuWork() && launched.contains(trace.correlation(event));
    }

    private boolean overlap(int event, int range) {
        return trace.stream(event) == trace.stream(range)
                && trace.startNanos(event) < trace.endNanos(range)
                && trace.endNanos(event) > trace.startNanos(range);
    }
}
