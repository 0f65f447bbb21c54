// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.etude.spec.LlmOption;
import org.etude.unit.Bytes;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.ZeroStage;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.parallel.StepPlan;

/**
 * Memory of a rank of each stage at the peak of a training step: parameters, gradients, optimizer states, activations
 * kept by {@link StepPlan#pipeline()}'s micro batches in flight, and what exists only at the peak ({@link
 * ActivationPeak}). Parameters, gradients and optimizer states are those of Rajbhandari et al. 2020 (section 3.1: 2 + 2
 * + 12 bytes per parameter under mixed-precision Adam). Megatron-LM keeps gradients in single precision; torchtitan
 * keeps everything in single precision and gathers parameters in half precision. Workspaces of libraries, buffers of
 * communication, the optimizer's own temporaries, fragmentation and what is reserved without being used are not
 * counted.
 */
public final class MemoryPlan {
    private static final long PARAMETER_BYTES = 2;
    private static final long SINGLE_BYTES = 4;
    private static final long OPTIMIZER_BYTES = 12;
    /** Those of them that are moments, which the host keeps of its part. */
    private static final long MOMENT_BYTES = 8;

    private final LlmTraining training;
    private final StepPlan plan;
    private final StageParameters parameters;
    private final Adapters adapters;
    private final ActivationPeak peak;
    private final StageLayers split;
    private final Optional<Bytes> capacity;
    private final boolean torchtitan;
    private final double onHost;
    private final int zero;

    MemoryPlan(LlmTraining training, StepPlan plan) {
        this.training = training;
        this.plan = plan;
        parameters = new StageParameters(training, plan);
        adapters = Adapters.of(training);
        peak = new ActivationPeak(training, plan.pipeline());
        split = StageLayers.of(training, plan.pipeline().parts());
        capacity = MachineOptions.gpu(training).map(GpuModel::memory);
        torchtitan = training.torchtitan();
        zero = ZeroStage.of(training);
        onHost = HostOffload.of(training).fraction();
    }

    /**
     * What a rank of a stage holds.
     *
     * @param stage the stage
     * @param parameters elements of its parameters
     * @param weights bytes of them
     * @param gradients bytes of gradients
     * @param gathered bytes of other ranks' parameter shards held temporarily: those of the current layer and the next
     *     one; under torchtitan, those of the tables as well, which it gathers once a step
     * @param optimizer bytes of optimizer states
     * @param activations maximum bytes of activations kept for the backward pass
     * @param temporary bytes that exist only at the peak: the loss's copies of the logits, or a layer's backward pass
     *     with what it recomputes
     * @param capacity memory of the GPU, if its type is known
     */
    public record Stage(
            int stage,
            long parameters,
            Bytes weights,
            Bytes gathered,
            Bytes gradients,
            Bytes optimizer,
            Bytes activations,
            Bytes temporary,
            Optional<Bytes> capacity) {
        /** The total. */
        public Bytes total() {
            return new Bytes(weights.value()
                    + gathered.value()
                    + gradients.value()
                    + optimizer.value()
                    + activations.value()
                    + temporary.value());
        }

        /** Whether it fits in the GPU's memory; true when the GPU is unknown. */
        public boolean fits() {
            return capacity.map(bytes -> total().value() <= bytes.value()).orElse(true);
        }
    }

    /** One row per stage. */
    public List<Stage> stages() {
        List<Stage> stages = new ArrayList<>();
        for (int stage = 0; stage < plan.ranks().pp(); stage++) {
            stages.add(stage(stage));
        }
        return stages;
    }

    /** Memory of a rank of the stage that needs most. */
    public Bytes most() {
        return new Bytes(stages().stream()
                .mapToLong(stage -> stage.total().value())
                .max()
                .orElse(0));
    }

    /**
     * With sharded parameters, the elements that a rank holds temporarily in addition to its shards: the maximum over
     * the current layer plus the prefetched one, and tables; under torchtitan all tables of the stage besides.
     */
    private long gathered(int stage) {
        if (zero < 3) {
            return 0;
        }
        long first = table(stage, false);
        long last = table(stage, true);
        long layers = layers(stage, true, this::besides);
        return torchtitan ? first + last + layers : Math.max(Math.max(first, last), layers);
    }

    private List<Integer> parts(int stage) {
        List<Integer> parts = new ArrayList<>();
        for (int chunk = 0; chunk < plan.pipeline().chunks(); chunk++) {
            parts.add(plan.pipeline().part(stage, chunk));
        }
        return parts;
    }

