// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.etude.link.Linker;
import org.etude.link.model.LinkedSet;
import org.etude.report.Progress;
import org.etude.spec.LinkOptions;
import org.etude.trace.activity.TraceCut;
import org.etude.trace.model.RankTrace;
import org.etude.trace.model.RankTrace.StepWindow;

/** Chooses the step of median length on the first rank if several were recorded. */
final class StepChoice {
    private StepChoice() {}

    /** The number of the chosen step, or -1 when there is at most one. */
    static int middle(RankTrace rank) {
        List<StepWindow> steps = new ArrayList<>(rank.steps());
        if (steps.size() < 2) {
            return -1;
        }
        steps.sort(Comparator.comparingLong((StepWindow s) -> s.endNanos() - s.startNanos())
                .thenComparingInt(StepWindow::number));
        return steps.get((steps.size() - 1) / 2).number();
    }

    /** The recording of the chosen step, linked again. */
    static LinkedSet one(LinkedSet set, LinkOptions options, Progress progress) {
        int middle = middle(set.ranks().get(0).trace());
        return middle < 0 ? set : Linker.link(TraceCut.step(set.traces(), middle), options, progress);
    }
}
