// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;

/** Builds the parts of one pipeline stage: token table, layers, output layer. */
public final class LlmModel {
    /** Name of an attention block. */
    public static final String ATTENTION = "attention_layer";

    /** Name of a latent attention block. */
    public static final String LATENT_ATTENTION = "attention_layer_mla";

    /** Name of a feed-forward block. */
    public static final String MLP = "mlp_layer";

    /** Name of a Mamba-2 block. */
    public static final String MAMBA = "mamba_layer";

    private static final int AICB_TABLES = 4;
    /** Width in tokens of a Mamba-2 layer's convolution, which has a bias. */
    private static final int CONVOLUTION = 4;
    /** Parameters per head: decay of states, skip weight of the input, bias of the step. */
    private static final int HEAD_NUMBERS = 3;

    private final LlmTraining training;
    private final int tp;
    private final long hidden;
    private final boolean bias;

    private LlmModel(LlmTraining training) {
        this.training = training;
        tp = training.tp();
        hidden = training.hidden();
        bias = training.flag(LlmOption.BIAS);
    }

    /**
     * The model of a training. In compat mode, as in AICB, the token table counts four times with as many positions as
     * the sequence, a gated layer counts as a plain one, and there is one shared expert whatever their number.
     *
     * @throws LlmException when sizes cannot be spread over the ranks
     */
    public static Part.Block of(LlmTraining training) {
        if (training.text(LlmOption.HYBRID) != null) {
            throw new LlmException(
                    "AICB's tables and texts have no state-space layers",
                    "Generate execution traces (etude workload et).");
        }
        if (training.wholeExperts()) {
            throw new LlmException(
                    "AICB's tables and texts spread each expert over the tensor-parallel ranks",
                    "Leave " + LlmOption.EXPERT_TENSOR.option()
                            + " out, or generate execution traces (etude workload et).");
        }
        return new LlmModel(training).build();
    }

    private Part.Block build() {
        List<Part> parts = new ArrayList<>();
        parts.add(embedding());
        for (int layer = 0; layer < training.stageLayers(); layer++) {
            parts.add(layer(layer));
        }
        parts.add(output());
        return new Part.Block("model", 0, parts);
    }

    /** The token table of a training. */
    public static Part embedding(LlmTraining training) {
        return new LlmModel(training).embedding();
    }

    /**
     * A layer, counted over the whole model from 0: attention, a norm, the feed-forward part; in a hybrid model ({@link
     * LlmOption#HYBRID}) one of these, with experts optionally between two matrices that narrow and widen tokens
     * (LatentMoE).
     */
    public static Part.Block layer(LlmTraining training, int layer) {
        return new LlmModel(training).layer(layer);
    }

    /** The first layer of the same kind, and hence the same sizes, whose products have the same element type. */
    public static int alike(LlmTraining training, int layer) {
        String kinds = training.text(LlmOption.HYBRID);
        if (training.number(LlmOption.START_IN_HALF) + training.number(LlmOption.END_IN_HALF) > 0) {
            return IntStream.range(0, layer)
                    .filter(other -> training.keepsHalf(other) == training.keepsHalf(layer)
                            && (kinds == null
                                    ? isDense(training, other) == isDense(training, layer)
                                    : kinds.charAt(other) == kinds.charAt(layer)))
                    .findFirst()
                    .orElse(layer);
        }
        if (kinds != null) {
            return kinds.indexOf(kinds.charAt(layer));
        }
        long dense = training.deepSeek() ? training.number(LlmOption.DENSE_LAYERS) : 0;
        return layer < dense ? 0 : (int) dense;
    }

    private static boolean isDense(LlmTraining training, int layer) {
        return training.deepSeek() && layer < training.number(LlmOption.DENSE_LAYERS);
    }

    /** The output layer. */
    public static Part.Column output(LlmTraining training) {
        return new LlmModel(training).output();
    }

    /**
     * The matrix of a multi-token prediction module that combines the embedding of a token with the hidden state of the
     * previous ones.
     */
    public static Part.Column prediction(LlmTraining training) {
        long hidden = training.hidden();
        return new Part.Column("prediction_column", 2 * hidden, hidden, training.tp(), false);
    }

    private Part.Block layer(int layer) {
        List<Part> one =
                switch (training.kind(layer)) {
                    case "M" -> List.of(mamba());
                    case "*" -> List.of(attention());
                    case "-" -> List.of(mlp(training.ffn()));
                    case "E" -> latent(experts());
                    default -> List.of();
                };
        if (!one.isEmpty()) {
            return new Part.Block("layer", hidden + router(one.get(0)), one);
        }
        Part attention = training.deepSeek() ? latentAttention() : attention();
        Part feedForward = feedForward(layer);
        return new Part.Block(
                "layer", hidden + router(feedForward), List.of(attention, new Part.Norm(hidden), feedForward));
    }

    private Part.Column output() {
        return new Part.Column("final_column", hidden, training.paddedVocabulary(), tp, bias);
    }

