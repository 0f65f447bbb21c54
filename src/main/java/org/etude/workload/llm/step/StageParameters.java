// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.parallel.Group;
import org.etude.workload.parallel.Pipeline;
import org.etude.workload.parallel.ProcessGroups;
import org.etude.workload.parallel.StepPlan;

/** Counts parameter elements of a rank, by stage. */
public final class StageParameters {
    private final LlmTraining training;
    private final Pipeline pipeline;
    private final ProcessGroups groups;
    private final int instances;
    private final StageLayers split;
    private final Adapters adapters;
    private final long predictions;
    private final Map<Integer, Part.Block> layers = new HashMap<>();

    StageParameters(LlmTraining training, StepPlan plan) {
        this.training = training;
        pipeline = plan.pipeline();
        groups = plan.groups();
        instances = plan.gradients().instances();
        adapters = Adapters.of(training);
        predictions = training.ownPredictions();
        split = StageLayers.of(training, pipeline.parts());
    }

    /** Elements that all copies hold. */
    long dense(int stage) {
        long sum = sum(stage, block -> block.count() - experts(block));
        boolean first = holds(stage, 0);
        boolean last = holds(stage, pipeline.parts() - 1);
        boolean ownsOutput = training.flag(LlmOption.UNTIED) || !pipeline.endsTogether();
        sum += first || last && predictions > 0 ? LlmModel.embedding(training).count() : 0;
        sum += last && ownsOutput ? LlmModel.output(training).count() : 0;
        sum += last ? predictions * joining() : 0;
        return sum + (adapters.on() ? sum(stage, adapters::count) : 0);
    }

    /** The matrix and the norms that a prediction module adds to a layer; its last norm is that of the output. */
    private long joining() {
        return LlmModel.prediction(training).count() + 2 * training.hidden();
    }

    /** The experts of a rank. */
    long experts(int stage) {
        return sum(stage, StageParameters::experts);
    }

    /** Elements of {@link #dense} with gradients and optimizer states. */
    long trained(int stage) {
        return adapters.on() ? sum(stage, adapters::count) : dense(stage);
    }

    /** The same of {@link #experts}. */
    long trainedExperts(int stage) {
        return adapters.on() ? 0 : experts(stage);
    }

    /** Elements of adapters of which each tensor-parallel rank has a part of the gradients. */
    long partialAdapters(int stage) {
        return adapters.on() ? sum(stage, block -> adapters.partial(block, training.sequenceParallel())) : 0;
    }

    private boolean holds(int stage, int part) {
        for (int chunk = 0; chunk < pipeline.chunks(); chunk++) {
            if (pipeline.part(stage, chunk) == part) {
                return true;
            }
        }
        return false;
    }

    /** A layer of the model; built once per kind. */
    Part.Block layer(int layer) {
        return layers.computeIfAbsent(LlmModel.alike(training, layer), kind -> LlmModel.layer(training, kind));
    }

    /** The sum over all layers of a stage, including those of prediction modules. */
    private long sum(int stage, ToLongFunction<Part.Block> of) {
        Map<Integer, Long> counts = new TreeMap<>();
        for (int chunk = 0; chunk < pipeline.chunks(); chunk++) {
            int part = pipeline.part(stage, chunk);
            for (int layer = split.from(part); layer < split.to(part); layer++) {
                counts.merge(LlmModel.alike(training, layer), 1L, Long::sum);
            }
        }
        long sum = 0;
        for (Map.Entry<Integer, Long> kind : counts.entrySet()) {
            sum += kind.getValue() * of.applyAsLong(layer(kind.getKey()));
        }
        if (predictions > 0 && holds(stage, pipeline.parts() - 1)) {
            for (int layer : training.predictionLayers()) {
                sum += predictions * of.applyAsLong(layer(layer));
            }
        }
        return sum;
    }

    /** Experts in a part of the model. */
    static long experts(Part part) {
        long own = part instanceof Part.Experts ? part.own() : 0;
        for (Part inner : part.parts()) {
            own += experts(inner);
        }
        return own;
    }

    /**
     * Elements that every tensor-parallel rank has, of which each makes the gradients of its tokens under sequence
     * parallelism: norms, and linear layers that narrow tokens (Megatron-Core, finalize_model_grads.py).
     */
    long replicated(int stage) {
        return sum(stage, block -> block.own() + replicated(block));
    }

    private static long replicated(Part part) {
        long own = part instanceof Part.Norm || part instanceof Part.Whole ? part.own() : 0;
        return own
                + part.parts().stream().mapToLong(StageParameters::replicated).sum();
    }

    /** Elements that a rank updates. */
    double updated(int stage) {
        return LlmPlan.sharded(training)
                ? shares(trained(stage), trainedExperts(stage))
                : (double) trained(stage) + trainedExperts(stage);
    }

    /** A rank's shard of elements shared with others. */
    long shares(long dense, long experts) {
        return share(dense, groups.size(Group.DATA) / instances)
                + share(experts, groups.size(Group.EXPERT_DATA) / instances);
    }

    /** The size of an equal shard; the last may be smaller. */
    public static long share(long elements, int ranks) {
        return (elements + ranks - 1) / ranks;
    }
}