    /** The most elements outside a rank's shards of two consecutive layers of a stage, or of one. */
    private long layers(int stage, boolean two, ToLongFunction<Part.Block> besides) {
        long most = 0;
        for (int part : parts(stage)) {
            long before = 0;
            for (int layer = split.from(part); layer < split.to(part); layer++) {
                long own = besides.applyAsLong(parameters.layer(layer));
                most = Math.max(most, before + own);
                before = two ? own : 0;
            }
        }
        return most;
    }

    /** Elements outside a rank's shards of the token table or the output layer, where a stage has it. */
    private long table(int stage, boolean output) {
        boolean held = parts(stage).contains(output ? plan.pipeline().parts() - 1 : 0);
        return held ? besides(output ? LlmModel.output(training) : LlmModel.embedding(training)) : 0;
    }

    /**
     * What exists in some moments only. A layer's backward pass holds the gradients of its parameters before they are
     * sharded, under torchtitan in half precision and as the reduce-scatter's input in single precision, and those of the
     * output layer, which FSDP2 reduces last, with the other tables. torchtitan frees gradients after each step. Autocast
     * converts the weights of linear layers; those that are not recomputed are needed again in the backward pass. Only eager
     * layers hold the others as well until the forward pass ends (aten/src/ATen/autocast_mode.cpp, cached_casts): compiled
     * ones convert within their own graph.
     */
    private ActivationPeak.Moments moments(int stage, long gradients) {
        if (!torchtitan && zero < 2) {
            return new ActivationPeak.Moments(0, 0, 0, 0);
        }
        long trained = layers(stage, false, this::trainedBesides);
        long unreduced = LlmPlan.gradientBytes(training) * trained;
        if (!torchtitan) {
            return new ActivationPeak.Moments(unreduced, 0, 0, 0);
        }
        if (zero >= 2) {
            unreduced += PARAMETER_BYTES * (trained + (adapters.on() ? 0 : table(stage, true)));
        }
        long later = plan.pipeline().microBatches() > 1 ? 0 : gradients;
        if (!LlmPlan.autocast(training)) {
            return new ActivationPeak.Moments(zero < 2 ? 0 : unreduced, later, 0, 0);
        }
        long output = LlmModel.output(training).count();
        long linear = output;
        long needed = output;
        RecomputedLayers recompute = RecomputedLayers.of(training);
        for (int layer = 0; layer < training.number(LlmOption.LAYERS); layer++) {
            long own = LlmModel.layer(training, layer).count();
            linear += own;
            needed += recompute.again(layer) ? 0 : own;
        }
        linear = LlmPlan.compiled(training) ? needed : linear;
        return new ActivationPeak.Moments(unreduced, later, PARAMETER_BYTES * linear, PARAMETER_BYTES * needed);
    }

    /** Elements of a part outside a rank's shard. */
    private long besides(Part part) {
        long experts = StageParameters.experts(part);
        return part.count() - parameters.shares(part.count() - experts, experts);
    }

    /** Elements of a layer with gradients, outside a rank's shard. */
    private long trainedBesides(Part.Block layer) {
        long own = adapters.count(layer);
        return adapters.on() ? own - parameters.shares(own, 0) : besides(layer);
    }

    private Stage stage(int stage) {
        long dense = parameters.dense(stage);
        long experts = parameters.experts(stage);
        long trained = parameters.trained(stage);
        long trainedExperts = parameters.trainedExperts(stage);
        boolean single = torchtitan && zero >= 3;
        long states = held(trained, trainedExperts, zero >= 1);
        long eachState = single ? OPTIMIZER_BYTES - SINGLE_BYTES : OPTIMIZER_BYTES;
        long gradients = LlmPlan.gradientBytes(training) * held(trained, trainedExperts, zero >= 2);
        ActivationPeak.Peak activations = peak.of(stage, moments(stage, gradients));
        return new Stage(
                stage,
                dense + experts,
                new Bytes((single ? SINGLE_BYTES : PARAMETER_BYTES) * held(dense, experts, zero >= 3)),
                new Bytes(PARAMETER_BYTES * gathered(stage)),
                new Bytes(gradients),
                new Bytes(eachState * states - (long) (onHost * MOMENT_BYTES * states)),
                new Bytes((long) Math.ceil(activations.kept())),
                new Bytes((long) Math.ceil(activations.temporary())),
                capacity);
    }

    /** Elements that a rank holds, all or its shard. */
    private long held(long dense, long experts, boolean share) {
        return share ? parameters.shares(dense, experts) : dense + experts;
    }
}
