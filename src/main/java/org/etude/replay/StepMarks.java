// SPDX-License-Identifier: Apache-2.0
package org.etude.replay;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtGraph;
import org.etude.et.graph.EtNames;

/**
 * A recorded step of a converted rank, as stored in its metadata.
 *
 * @param number the N of ProfilerStep#N
 * @param startNanos start on the rank's clock in ns
 * @param endNanos end on the rank's clock in ns
 */
public record StepMarks(int number, long startNanos, long endNanos) {
    private static final int FIELDS = 3;

    /** Whether the steps of a converted rank are delimited by GPU work rather than by the host's marks. */
    public static boolean onGpu(EtGraph graph) {
        return graph.metadata().stream()
                .anyMatch(a -> a.name().equals(EtNames.STEPS_ON_GPU) && Boolean.TRUE.equals(a.value()));
    }

    /** The steps in order; empty for a trace without marks or from another tool. */
    public static List<StepMarks> of(EtGraph graph) {
        List<StepMarks> steps = new ArrayList<>();
        for (EtAttribute attribute : graph.metadata()) {
            if (attribute.name().equals(EtNames.STEP_WINDOWS) && attribute.kind() == EtAttribute.Kind.INT64_LIST) {
                List<?> values = (List<?>) attribute.value();
                for (int i = 0; i + FIELDS <= values.size(); i += FIELDS) {
                    steps.add(new StepMarks(
                            ((Long) values.get(i)).intValue(), (Long) values.get(i + 1), (Long) values.get(i + 2)));
                }
            }
        }
        return steps;
    }
}
