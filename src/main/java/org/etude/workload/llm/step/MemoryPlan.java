// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.spec.LlmOption;
import org.etude.unit.Bytes;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.parallel.StepPlan;

/**
 * Memory of a rank of each stage in a training step. Parameters, gradients and optimizer states after Rajbhandari et
 * al. 2020 (section 3.1: 2 + 2 + 12 bytes per parameter under mixed-precision Adam; Megatron-LM keeps gradients in
 * single precision), activations after Korthikanti et al. 2022 (table 2) for {@link StepPlan#pipeline()}'s micro
 * batches in flight. Workspace and fragmentation are not counted.
 */
public final class MemoryPlan {
    private static final long PARAMETER_BYTES = 2;
    private static final long OPTIMIZER_BYTES = 12;
    private static final int LOGIT_BYTES = 4;

    private final LlmTraining training;
    private final StepPlan plan;
    private final StageParameters parameters;
    private final Map<Integer, Double> layerBytes = new HashMap<>();

    MemoryPlan(LlmTraining training, StepPlan plan) {
        this.training = training;
        this.plan = plan;
        parameters = new StageParameters(training, plan);
    }

    /**
     * What a rank of a stage holds.
     *
     * @param stage the stage
     * @param parameters elements of its parameters
     * @param weights bytes of them
     * @param gradients bytes of gradients
     * @param gathered bytes of other ranks' parameter shards held temporarily: those of the current layer and the next
     *     one
     * @param optimizer bytes of optimizer states
     * @param activations maximum bytes of activations
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
            Optional<Bytes> capacity) {
        /** The total. */
        public Bytes total() {
            return new Bytes(
                    weights.value() + gathered.value() + gradients.value() + optimizer.value() + activations.value());
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
     * With sharded parameters, the bytes that a rank holds temporarily in addition to its shards: the maximum over the
     * current layer plus the prefetched one, and tables.
     */
    private Bytes gathered(int stage) {
        if (LlmPlan.zeroStage(training) < 3) {
            return new Bytes(0);
        }
        StageLayers split = StageLayers.of(training, plan.pipeline().parts());
        long most = 0;
        for (int chunk = 0; chunk < plan.pipeline().chunks(); chunk++) {
            int part = plan.pipeline().part(stage, chunk);
            most = part == 0 ? Math.max(most, besides(LlmModel.embedding(training))) : most;
            most = part == plan.pipeline().parts() - 1 ? Math.max(most, besides(LlmModel.output(training))) : most;
            long before = 0;
            for (int layer = split.from(part); layer < split.to(part); layer++) {
                long own = besides(LlmModel.layer(training, layer));
                most = Math.max(most, before + own);
                before = own;
            }
        }
        return new Bytes(PARAMETER_BYTES * most);
    }

    /** Elements of a part outside a rank's shard. */
    private long besides(Part part) {
        long experts = StageParameters.experts(part);
        return part.count() - parameters.shares(part.count() - experts, experts);
    }

    private Stage stage(int stage) {
        int zero = LlmPlan.zeroStage(training);
        long dense = parameters.dense(stage);
        long experts = parameters.experts(stage);
        long trained = parameters.trained(stage);
        long trainedExperts = parameters.trainedExperts(stage);
        long gradient = LlmPlan.deepSpeed(training) ? 2 : 4;
        return new Stage(
                stage,
                dense + experts,
                new Bytes(PARAMETER_BYTES * held(dense, experts, zero >= 3)),
                gathered(stage),
                new Bytes(gradient * held(trained, trainedExperts, zero >= 2)),
                new Bytes(OPTIMIZER_BYTES * held(trained, trainedExperts, zero >= 1)),
                new Bytes((long) Math.ceil(activations(stage))),
                MachineOptions.gpu(training).map(GpuModel::memory));
    }

    /** Elements that a rank holds, all or its shard. */
    private long held(long dense, long experts, boolean share) {
        return share ? parameters.shares(dense, experts) : dense + experts;
    }

    /** Cached by kind of layer and recomputation, because there are many layers but few kinds. */
    private double layerBytes(ActivationBytes bytes, int layer, boolean again) {
        return layerBytes.computeIfAbsent(2 * layer + (again ? 1 : 0), kind -> bytes.layer(layer, again));
    }

    private double activations(int stage) {
        ActivationBytes bytes = new ActivationBytes(training);
        StageLayers split = StageLayers.of(training, plan.pipeline().parts());
        RecomputedLayers again = RecomputedLayers.of(training);
        double[] kept = new double[plan.pipeline().chunks()];
        long predictions = training.number(LlmOption.MTP);
        boolean last = false;
        for (int chunk = 0; chunk < kept.length; chunk++) {
            int part = plan.pipeline().part(stage, chunk);
            for (int layer = split.from(part); layer < split.to(part); layer++) {
                int place = layer - split.from(part);
                boolean keeps = !again.again(place) || again.keepsInput(place);
                boolean whole = again.again(place);
                kept[chunk] += keeps ? layerBytes(bytes, LlmModel.alike(training, layer), whole) : 0;
            }
            if (part == plan.pipeline().parts() - 1) {
                last = true;
                kept[chunk] += predictions * bytes.prediction();
            }
        }
        return plan.pipeline().mostKept(stage, kept) + (last ? (1 + predictions) * bytes.output(LOGIT_BYTES) : 0);
    }
}
