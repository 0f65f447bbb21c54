// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.List;
import org.etude.et.graph.EtAttribute;
import org.etude.et.graph.EtNames;
import org.etude.link.model.LinkedRank;
import org.etude.trace.activity.StepWindows;
import org.etude.trace.model.RankTrace.StepWindow;

/** The metadata of a converted trace. */
final class Metadata {
    private Metadata() {}

    /** Metadata of a rank of a job. */
    static List<EtAttribute> of(LinkedRank rank, JobPlan.RecordedJob job) {
        List<EtAttribute> head =
                of(rank.trace().rank(), RankFacts.machine(rank), rank.trace().clockOffsetNanos(), job);
        head.addAll(steps(rank));
        return head;
    }

    /** Metadata that depends on the job; comes first. */
    static List<EtAttribute> of(int rank, String machine, long clockOffsetNanos, JobPlan.RecordedJob job) {
        List<EtAttribute> head = new ArrayList<>();
        head.add(EtAttribute.string("schema", "1.1.1-chakra.0.0.4"));
        head.add(EtAttribute.int64(EtNames.RECORDED_RANK, rank));
        if (job.incomplete() > 0) {
            head.add(EtAttribute.int64(EtNames.INCOMPLETE_WORLD, job.incomplete()));
        } else {
            head.add(EtAttribute.int64(EtNames.RECORDED_RANKS, job.ranks()));
        }
        if (job.machine(machine) >= 0) {
            head.add(EtAttribute.int64(EtNames.MACHINE, job.machine(machine)));
        }
        if (job.clock()) {
            head.add(EtAttribute.int64(EtNames.CLOCK_NS, clockOffsetNanos));
        }
        return head;
    }

    /** Metadata that depends on the rank alone. */
    static List<EtAttribute> steps(LinkedRank rank) {
        List<EtAttribute> head = new ArrayList<>();
        StepWindows.Found found = StepWindows.of(rank.trace());
        List<StepWindow> steps = found.steps();
        if (!steps.isEmpty()) {
            head.add(EtAttribute.int64(EtNames.STEPS, steps.size()));
            List<Long> windows = new ArrayList<>();
            for (StepWindow step : steps) {
                windows.addAll(List.of((long) step.number(), step.startNanos(), step.endNanos()));
            }
            head.add(new EtAttribute(EtNames.STEP_WINDOWS, "", EtAttribute.Kind.INT64_LIST, windows));
            if (found.onGpu()) {
                head.add(EtAttribute.bool(EtNames.STEPS_ON_GPU, true));
            }
        }
        return head;
    }
}
