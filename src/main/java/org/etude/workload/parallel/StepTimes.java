// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import java.util.Comparator;
import java.util.List;

/**
 * The time of one step and of its stages, ns.
 *
 * @param step from the first op to the last
 * @param stages one entry per stage
 */
public record StepTimes(double step, List<StageTimes> stages) {
    /** Copies. */
    public StepTimes {
        stages = List.copyOf(stages);
    }

    /** The stage that waits for others least and hence determines the pace of the pipeline. */
    public StageTimes slowest() {
        return stages.stream()
                .min(Comparator.comparingDouble(StageTimes::bubble))
                .orElseThrow();
    }
}
