// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.etude.spec.CollectiveType;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;
import org.etude.workload.llm.cost.ElementType;
import org.etude.workload.llm.cost.ModuleTypes;
import org.etude.workload.llm.step.LayerPiece.Comm;
import org.etude.workload.llm.step.LayerPiece.Exchange;
import org.etude.workload.llm.step.LayerPiece.OverlappedExchange;
import org.etude.workload.llm.step.LayerPiece.Work;
import org.etude.workload.parallel.Group;

/**
 * Builds the pieces of layers as computed by Megatron-LM: tensor parallelism after Shoeybi et al. 2019 (section 3),
 * sequence parallelism after Korthikanti et al. 2022 (section 4.2), experts after Megatron-LM's all-to-all dispatcher.
 */
final class LayerPieces {
    private static final String ATTENTION = "attention";
    private static final String MLP = "mlp";
    private static final String OUTPUT = "output";
    private static final int HALF = 2;
    private static final int LOSS_REDUCTIONS = 3;
    private static final int QUERIES_KEYS_VALUES = 3;

    private final LlmTraining training;
    private final KernelShapes shapes;
    private final ContextParallel context;
    private final boolean gated;
    private final RecomputedModules again;
    private final boolean keepsGathered;
    /** Tokens of each expert rank relative to the mean, as sent by all ranks. */
    private final ExpertPieces experts;

    private final Adapters adapters;
    private final ModuleTypes types;

    /**
     * Of a training.
     *
     * @param expertPlace the rank's position in its expert group if loads differ; negative for the most loaded one
     */
    LayerPieces(LlmTraining training, int expertPlace) {
        this.training = training;
        adapters = Adapters.of(training);
        shapes = new KernelShapes(training);
        gated = training.deepSeek() || training.flag(LlmOption.SWIGLU);
        context = ContextParallel.of(training);
        again = RecomputedModules.of(training);
        keepsGathered = training.torchtitan() && !again.operations();
        types = ModuleTypes.of(training);
        experts = new ExpertPieces(training, shapes, expertPlace);
    }

    /** A layer of the model, counted from 0. */
    List<LayerPiece> layer(int index) {
        Part.Block layer = LlmModel.layer(training, index);
        String kind = training.kind(index);
        if (!kind.isEmpty()) {
            return single(layer, kind);
        }
        Part.Block attention = (Part.Block) layer.parts().get(0);
        Part second = layer.parts().get(1);
        Part feedForward = layer.parts().get(2);
        List<LayerPiece> pieces = new ArrayList<>();
        pieces.add(norm(ATTENTION, layer.own()));
        attend(pieces, attention);
        pieces.add(norm(MLP, second.own()));
        if (feedForward instanceof Part.Experts routed) {
            routed(pieces, routed);
        } else {
            pieces.addAll(dense((Part.Block) feedForward));
        }
        return pieces;
    }

    /** A dense feed-forward layer between the exchanges that it needs. */
    private List<LayerPiece> dense(Part.Block feedForward) {
        List<LayerPiece> pieces = new ArrayList<>();
        within(pieces, MLP, List.of(feedForward(feedForward)));
        return again.dense() ? RecomputedModules.withAgain(pieces) : pieces;
    }

    /** A single-part layer of a hybrid model. */
    private List<LayerPiece> single(Part.Block layer, String kind) {
        List<LayerPiece> pieces = new ArrayList<>();
        Part part = layer.parts().get(0);
        boolean mixes = kind.equals("M") || kind.equals("*");
        pieces.add(norm(mixes ? ATTENTION : MLP, layer.own()));
        switch (kind) {
            case "M" ->
                within(
                        pieces,
                        enter(ATTENTION, ModuleTypes.MAMBA_IN, training.activationBytes()),
                        new Leave(ATTENTION, ModuleTypes.MAMBA_OUT),
                        List.of(mamba((Part.Block) part)));
            case "*" -> within(pieces, ATTENTION, attention((Part.Block) part));
            case "-" -> pieces.addAll(dense((Part.Block) part));
            default -> latent(pieces, layer);
        }
        return pieces;
    }

