package org.etude.workload.llm.step;

import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.parallel.Parallelism;
import org.etude.workload.parallel.Pipeline;
import org.etude.workload.parallel.StepPlan;

/** Elements of the parameters of a rank, by stage. */
public final class StageParameters {
    private final LlmTraining training;
    private final Pipeline pipeline;
    private final Parallelism ranks;
    private final StageLayers split;

    StageParameters(LlmTraining training, StepPlan plan) {
        this.training = training;
        pipeline = plan.pipeline();
        ranks = plan.ranks();
        split = StageLayers.of(training, pipeline.parts());
    }

    /** What all copies hold alike. */
    long dense(int stage) {
        long sum = 0;
        for (int chunk = 0; chunk < pipeline.chunks(); chunk++) {
            int part = pipeline.part(stage, chunk);
            for (int layer = split.from(part); layer < split.to(part); layer++) {
                Part.Block block = LlmModel.layer(training, layer);
                sum += block.count() - experts(block);
            }
        }
        boolean last = stage == ranks.pp() - 1;
        boolean ownsOutput = training.flag(LlmOption.UNTIED) || ranks.pp() > 1;
        sum += stage == 0 ? LlmModel.embedding(training).count() : 0;
        return sum + (last && ownsOutput ? LlmModel.output(training).count() : 0);
    }

    /** The experts of a rank. */
    long experts(int stage) {
        long sum = 0;
        for (int chunk = 0; chunk < pipeline.chunks(); chunk++) {
            int part = pipeline.part(stage, chunk);
            for (int layer = split.from(part); layer < split.to(part); layer++) {
                sum += experts(LlmModel.layer(training, layer));
            }
        }
        return sum;
    }

    /** Experts in a part of the model. */
    static long experts(Part part) {
        long own = part instanceof Part.Experts ? part.own() : 0;
        return own + part.parts().stream().mapToLong(StageParameters::experts).sum();
    }

    /** Norms, which tensor-parallel ranks hold whole. */
    long norms(int stage) {
        long sum = 0;
        for (int chunk = 0; chunk < pipeline.chunks(); chunk++) {
            int part = pipeline.part(stage, chunk);
            for (int layer = split.from(part); layer < split.to(part); layer++) {
                Part.Block block = LlmModel.layer(training, layer);
                sum += block.own() + norms(block);
            }
        }
        return sum;
    }

    private static long norms(Part part) {
        long own = part instanceof Part.Norm ? part.own() : 0;
        return own + part.parts().stream().mapToLong(StageParameters::norms).sum();
    }

    /** What a rank updates. */
    double updated(int stage) {
        if (!LlmPlan.sharded(training)) {
            return (double) dense(stage) + experts(stage);
        }
        return share(dense(stage), ranks.dp()) + share(experts(stage), ranks.dp() / ranks.ep());
    }

    /** One of equal shares, the last of which may be smaller. */
    public static long share(long elements, int ranks) {
        return (elements + ranks - 1) / ranks;
    }
}
