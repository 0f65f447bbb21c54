// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.util.ArrayList;
import java.util.List;
import org.etude.number.Medians;
import org.etude.trace.activity.CommEvents;
import org.etude.trace.model.DeviceTrace;
import org.etude.trace.model.EventKind;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.TraceSet;

/**
 * What the two-GPU study measures in a trace. Means of sums, not unions: as in the study, concurrent kernels count
 * twice; {@link org.etude.trace.activity.StepActivity} has the true unions.
 *
 * @param stepMs median over ranks of the median ProfilerStep; NaN without step marks
 * @param commMs per rank all NCCL or RCCL kernels over the number of steps, median over ranks; waiting included
 * @param kernelMs the same of all other kernels
 * @param steps steps per rank, the fewest of any
 */
public record StepMeasurement(double stepMs, double commMs, double kernelMs, int steps) {
    /**
     * Measures all ranks that have a Kineto trace.
     *
     * @throws CalibrationException when none has
     */
    public static StepMeasurement of(TraceSet traces) {
        List<RankTrace> ranks = traces.ranks().stream()
                .filter(r -> r.device() != null && r.device().size() > 0)
                .toList();
        if (ranks.isEmpty()) {
            throw new CalibrationException(
                    traces.source() + ": no rank has a Kineto trace",
                    "Record with record.py, or give the device traces.");
        }
        double[] step = ranks.stream()
                .mapToDouble(StepMeasurement::stepMs)
                .filter(ms -> ms > 0)
                .toArray();
        double[] comm = ranks.stream().mapToDouble(r -> kernelMs(r, true)).toArray();
        double[] kernel = ranks.stream().mapToDouble(r -> kernelMs(r, false)).toArray();
        int steps = ranks.stream().mapToInt(r -> r.steps().size()).min().orElse(0);
        return new StepMeasurement(Medians.of(step), Medians.of(comm), Medians.of(kernel), steps);
    }

    private static double stepMs(RankTrace rank) {
        List<Double> lengths = new ArrayList<>();
        rank.steps().forEach(s -> lengths.add((s.endNanos() - s.startNanos()) / 1e6));
        return Medians.of(lengths.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static double kernelMs(RankTrace rank, boolean communication) {
        DeviceTrace trace = rank.device();
        CommEvents events = new CommEvents(trace);
        long sum = 0;
        for (int i = 0; i < trace.size(); i++) {
            if (trace.kind(i) == EventKind.KERNEL && events.isKernel(i) == communication && !trace.isFlagged(i)) {
                sum += trace.durationNanos(i);
            }
        }
        return sum / 1e6 / Math.max(1, rank.steps().size());
    }
}
