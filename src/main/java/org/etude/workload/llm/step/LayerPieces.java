package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.List;
import org.etude.spec.CollectiveType;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.step.LayerPiece.Beside;
import org.etude.workload.llm.step.LayerPiece.Comm;
import org.etude.workload.llm.step.LayerPiece.Exchange;
import org.etude.workload.llm.step.LayerPiece.Work;
import org.etude.workload.parallel.Group;

/**
 * The pieces of layers as Megatron-LM computes them: tensor parallelism after Shoeybi et al. 2019 (section 3), sequence
 * parallelism after Korthikanti et al. 2022 (section 4.2), experts after Megatron-LM's all-to-all dispatcher.
 */
final class LayerPieces {
    private static final String ATTENTION = "attention";
    private static final String MLP = "mlp";
    private static final String NORM = "norm";
    private static final int LOSS_REDUCTIONS = 3;
    /** FP8 and a scale of four bytes for each 128 elements, against two bytes an element (DeepSeek-V3, section 3.3). */
    private static final double FP8_FACTOR = (1 + 4 / 128.0) / 2;

    private final LlmTraining training;
    private final KernelShapes shapes;
    private final ContextParallel context;
    private final boolean gated;
    private final boolean coreAgain;
    private final boolean keepsInputs;
    private final ExpertWork expertWork;
    /** Tokens of the fullest rank of experts over the mean. */
    private final double load;

    /** Of a training; {@code whole} for layers that are computed again as a whole. */
    LayerPieces(LlmTraining training, boolean whole) {
        this.training = training;
        shapes = new KernelShapes(training);
        gated = training.deepSeek() || training.flag(LlmOption.SWIGLU);
        context = ContextParallel.of(training);
        coreAgain = Recompute.of(training) == Recompute.SELECTIVE;
        keepsInputs = whole;
        load = training.expertLoad();
        expertWork = new ExpertWork(training, shapes);
    }

    /** A layer of the model, counted from 0. */
    List<LayerPiece> layer(int index) {
        Part.Block layer = LlmModel.layer(training, index);
        Part.Block attention = (Part.Block) layer.parts().get(0);
        Part second = layer.parts().get(1);
        Part feedForward = layer.parts().get(2);
        List<LayerPiece> pieces = new ArrayList<>();
        pieces.add(norm(ATTENTION, layer.own()));
        within(pieces, ATTENTION, attention(attention));
        pieces.add(norm(MLP, second.own()));
        if (feedForward instanceof Part.Experts experts) {
            experts(pieces, experts);
        } else {
            within(pieces, MLP, List.of(feedForward((Part.Block) feedForward)));
        }
        return pieces;
    }

    /** The token table. */
    List<LayerPiece> embedding() {
        List<StepKernel> kernels = shapes.lookUp();
        long parameters = LlmModel.embedding(training).own();
        LayerPiece table =
                new Work("embedding", kernels.subList(0, 1), kernels.subList(1, 2), List.of(), parameters, Group.DATA);
        Comm sum = training.sequenceParallel()
                ? new Comm(CollectiveType.REDUCE_SCATTER, training.activationBytes(), Group.TENSOR)
                : new Comm(CollectiveType.ALL_REDUCE, training.activationBytes(), Group.TENSOR);
        Comm back = training.sequenceParallel() ? gather() : Comm.NONE;
        return List.of(table, new Exchange("embedding", sum, back, Comm.NONE));
    }

