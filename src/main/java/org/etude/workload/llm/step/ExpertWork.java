// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.List;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.cost.Gemm;
import org.etude.workload.llm.step.LayerPiece.Work;
import org.etude.workload.llm.step.StepKernel.Form;
import org.etude.workload.llm.step.StepKernel.Kind;
import org.etude.workload.parallel.Group;

/**
 * The computation of a rank for experts: the router, the memory passes that sort tokens by expert and back, and the
 * products. With the all-to-all dispatcher tokens are permuted before the exchange, sorted by local expert after it,
 * sorted back before the return exchange, and summed by token after that (Megatron-Core, token_dispatcher.py); the
 * flexible dispatcher's exchanges do all but the first. Fused products write what the next product reads: activation
 * and casts need no separate pass (Transformer Engine, ForwardGroupedMLP_CuTeGEMMSwiGLU_MXFP8).
 */
final class ExpertWork {
    private static final String PART = "mlp";
    /**
     * Kernels of the router and of what precedes the exchange, with --moe-router-fusion, by dispatcher (Megatron-LM,
     * docs/discussions/deepseek-v3-gb200-optimization, sections 2.1.4 and 2.2.1).
     */
    private static final int ROUTING_KERNELS = 31;

    private static final int FLEXIBLE_ROUTING_KERNELS = 17;
    /** Bytes per token and expert: scores in single precision, read and written. */
    private static final int ROUTING_BYTES = 8;

    private final LlmTraining training;
    private final KernelShapes shapes;
    private final long topK;
    private final double load;
    private final boolean trains;
    private final boolean sorts;
    private final boolean fused;
    private final RecomputedModules again;

    /**
     * Of a training.
     *
     * @param load tokens of this rank's experts over the mean
     * @throws LlmException when there is no such dispatcher
     */
    ExpertWork(LlmTraining training, KernelShapes shapes, double load) {
        this.training = training;
        this.shapes = shapes;
        this.load = load;
        topK = training.number(LlmOption.TOP_K);
        trains = !Adapters.of(training).on();
        sorts = training.word(LlmOption.TOKEN_DISPATCHER).equals("alltoall");
        fused = training.flag(LlmOption.FUSED_EXPERTS);
        again = RecomputedModules.of(training);
    }

    /** Chooses experts and arranges tokens by expert. */
    Work router() {
        double moved = shapes.ownTokens() * topK * training.expertWidth();
        StepKernel gate =
                shapes.halfProduct("router", shapes.ownTokens(), training.hidden(), training.number(LlmOption.EXPERTS));
        // Scores, choices and counts, whose bytes are negligible.
        StepKernel routing = new StepKernel(
                "router choices",
                0,
                ROUTING_BYTES * shapes.ownTokens() * training.number(LlmOption.EXPERTS),
                new Form(Kind.ELEMENTS, null, sorts ? ROUTING_KERNELS : FLEXIBLE_ROUTING_KERNELS));
        List<StepKernel> forward = new ArrayList<>(List.of(gate, routing));
        List<StepKernel> backward = new ArrayList<>();
        if (sorts) {
            StepKernel move = shapes.elements("permute", 1, 2, moved);
            StepKernel sum = shapes.elements("unpermute", 1, 1 + 1.0 / topK, moved);
            forward.addAll(List.of(move, sum));
            backward.addAll(List.of(move.named("permute grad"), sum.named("unpermute grad")));
        }
        backward.add(gate.inputGradient());
        if (trains) {
            backward.add(gate.weightGradient());
        }
        return new Work(PART, forward, backward, List.of(), 0, Group.DATA);
    }

    /**
     * The experts of a rank, for as many tokens as its own, or those arriving at this rank, or at the most loaded one,
     * for which all wait.
     */
    Work experts(Part.Experts experts) {
        double rows = shapes.tokens() * topK * load * training.expertTp() / training.tp();
        double local = (double) training.number(LlmOption.EXPERTS) / training.ep();
        double width = experts.width() / local;
        boolean gated = experts.matrices() == 3;
        StepKernel up = shapes.grouped("experts up", rows, experts.hidden(), gated ? 2 * width : width, local);
        StepKernel down = shapes.grouped("experts down", rows, width, experts.hidden(), local);
        List<StepKernel> activation = shapes.activation(rows, width, gated);
        List<StepKernel> forward = new ArrayList<>();
        List<StepKernel> backward = new ArrayList<>();
        // A token arrives once at each rank that has some of its experts, and is copied for them there.
        double copies = sorts ? 1 : ExpertRouting.distinct(topK, training.ep()) / topK;
        StepKernel sort = shapes.elements("sort", 1, 1 + copies, rows * experts.hidden());
        boolean sorted = !sorts || local > 1;
        if (sorted) {
            forward.add(sort);
            backward.add(sort.named("sort grad"));
        }
        forward.addAll(fused ? List.of(up, cast(down)) : List.of(up, activation.get(0), down));
        backward.addAll(gradients(down));
        if (again.activation()) {
            backward.add(0, activation.get(0).named("activation again"));
        }
        if (!fused) {
            backward.add(activation.get(1));
        }
        backward.add(fused ? cast(up.inputGradient()) : up.inputGradient());
        if (sorted) {
            forward.add(sort.named("sort back"));
            backward.add(sort.named("sort back grad"));
        }
        return new Work(
                PART,
                forward,
                backward,
                trains ? List.of(up.weightGradient()) : List.of(),
                trains ? experts.own() : 0,
                Group.EXPERT_DATA);
    }

    /** The product with an already cast first operand. */
    private static StepKernel cast(StepKernel product) {
        Gemm gemm = product.form().gemm();
        return new StepKernel(
                product.name(), product.operations(), product.bytes(), new Form(Kind.WEIGHT_PRODUCT, gemm));
    }

    private List<StepKernel> gradients(StepKernel linear) {
        if (!trains) {
            return List.of(linear.inputGradient());
        }
        if (training.flag(LlmOption.BIAS)) {
            return List.of(linear.inputGradient(), linear.weightGradient(), shapes.biasGrad(linear));
        }
        return List.of(linear.inputGradient(), linear.weightGradient());
    }
}