    private Part embedding() {
        long tokens = training.paddedVocabulary() / tp;
        if (training.compat()) {
            return new Part.Embedding(AICB_TABLES * tokens, training.number(LlmOption.SEQUENCE), hidden);
        }
        boolean rotary =
                training.deepSeek() || training.flag(LlmOption.SWIGLU) || training.text(LlmOption.HYBRID) != null;
        return new Part.Embedding(tokens, rotary ? 0 : training.number(LlmOption.POSITIONS), hidden);
    }

    private Part attention() {
        long width = training.headWidth() * training.heads();
        long keys = training.headWidth() * training.queryGroups();
        return new Part.Block(
                ATTENTION,
                0,
                List.of(
                        new Part.Column("attention_column", hidden, width + 2 * keys, tp, bias),
                        new Part.Row("attention_row", width, hidden, tp, bias)));
    }

    private Part latentAttention() {
        long rope = training.number(LlmOption.ROPE_DIM);
        long nope = training.number(LlmOption.NOPE_DIM);
        long value = training.number(LlmOption.VALUE_DIM);
        long queryRank = training.number(LlmOption.QUERY_RANK);
        long keyRank = training.number(LlmOption.KEY_VALUE_RANK);
        long heads = training.heads();
        List<Part> parts = new ArrayList<>();
        boolean compressed = queryRank > 0 || training.compat();
        if (compressed) {
            parts.add(new Part.Whole("attention_linear_q_lora", hidden, queryRank, bias));
            parts.add(new Part.Norm(queryRank));
        }
        long queryIn = compressed ? queryRank : hidden;
        parts.add(new Part.Column("attention_q_column", queryIn, heads * (nope + rope), tp, bias));
        parts.add(new Part.Whole("attention_linear_kv_lora", hidden, keyRank + rope, bias));
        parts.add(new Part.Norm(keyRank));
        parts.add(new Part.Column("attention_kv_column", keyRank, heads * (nope + value), tp, bias));
        parts.add(new Part.Row("attention_o_row", heads * value, hidden, tp, bias));
        return new Part.Block(LATENT_ATTENTION, 0, parts);
    }

    /** Elements of the router before experts, which every tensor-parallel rank has; AICB counts none. */
    private long router(Part feedForward) {
        return feedForward instanceof Part.Experts && !training.compat()
                ? hidden * training.number(LlmOption.EXPERTS)
                : 0;
    }

    private Part feedForward(int layer) {
        if (training.deepSeek()) {
            return layer < training.number(LlmOption.DENSE_LAYERS) ? mlp(training.ffn()) : experts();
        }
        return training.flag(LlmOption.MOE) ? experts() : mlp(training.ffn());
    }

    private Part mlp(long width) {
        long first = training.flag(LlmOption.SWIGLU) && !training.compat() ? 2 * width : width;
        return new Part.Block(
                MLP,
                0,
                List.of(
                        new Part.Column("mlp_column", hidden, first, tp, bias),
                        new Part.Row("mlp_row", width, hidden, tp, bias)));
    }

    private List<Part> latent(Part experts) {
        long width = training.expertWidth();
        if (width == hidden) {
            return List.of(experts);
        }
        return List.of(
                experts,
                new Part.Whole("latent_in", hidden, width, false),
                new Part.Whole("latent_out", width, hidden, false));
    }

    /**
     * A Mamba-2 layer (Dao and Gu 2024, section 7): one matrix computes gate, input, B and C of each group, and a step
     * per head; a convolution over four tokens of all except the gate and the steps; states; a gated norm; an output
     * matrix.
     */
    private Part mamba() {
        long heads = training.number(LlmOption.MAMBA_HEADS);
        long inner = heads * training.number(LlmOption.MAMBA_HEAD_WIDTH);
        long shared = 2 * training.number(LlmOption.MAMBA_GROUPS) * training.number(LlmOption.MAMBA_STATES);
        long extra = ((CONVOLUTION + 1) * (inner + shared) + HEAD_NUMBERS * heads + inner) / tp;
        return new Part.Block(
                MAMBA,
                extra,
                List.of(
                        new Part.Column("mamba_in", hidden, 2 * inner + shared + heads, tp, bias),
                        new Part.Row("mamba_out", inner, hidden, tp, bias)));
    }

    private Part experts() {
        long local = training.number(LlmOption.EXPERTS) / training.ep();
        long width = LlmTraining.divide(training.expertFfn() * local, training.expertTp(), "width of the experts");
        boolean gated = training.deepSeek() || training.flag(LlmOption.SWIGLU) && !training.compat();
        long shared = training.number(LlmOption.SHARED_EXPERTS);
        boolean hasShared = shared > 0 && (training.deepSeek() || !training.compat());
        long each = training.expertFfn();
        long given = training.compat() ? 0 : training.number(LlmOption.SHARED_FFN);
        long sharedWidth = given > 0 ? given : training.compat() ? each : each * shared;
        List<Part> parts = hasShared ? List.of(mlp(sharedWidth)) : List.of();
        return new Part.Experts(training.expertWidth(), width, gated ? 3 : 2, training.deepSeek(), parts);
    }
}