    /** The last norm, the output layer and the loss, whose soft-max is spread over the vocabulary. */
    List<LayerPiece> output(boolean ownsTable) {
        Part.Column output = LlmModel.output(training);
        double vocabulary = output.partition();
        List<StepKernel> loss = shapes.loss(vocabulary);
        StepKernel logits = shapes.halfProduct("logits", shapes.tokens(), training.hidden(), vocabulary);
        List<LayerPiece> pieces = new ArrayList<>();
        pieces.add(norm("output", 0));
        pieces.add(enter("output"));
        pieces.add(new Work(
                "output",
                List.of(logits, loss.get(0)),
                List.of(loss.get(1), logits.inputGradient()),
                List.of(logits.weightGradient()),
                ownsTable ? output.own() : 0,
                Group.DATA));
        long each = 4 * (long) shapes.tokens();
        for (int i = 0; i < LOSS_REDUCTIONS; i++) {
            pieces.add(new Exchange(
                    "loss", new Comm(CollectiveType.ALL_REDUCE, each, Group.TENSOR), Comm.NONE, Comm.NONE));
        }
        return pieces;
    }

    private Work norm(String part, long parameters) {
        StepKernel norm = shapes.norm();
        return new Work(part, List.of(norm), List.of(shapes.normGrad()), List.of(), parameters, Group.DATA);
    }

    private StepKernel product(String name, double in, double out) {
        return shapes.product(name, shapes.tokens(), in, out);
    }

    /** Work that tensor-parallel ranks share, between the exchanges that it needs. */
    private void within(List<LayerPiece> pieces, String name, List<? extends LayerPiece> work) {
        pieces.add(enter(name));
        pieces.addAll(work);
        boolean scattered = training.sequenceParallel();
        Comm sum = new Comm(
                scattered ? CollectiveType.REDUCE_SCATTER : CollectiveType.ALL_REDUCE,
                training.activationBytes(),
                Group.TENSOR);
        pieces.add(new Exchange(name, sum, scattered ? gather() : Comm.NONE, Comm.NONE));
    }

    private Exchange enter(String name) {
        if (!training.sequenceParallel()) {
            Comm sum = new Comm(CollectiveType.ALL_REDUCE, training.activationBytes(), Group.TENSOR);
            return new Exchange(name, Comm.NONE, sum, Comm.NONE);
        }
        Comm scatter = new Comm(CollectiveType.REDUCE_SCATTER, training.activationBytes(), Group.TENSOR);
        return new Exchange(name, gather(), scatter, keepsInputs ? Comm.NONE : gather());
    }

    /** Activations gathered from the tensor-parallel ranks, each of which gives its part of the sequence. */
    private Comm gather() {
        return new Comm(CollectiveType.ALL_GATHER, training.activationBytes() / training.tp(), Group.TENSOR);
    }

    private List<LayerPiece> attention(Part.Block block) {
        boolean latent = block.name().equals(LlmModel.LATENT_ATTENTION);
        Part.Row out = (Part.Row) block.parts().get(block.parts().size() - 1);
        double heads = (double) training.heads() / training.tp();
        double values = out.partition();
        double queries =
                latent ? heads * (training.number(LlmOption.NOPE_DIM) + training.number(LlmOption.ROPE_DIM)) : values;
        double stored = latent ? queries + values : 2.0 * training.headWidth() * training.queryGroups() / training.tp();
        StepKernel core = shapes.core(queries, values, stored, heads);
        StepKernel back = shapes.coreBackward(core);
        List<StepKernel> backward = coreAgain ? List.of(core.named("core again"), back) : List.of(back);
        List<StepKernel> inside = List.of(core);
        if (gated) {
            // Models with gated feed-forward layers have rotary positions; latent attention turns a part of each head.
            double turned = latent ? (heads + 1) * training.number(LlmOption.ROPE_DIM) : values + stored / 2;
            StepKernel rotary = shapes.rotary(turned);
            inside = List.of(rotary, core);
            backward = new ArrayList<>(backward);
            backward.add(rotary.named("rotary grad"));
        }
        Work whole = products(ATTENTION, block, inside, backward);
        return context.pieces(whole, shapes.tokens(), queries, stored, values);
    }

