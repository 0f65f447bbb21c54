// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import org.etude.spec.Parallelism;
import org.etude.spec.WorkloadException;

/**
 * How a training step is divided among ranks.
 *
 * @param name the name of the job, the start of its files' names
 * @param ranks degrees of parallelism
 * @param pipeline the order of micro batches; with as many stages as in {@code ranks}
 * @param gradients how copies exchange gradients
 * @param steps number of consecutive steps
 * @param expertGroups groups of adjacent expert ranks that a token chooses or skips as a whole; 1 for none
 */
public record StepPlan(
        String name, Parallelism ranks, Pipeline pipeline, GradientExchange gradients, int steps, int expertGroups) {
    /** Rejects inconsistent components. */
    public StepPlan {
        if (pipeline.stages() != ranks.pp()) {
            throw new WorkloadException(
                    "a pipeline of " + pipeline.stages() + " stages for " + ranks,
                    "Give it as many stages as pp says.");
        }
        if (steps < 1) {
            throw new WorkloadException(steps + " steps", "Give 1 or more.");
        }
    }

    /** The same with all expert ranks in one group. */
    public StepPlan(String name, Parallelism ranks, Pipeline pipeline, GradientExchange gradients, int steps) {
        this(name, ranks, pipeline, gradients, steps, 1);
    }

    /** The process groups of its ranks. */
    public ProcessGroups groups() {
        int ends = pipeline.endsTogether() ? 1 : 2;
        return new ProcessGroups(ranks, new CopyLayout(gradients.instances(), pipeline.mirrored(), expertGroups, ends));
    }
}
