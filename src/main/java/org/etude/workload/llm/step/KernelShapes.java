package org.etude.workload.llm.step;

import java.util.List;
import org.etude.workload.llm.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * Operations and bytes of the kernels of one rank and micro batch, in half precision. A product of r rows takes 2 r in out
 * operations and touches its inputs, weights and outputs once. Everything else is counted by the bytes it reads and writes.
 */
final class KernelShapes {
    private static final int ELEMENT = 2;
    /** Causal FlashAttention computes half of the scores; its backward pass computes them again (Dao 2023). */
    private static final double FLASH_BACKWARD = 2.5;
    /** Bytes a score without FlashAttention: written, then read and written by soft-max and drop-out, then read; a mask. */
    private static final double SCORE_BYTES = 13;

    private static final int SOFTMAX_OPERATIONS = 5;
    private static final int NORM_OPERATIONS = 8;
    private static final int ACTIVATION_OPERATIONS = 8;
    /** Logits are read in half precision; the soft-max is written and read in single precision. */
    private static final double LOSS_BYTES = 2 + 4 + 4;

    private static final double LOSS_BACKWARD_BYTES = 4 + 2;

    private final LlmTraining training;
    private final double tokens;
    private final double ownTokens;

    KernelShapes(LlmTraining training) {
        this.training = training;
        tokens = (double) training.number(LlmOption.MICRO_BATCH) * training.number(LlmOption.SEQUENCE);
        ownTokens = training.sequenceParallel() ? tokens / training.tp() : tokens;
    }

    /** Tokens of a micro batch. */
    double tokens() {
        return tokens;
    }

    /** Tokens of a micro batch that a rank holds between layers. */
    double ownTokens() {
        return ownTokens;
    }

    /** A product of rows with a matrix. */
    Kernel product(String name, double rows, double in, double out) {
        return new Kernel(name, 2 * rows * in * out, ELEMENT * (in * out + rows * in + rows * out));
    }

    /** A norm behind the sum with the residual: reads both, writes sum and norm; backward alike. */
    Kernel norm() {
        return elements("norm", NORM_OPERATIONS, 4, ownTokens * training.hidden());
    }

    /** Work on each of so many elements that reads and writes so many numbers for each. */
    Kernel elements(String name, double operations, double numbers, double count) {
        return new Kernel(name, operations * count, ELEMENT * numbers * count);
    }

    /**
     * The core of attention.
     *
     * @param queries width of a rank's queries, and of its keys before they are shared among heads
     * @param values width of a rank's values likewise
     * @param stored width of keys and values as they are stored
     * @param heads a rank's heads
     */
    Kernel core(double queries, double values, double stored, double heads) {
        double sequence = (double) training.number(LlmOption.SEQUENCE) * ContextParallel.ranks(training);
        double touched = ELEMENT * tokens * (queries + stored + values);
        double all = 2 * tokens * sequence * (queries + values);
        if (training.flag(LlmOption.FLASH)) {
            return new Kernel("core", all / 2, touched);
        }
        double scores = tokens * sequence * heads;
        return new Kernel("core", all + SOFTMAX_OPERATIONS * scores, touched + SCORE_BYTES * scores);
    }

    /** Its backward pass. */
    Kernel coreBackward(Kernel forward) {
        double more = training.flag(LlmOption.FLASH) ? FLASH_BACKWARD : 2;
        return new Kernel("core grad", forward.operations() * more, forward.bytes() * 2);
    }

    /** The activation between the two halves of a feed-forward layer: forward, backward. */
    List<Kernel> activation(double rows, double width, boolean gated) {
        int inputs = gated ? 2 : 1;
        return List.of(
                elements("activation", ACTIVATION_OPERATIONS, inputs + 1.0, rows * width),
                elements("activation grad", ACTIVATION_OPERATIONS, 2.0 * inputs + 1, rows * width));
    }

    /** The look-up of tokens: forward, backward. */
    List<Kernel> lookUp() {
        return List.of(
                elements("look-up", 1, 2, tokens * training.hidden()),
                elements("look-up grad", 1, 3, tokens * training.hidden()));
    }

    /** The loss over a rank's part of the vocabulary: forward, backward. */
    List<Kernel> loss(double vocabulary) {
        double logits = tokens * vocabulary;
        return List.of(
                new Kernel("loss", SOFTMAX_OPERATIONS * logits, LOSS_BYTES * logits),
                new Kernel("loss grad", 2 * logits, LOSS_BACKWARD_BYTES * logits));
    }
}