    /** Experts, optionally with tokens narrowed before the exchange and widened after it. */
    private void latent(List<LayerPiece> pieces, Part.Block layer) {
        List<Work> around = layer.parts().stream()
                .filter(Part.Whole.class::isInstance)
                .map(part -> replicated(MLP, (Part.Whole) part))
                .toList();
        pieces.addAll(around.subList(0, around.size() / 2));
        routed(pieces, (Part.Experts) layer.parts().get(0));
        pieces.addAll(around.subList(around.size() / 2, around.size()));
    }

    /** A linear layer that every tensor-parallel rank has, for the tokens that a rank holds between layers. */
    private Work replicated(String where, Part.Whole part) {
        StepKernel product = shapes.product(part.name(), shapes.ownTokens(), part.in(), part.out());
        long parameters = adapters.on() ? adapters.count(part) : part.own();
        return new Work(
                where, adapters.forward(product, shapes), gradients(product), List.of(), parameters, Group.DATA);
    }

    /**
     * Attention. Latent attention narrows the tokens that a rank holds between layers with linear layers that every
     * rank has, so that only narrow queries, keys and values are exchanged (Megatron-Core, multi_latent_attention.py,
     * get_query_key_value_tensors, with TELinear in mode duplicated).
     */
    private void attend(List<LayerPiece> pieces, Part.Block block) {
        List<Part> divided = new ArrayList<>();
        long exchanged = 0;
        for (Part part : block.parts()) {
            if (part instanceof Part.Whole whole) {
                pieces.add(replicated(ATTENTION, whole));
                exchanged += whole.out();
            } else {
                divided.add(part);
            }
        }
        boolean wide = block.parts().get(0) instanceof Part.Column;
        exchanged += wide ? training.hidden() : 0;
        within(
                pieces,
                enter(ATTENTION, ATTENTION, training.activationBytes() / training.hidden() * exchanged),
                new Leave(ATTENTION, ATTENTION),
                attention(new Part.Block(block.name(), 0, divided)));
    }

    private Work mamba(Part.Block block) {
        StateSpace between = new StateSpace(training, shapes);
        return products(ATTENTION, block, between.forward(), between.backward());
    }

    /** The token table. */
    List<LayerPiece> embedding() {
        List<StepKernel> kernels = shapes.lookUp();
        long parameters = LlmModel.embedding(training).own();
        LayerPiece table = new Work(
                "embedding",
                kernels.subList(0, 1),
                adapters.on() ? List.of() : kernels.subList(1, 2),
                List.of(),
                trained(parameters),
                Group.DATA);
        Comm sum = training.sequenceParallel()
                ? new Comm(CollectiveType.REDUCE_SCATTER, training.activationBytes(), Group.TENSOR)
                : new Comm(CollectiveType.ALL_REDUCE, training.activationBytes(), Group.TENSOR);
        Comm back = training.sequenceParallel() ? gather() : Comm.NONE;
        return List.of(table, new Exchange("embedding", sum, back, Comm.NONE));
    }

    /** The last norm, the output layer and the loss, whose softmax is split over the vocabulary. */
    List<LayerPiece> output(boolean ownsTable) {
        Part.Column output = LlmModel.output(training);
        double vocabulary = output.partition();
        List<StepKernel> loss = shapes.loss(vocabulary);
        StepKernel logits = shapes.halfProduct("logits", shapes.tokens(), training.hidden(), vocabulary);
        List<LayerPiece> pieces = new ArrayList<>();
        pieces.add(norm(OUTPUT, 0));
        pieces.add(enter(OUTPUT, training.activationBytes(), gather()));
        List<StepKernel> forward = new ArrayList<>(shapes.conversion("weights", vocabulary * training.hidden(), 1));
        forward.addAll(List.of(logits, loss.get(0)));
        List<StepKernel> weights = new ArrayList<>(adapters.on() ? List.of() : List.of(logits.weightGradient()));
        weights.addAll(gradientConversion(vocabulary * training.hidden(), 1));
        pieces.add(new Work(
                OUTPUT,
                forward,
                List.of(loss.get(1), logits.inputGradient()),
                weights,
                ownsTable ? trained(output.own()) : 0,
                Group.DATA));
        long each = 4 * (long) shapes.tokens();
        for (int i = 0; i < LOSS_REDUCTIONS; i++) {
            pieces.add(new Exchange(
                    "loss", new Comm(CollectiveType.ALL_REDUCE, each, Group.TENSOR), Comm.NONE, Comm.NONE));
        }
        return pieces;
    }