    private Work feedForward(Part.Block block) {
        Part.Row second = (Part.Row) block.parts().get(1);
        List<StepKernel> kernels = shapes.activation(shapes.tokens(), second.partition(), gated);
        return products(MLP, block, kernels.subList(0, 1), kernels.subList(1, 2));
    }

    /** Linear layers with something before the last of them. */
    private Work products(String part, Part.Block block, List<StepKernel> inside, List<StepKernel> insideBackward) {
        List<StepKernel> linear = block.parts().stream()
                .filter(p -> !(p instanceof Part.Norm))
                .map(this::linear)
                .toList();
        int last = linear.size() - 1;
        List<StepKernel> forward = new ArrayList<>(linear.subList(0, last));
        forward.addAll(inside);
        forward.add(linear.get(last));
        List<StepKernel> backward = new ArrayList<>(gradients(linear.get(last)));
        backward.addAll(insideBackward);
        for (int i = last - 1; i > 0; i--) {
            backward.addAll(gradients(linear.get(i)));
        }
        List<StepKernel> first = gradients(linear.get(0));
        backward.add(first.get(0));
        return new Work(part, forward, backward, first.subList(1, first.size()), block.count(), Group.DATA);
    }

    private List<StepKernel> gradients(StepKernel linear) {
        if (training.flag(LlmOption.BIAS)) {
            return List.of(linear.inputGradient(), linear.weightGradient(), shapes.biasGrad(linear));
        }
        return List.of(linear.inputGradient(), linear.weightGradient());
    }

    private StepKernel linear(Part part) {
        if (part instanceof Part.Column column) {
            return product(column.name(), column.in(), column.partition());
        } else if (part instanceof Part.Row row) {
            return product(row.name(), row.partition(), row.out());
        }
        Part.Whole whole = (Part.Whole) part;
        return product(whole.name(), whole.in(), whole.out());
    }

    private void experts(List<LayerPiece> pieces, Part.Experts experts) {
        boolean beside =
                training.flag(LlmOption.SHARED_OVERLAP) && !experts.parts().isEmpty();
        for (Part shared : beside ? List.<Part>of() : experts.parts()) {
            within(pieces, MLP, List.of(feedForward((Part.Block) shared)));
        }
        long topK = training.number(LlmOption.TOP_K);
        long routed = (long) (Math.multiplyExact(training.activationBytes(), topK) * load);
        long own = routed / training.tp();
        long sent = training.deepSeek() ? (long) (own * FP8_FACTOR) : own;
        pieces.add(expertWork.router(topK));
        Comm counts = new Comm(
                CollectiveType.ALL_GATHER, 2 * training.number(LlmOption.EXPERTS) * training.tp(), Group.EXPERT);
        pieces.add(new Exchange("token counts", counts, Comm.NONE, Comm.NONE));
        if (beside) {
            // Megatron-LM's --moe-shared-expert-overlap; nothing of the shared experts waits for the tokens.
            for (Part shared : experts.parts()) {
                boolean first = shared == experts.parts().get(0);
                Work work = feedForward((Part.Block) shared);
                within(
                        pieces,
                        MLP,
                        first ? List.of(new Beside("dispatch", expert(sent), expert(own)), work) : List.of(work));
            }
        } else {
            pieces.add(new Exchange("dispatch", expert(sent), expert(own), Comm.NONE));
        }
        Comm gather = new Comm(CollectiveType.ALL_GATHER, own, Group.TENSOR);
        Comm scatter = new Comm(CollectiveType.REDUCE_SCATTER, routed, Group.TENSOR);
        pieces.add(new Exchange("experts", gather, scatter, Comm.NONE));
        pieces.add(expertWork.experts(experts, topK));
        pieces.add(new Exchange("experts", scatter, gather, Comm.NONE));
        pieces.add(new Exchange("combine", expert(own), expert(own), Comm.NONE));
    }

    private static Comm expert(long bytes) {
        return new Comm(CollectiveType.ALL_TO_ALL, bytes, Group.EXPERT);
    }
}
