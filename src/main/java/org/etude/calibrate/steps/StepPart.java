// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.steps;

import java.util.ArrayList;
import java.util.List;
import org.etude.link.model.CollectiveMatches;
import org.etude.link.model.CommTimes;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.LinkedSet;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.trace.activity.Activity;
import org.etude.trace.activity.StepActivity;
import org.etude.trace.activity.TimeSplit;

/**
 * One part of a step, measured and simulated by the same definition: means over ranks and steps, in ms. The parts by
 * {@link Activity} add up to the step; the transfer of matched collectives includes the part hidden by computation.
 *
 * @param part an activity, or {@link #MATCHED_TRANSFERS}
 * @param measuredMs as recorded; NaN when it was not measured
 * @param simulatedMs as simulated; NaN when it cannot be determined
 */
public record StepPart(String part, double measuredMs, double simulatedMs) {
    /** The part by which a network model is judged: from the last rank's arrival to the end, hidden or not. */
    public static final String MATCHED_TRANSFERS = "matched_transfers";

    /**
     * All parts of a recording and a run of it, for the same steps. A run of other ranks, or one without ops, is used
     * as a whole.
     *
     * @param recorded the recording
     * @param steps its steps, of all ranks
     * @param matches its collectives across ranks
     */
    public static List<StepPart> of(
            LinkedSet recorded, List<StepActivity> steps, CollectiveMatches matches, SimulationResult result) {
        TimeSplit measured =
                steps.stream().map(StepActivity::split).reduce(TimeSplit::plus).orElse(null);
        List<SimulatedParts> ranks = SimulatedParts.of(recorded.traces(), result);
        TimeSplit simulated =
                ranks.stream().map(SimulatedParts::sum).reduce(TimeSplit::plus).orElseThrow();
        double counted = ranks.stream().mapToInt(SimulatedParts::steps).sum() * 1e6;
        double rankSteps = (double) result.ranks().size() * result.steps() * 1e6;
        List<StepPart> parts = new ArrayList<>();
        parts.add(new StepPart(
                MATCHED_TRANSFERS,
                steps.isEmpty() ? Double.NaN : measuredTransfers(recorded, matches) / steps.size(),
                simulatedTransfers(result) / rankSteps));
        for (Activity activity : Activity.values()) {
            parts.add(new StepPart(
                    activity == Activity.TRANSFER ? "exposed_transfer" : activity.text(),
                    measured == null ? Double.NaN : measured.nanos(activity) / 1e6 / steps.size(),
                    simulated.nanos(activity) / counted));
        }
        return parts;
    }

    /** (simulated - measured) / measured; NaN without a measurement. */
    public double errorFrac() {
        return measuredMs > 0 ? (simulatedMs - measuredMs) / measuredMs : Double.NaN;
    }

    /** Measured transfer of all ranks and steps in ms; NaN when nothing was matched. */
    private static double measuredTransfers(LinkedSet recorded, CollectiveMatches matches) {
        double sum = Double.NaN;
        CommTimes times = new CommTimes(matches);
        for (LinkedRank rank : recorded.ranks()) {
            for (CommTimes.Time time : times.of(rank)) {
                if (time.matched()) {
                    long moved = Math.max(0, time.durationNanos() - time.waitingNanos());
                    sum = (Double.isNaN(sum) ? 0 : sum) + moved / 1e6;
                }
            }
        }
        return sum;
    }

    /** Simulated transfer of all ranks and steps in ns; NaN when ops were not recorded. */
    private static double simulatedTransfers(SimulationResult result) {
        if (result.ops().isEmpty()) {
            return Double.NaN;
        }
        OpColumns ops = result.ops().get();
        double sum = 0;
        for (int row = 0; row < ops.size(); row++) {
            if (ops.type(row).isComm() && ops.ended(row) >= 0) {
                sum += Math.max(0, ops.ended(row) - Math.max(ops.issued(row), ops.arrived(row)));
            }
        }
        return sum;
    }
}