    /**
     * A module that predicts one further token: the norms of its input and of the next token's embedding, the matrix
     * that combines both, and a layer like the last one; token table and output layer are those of the model
     * (DeepSeek-V3 technical report, section 2.2), and are not among these pieces.
     *
     * @param owned whether its parameters are counted here
     */
    List<LayerPiece> prediction(boolean owned) {
        List<LayerPiece> pieces = new ArrayList<>();
        pieces.add(norm(MLP, 2 * training.hidden()));
        pieces.add(norm(MLP, 0));
        Part.Column join = LlmModel.prediction(training);
        pieces.add(enter("join", ModuleTypes.PREDICTION, 2 * training.activationBytes()));
        pieces.add(products(MLP, new Part.Block("join", 0, List.of(join)), List.of(), List.of()));
        Comm parts = new Comm(CollectiveType.ALL_GATHER, training.activationBytes() / training.tp(), Group.TENSOR);
        pieces.add(new Exchange("join", parts, training.sequenceParallel() ? gather() : Comm.NONE, Comm.NONE));
        for (int layer : training.predictionLayers()) {
            pieces.addAll(layer(layer));
        }
        return pieces.stream().map(piece -> owned ? piece : frozen(piece)).toList();
    }

    /** What a prediction module looks up; its parameters are counted if no other part of the rank's stage has the table. */
    List<LayerPiece> predictionTable(boolean ownsTable) {
        return embedding().stream()
                .map(piece -> ownsTable ? piece : frozen(piece))
                .toList();
    }

    /** The output layer and the loss of a prediction module, whose last norm is its own. */
    List<LayerPiece> predictionOutput() {
        return output(false);
    }

    /** The same with parameters counted elsewhere. */
    private static LayerPiece frozen(LayerPiece piece) {
        return piece instanceof Work work
                ? new Work(work.part(), work.forward(), work.backward(), work.weights(), 0, work.copies())
                : piece;
    }

    private Work norm(String part, long parameters) {
        int readers = readers(part);
        StepKernel norm = shapes.norm(readers);
        boolean repeated = again.norms() || again.operations() && !part.equals(OUTPUT);
        List<StepKernel> backward = repeated
                ? List.of(norm.named("norm again"), shapes.normGrad(readers))
                : List.of(shapes.normGrad(readers));
        return new Work(part, List.of(norm), backward, List.of(), trained(parameters), Group.DATA);
    }

    /** Products that read the norm before a part: queries, keys and values, or the halves of a gated layer, or the logits. */
    private int readers(String part) {
        return switch (part) {
            case ATTENTION -> QUERIES_KEYS_VALUES;
            case MLP -> gated ? 2 : 1;
            default -> 1;
        };
    }

    /** The trained elements apart from adapters: none if there are adapters. */
    private long trained(long elements) {
        return adapters.on() ? 0 : elements;
    }

    private StepKernel product(String name, double in, double out) {
        return shapes.product(name, shapes.tokens(), in, out);
    }

    /** Work that tensor-parallel ranks share, between the exchanges that it needs. */
    private void within(List<LayerPiece> pieces, String name, List<? extends LayerPiece> work) {
        within(pieces, enter(name, name, training.activationBytes()), new Leave(name, name), work);
    }

    /** What leaves a part, and the module of its last product. */
    private record Leave(String name, String module) {}

    private void within(List<LayerPiece> pieces, Exchange enter, Leave last, List<? extends LayerPiece> work) {
        boolean scattered = training.sequenceParallel();
        Comm sum = new Comm(
                scattered ? CollectiveType.REDUCE_SCATTER : CollectiveType.ALL_REDUCE,
                training.activationBytes(),
                Group.TENSOR);
        Comm gradients = scattered ? cast(gather(), last.module()) : Comm.NONE;
        Exchange leave = new Exchange(last.name(), sum, gradients, Comm.NONE);
        boolean chunked = training.flag(LlmOption.TP_OVERLAP) && scattered && training.tp() > 1;
        if (chunked && work.get(0) instanceof Work) {
            StepKernel parts = shapes.sumOfParts(training.tp());
            int tail = adapters.last(((Work) work.get(work.size() - 1)).forward());
            pieces.addAll(new TensorOverlap(training.tp(), tail, parts).of(enter, work, leave));
        } else {
            pieces.add(enter);
            pieces.addAll(work);
            pieces.add(leave);
        }
    }

    /**
     * The exchange before products of a module and of inputs of this size. For gradients of weights the inputs are gathered
     * again, since each rank keeps its part of them only, in recomputed layers too (Megatron-Core, tensor_parallel/layers.py,
     * LinearWithGradAccumulationAndAsyncCommunication). torchtitan keeps them as gathered, unless its selective recomputation
     * gathers them again (all-gathers are not in {@code _save_list}).
     */
    private Exchange enter(String name, String module, long bytes) {
        Comm gather = new Comm(CollectiveType.ALL_GATHER, bytes / training.tp(), Group.TENSOR);
        return enter(name, bytes, cast(gather, module));
    }

    private Exchange enter(String name, long bytes, Comm gather) {
        if (!training.sequenceParallel()) {
            Comm sum = new Comm(CollectiveType.ALL_REDUCE, bytes, Group.TENSOR);
            return new Exchange(name, Comm.NONE, sum, Comm.NONE);
        }
        Comm scatter = new Comm(CollectiveType.REDUCE_SCATTER, bytes, Group.TENSOR);
        return new Exchange(
                name,
                gather,
                scatter,
                keepsGathered || training.torchtitan() && name.equals(OUTPUT) ? Comm.NONE : gather);
    }

    /**
     * What is gathered only to enter a product travels as it is cast: inputs of column-parallel layers, and gradients of
     * the results of row-parallel ones (Transformer Engine, module/layernorm_linear.py, linear.py and base.py,
     * grad_output_preprocess). Adapters read their inputs in half precision.
     */
    private Comm cast(Comm gather, String module) {
        ElementType type = types.of(module);
        boolean half = !type.isCast() || training.torchtitan() || adapters.on();
        return half ? gather : gather.sized((long) Math.ceil(gather.bytes() * type.scaledBytes() / HALF));
    }

    /** Activations gathered from the tensor-parallel ranks, each contributing its part of the sequence. */
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
        List<StepKernel> backward = again.core() ? List.of(core.named("core again"), back) : List.of(back);
        List<StepKernel> inside = List.of(core);
        if (gated) {
            // Models with gated feed-forward layers have rotary positions; latent attention rotates a part of each
            // head.
            double turned = latent ? (heads + 1) * training.number(LlmOption.ROPE_DIM) : values + stored / 2;
            StepKernel rotary = shapes.rotary(turned);
            inside = List.of(rotary, core);
            backward = new ArrayList<>(backward);
            backward.add(shapes.rotaryGrad(turned));
        }
        List<StepKernel> made = block.parts().stream()
                .filter(again::again)
                .map(part -> linear(part).named(part.name() + " again"))
                .toList();
        backward = Stream.concat(made.stream(), backward.stream()).toList();
        if (again.operations()) {
            List<StepKernel> operations = List.of(
                    product("keys", training.hidden(), stored / 2).named("keys again"),
                    inside.get(0).named("rotary again"),
                    linear(out).named(out.name() + " again"));
            backward = Stream.concat(operations.stream(), backward.stream()).toList();
        }
        Work whole = products(ATTENTION, block, inside, backward);
        return context.pieces(whole, shapes.tokens(), queries, stored, values);
    }

    private Work feedForward(Part.Block block) {
        Part.Row second = (Part.Row) block.parts().get(1);
        List<StepKernel> kernels = shapes.activation(shapes.tokens(), second.partition(), gated);
        List<StepKernel> backward = kernels.subList(1, 2);
        if (again.operations()) {
            StepKernel half = product("other half", training.hidden(), second.partition());
            backward =
                    List.of(half.named("other half again"), kernels.get(0).named("activation again"), kernels.get(1));
        }
        return products(MLP, block, kernels.subList(0, 1), backward);
    }

    /** Linear layers with something before the last of them. */
    private Work products(String part, Part.Block block, List<StepKernel> inside, List<StepKernel> insideBackward) {
        List<StepKernel> linear = block.parts().stream()
                .filter(p -> !(p instanceof Part.Norm))
                .map(this::linear)
                .toList();
        int last = linear.size() - 1;
        double matrices = linear.stream()
                .mapToDouble(
                        one -> one.form().gemm().columns() * one.form().gemm().depth())
                .sum();
        List<StepKernel> forward = new ArrayList<>(shapes.conversion("weights", matrices, readers(part) + last));
        linear.subList(0, last).forEach(one -> forward.addAll(adapters.forward(one, shapes)));
        forward.addAll(inside);
        forward.addAll(adapters.forward(linear.get(last), shapes));
        List<StepKernel> backward = new ArrayList<>();
        for (int i = last; i > 0; i--) {
            backward.addAll(gradients(linear.get(i)));
            if (i == last) {
                backward.addAll(insideBackward);
            }
        }
        backward.addAll(adapters.inputs(linear.get(0), shapes));
        backward.addAll(gradientConversion(matrices, readers(part) + last));
        long parameters = adapters.on() ? adapters.count(block) : block.count();
        return new Work(part, forward, backward, weights(linear.get(0)), parameters, Group.DATA);
    }

    /** Conversion of weights' gradients to single precision, of which frozen weights have none. */
    private List<StepKernel> gradientConversion(double weights, int matrices) {
        return adapters.on() ? List.of() : shapes.conversion("weights grad", weights, matrices);
    }

    private List<StepKernel> gradients(StepKernel linear) {
        List<StepKernel> all = new ArrayList<>(adapters.inputs(linear, shapes));
        all.addAll(weights(linear));
        return all;
    }

    private List<StepKernel> weights(StepKernel linear) {
        if (adapters.on()) {
            return adapters.weights(linear, shapes);
        }
        return training.flag(LlmOption.BIAS)
                ? List.of(linear.weightGradient(), shapes.biasGrad(linear))
                : List.of(linear.weightGradient());
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

    private void routed(List<LayerPiece> all, Part.Experts layer) {
        List<LayerPiece> pieces = new ArrayList<>();
        exchanged(pieces, layer);
        all.addAll(again.experts() ? RecomputedModules.withAgain(pieces) : pieces);
    }

    private void exchanged(List<LayerPiece> pieces, Part.Experts layer) {
        boolean beside = training.flag(LlmOption.SHARED_OVERLAP)
                && !layer.parts().isEmpty()
                && !ExpertRouting.of(training).isLimited();
        for (Part shared : beside ? List.<Part>of() : layer.parts()) {
            List<LayerPiece> own = new ArrayList<>();
            within(own, MLP, List.of(feedForward((Part.Block) shared)));
            pieces.addAll(again.shared() ? RecomputedModules.withAgain(own) : own);
        }
        pieces.addAll(experts.before());
        if (beside) {
            // Megatron-LM's --moe-shared-expert-overlap; shared experts do not wait for the tokens.
            for (Part shared : layer.parts()) {
                boolean first = shared == layer.parts().get(0);
                Work work = feedForward((Part.Block) shared);
                Exchange travel = experts.dispatch().get(0);
                within(
                        pieces,
                        MLP,
                        first
                                ? List.of(
                                        new OverlappedExchange(travel.name(), travel.forward(), travel.backward()),
                                        work)
                                : List.of(work));
            }
        } else {
            pieces.addAll(experts.dispatch());
        }
        pieces.addAll(experts.work(layer));
        pieces.addAll(experts.combine());
    }
}
