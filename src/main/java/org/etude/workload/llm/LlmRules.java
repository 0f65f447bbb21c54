// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.Locale;
import java.util.Set;
import org.etude.report.Counted;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;

/** Which values of a training fit each other. */
final class LlmRules {
    private static final double MAX_PARAMETERS = 0x1p56;
    private static final double MAX_NUMBERS = 0x1p52;
    private static final long MAX_PASSES = 500_000;
    private static final Set<String> FRAMES =
            Set.of("Megatron", "DeepSeek", "DeepSpeed", "torchtitan", "collective_test");
    private static final Set<LlmOption> POSITIVE = Set.of(
            LlmOption.WORLD_SIZE,
            LlmOption.TENSOR_PARALLEL,
            LlmOption.PIPELINE_PARALLEL,
            LlmOption.EXPERT_PARALLEL,
            LlmOption.MICRO_BATCH,
            LlmOption.SEQUENCE,
            LlmOption.HIDDEN,
            LlmOption.LAYERS,
            LlmOption.EXPERTS,
            LlmOption.VOCABULARY,
            LlmOption.VOCABULARY_DIVISOR,
            LlmOption.GATHER_BUCKET,
            LlmOption.INSTANCES,
            LlmOption.ROUTER_GROUPS,
            LlmOption.MAMBA_HEADS,
            LlmOption.MAMBA_HEAD_WIDTH,
            LlmOption.MAMBA_STATES,
            LlmOption.MAMBA_GROUPS,
            LlmOption.ROUTER_GROUP_TOP_K,
            LlmOption.BEGIN_SIZE);

    /** What AICB does not look at. */
    private static final Set<LlmOption> POSITIVE_UNLESS_COMPAT =
            Set.of(LlmOption.CONTEXT_PARALLEL, LlmOption.GLOBAL_BATCH, LlmOption.VIRTUAL_STAGES);

    /** Limit of counts and widths, so that the product of any two fits in a long. */
    private static final long MAX_COUNT = Integer.MAX_VALUE;

    private static final long MAX_SIZE = 1L << 53;
    /** Numbers of elements, bytes or repetitions, which are not multiplied by others. */
    private static final Set<LlmOption> SIZES = Set.of(
            LlmOption.REDUCE_BUCKET,
            LlmOption.GATHER_BUCKET,
            LlmOption.MAX_LIVE,
            LlmOption.PREFETCH,
            LlmOption.BEGIN_SIZE,
            LlmOption.END_SIZE,
            LlmOption.ITERATIONS);

    /** Numbers that may be below 0: a rank of -1 means no rank. */
    private static final Set<LlmOption> SIGNED =
            Set.of(LlmOption.PIPELINE_RANK, LlmOption.MULTI_ALL_REDUCE, LlmOption.FIRST_LAYERS, LlmOption.LAST_LAYERS);

    private final LlmTraining training;

    LlmRules(LlmTraining training) {
        this.training = training;
    }

    /** Refuses values that do not fit each other. */
    void check() {
        checkEach();
        checkTogether();
        if (!training.compat()) {
            checkWhatAicbAccepts();
        }
    }

    /** Refuses values that no training has. */
    void checkEach() {
        for (LlmOption option : LlmOption.values()) {
            String text = training.text(option);
            require(
                    option.kind() != LlmOption.Kind.FLAG || text == null || text.equals("true") || text.equals("false"),
                    option.option() + " is '" + text + "'",
                    "Give true or false.");
            if (option.kind() == LlmOption.Kind.NUMBER) {
                checkRange(option);
            }
        }
        require(
                FRAMES.contains(training.text(LlmOption.FRAME)),
                "there is no framework '" + training.text(LlmOption.FRAME) + "'",
                "Use Megatron, DeepSeek, DeepSpeed, torchtitan or collective_test.");
    }

    private void checkTogether() {
        require(
                training.world() % ((long) training.tp() * training.pp()) == 0,
                "world size " + training.world() + " is not a multiple of " + training.tp() + " (tp) times "
                        + training.pp() + " (pp)",
                "Change --world_size, --tensor_model_parallel_size or --pipeline_model_parallel.");
        require(
                !training.flag(LlmOption.MOE) || training.sequenceParallel(),
                "a mixture of experts needs sequence parallelism",
                "Add --enable_sequence_parallel.");
        require(
                training.number(LlmOption.EXPERTS) % training.ep() == 0 || training.ep() == 1,
                Counted.of(training.number(LlmOption.EXPERTS), "expert") + " cannot be spread over " + training.ep()
                        + " (ep) ranks",
                "Make --num_experts a multiple of --expert_model_parallel_size.");
        long groups = training.number(LlmOption.QUERY_GROUPS);
        require(
                groups <= 0 || training.heads() % groups == 0,
                training.heads() + " attention heads cannot share " + groups + " heads of keys and values evenly",
                "Make --num_attention_heads a multiple of --num_query_groups.");
        require(
                !training.flag(LlmOption.GROUPED_GEMM) || "bfloat16".equals(training.text(LlmOption.DTYPE)),
                "grouped GEMM does not work with " + training.text(LlmOption.DTYPE),
                "Use --dtype bfloat16.");
        require(
                training.ep() == 1 || !"float16".equals(training.text(LlmOption.DTYPE)),
                "expert parallelism does not work with float16",
                "Use --dtype bfloat16.");
    }

    private void checkRange(LlmOption option) {
        long value = training.number(option);
        int least = POSITIVE.contains(option) || !training.compat() && POSITIVE_UNLESS_COMPAT.contains(option) ? 1 : 0;
        require(
                value >= least || SIGNED.contains(option),
                option.option() + " is " + value,
                "Give " + least + " or more.");
        // Some defaults are the largest number there is; AICB takes any.
        boolean free = training.compat() || training.text(option).equals(option.base());
        require(
                free || value <= (SIZES.contains(option) ? MAX_SIZE : MAX_COUNT),
                option.option() + " is " + value,
                SIZES.contains(option) ? "Give at most " + MAX_SIZE + "." : "Give at most two billion.");
    }

    /** Refuses what AICB accepts although it describes no model that can be trained. */
    private void checkWhatAicbAccepts() {
        String kinds = training.text(LlmOption.HYBRID);
        require(
                kinds == null || kinds.length() == training.number(LlmOption.LAYERS) && kinds.matches("[M*E-]+"),
                "--hybrid_override_pattern '" + kinds + "' does not name the kinds of "
                        + training.number(LlmOption.LAYERS) + " layers",
                "Write one of M, *, - and E for each of --num_layers.");
        require(
                kinds == null || !training.deepSeek(),
                "--hybrid_override_pattern with --frame DeepSeek",
                "Leave one of them out: the composition of such a layer is not known.");
        String module = training.text(LlmOption.MTP_HYBRID);
        require(
                kinds == null
                        || training.number(LlmOption.MTP) == 0
                        || module != null
                                && module.matches("[M*E-]+")
                                && module.chars().allMatch(k -> kinds.indexOf(k) >= 0),
                (module == null
                                ? "no --mtp_hybrid_override_pattern"
                                : "--mtp_hybrid_override_pattern is '" + module + "'")
                        + " with --mtp_num_layers " + training.number(LlmOption.MTP) + " and layers " + kinds,
                "Write the kinds of layers of a prediction module, each one that the model has.");
        require(
                training.headWidth() > 0,
                training.heads() + " attention heads of a hidden size of " + training.hidden(),
                "Give fewer --num_attention_heads, or --kv_channels.");
        training.word(LlmOption.DISPATCH_TYPE);
        checkRanksOfExperts();
        long predictions = training.number(LlmOption.MTP);
        require(
                predictions <= training.number(LlmOption.LAYERS),
                "--mtp_num_layers is " + predictions + " with " + training.number(LlmOption.LAYERS) + " layers",
                "Give no more prediction modules than --num_layers.");
        long half = training.number(LlmOption.START_IN_HALF) + training.number(LlmOption.END_IN_HALF);
        require(
                half <= training.number(LlmOption.LAYERS),
                LlmOption.START_IN_HALF.option() + " and " + LlmOption.END_IN_HALF.option() + " are " + half + " of "
                        + Counted.of(training.number(LlmOption.LAYERS), "layer"),
                "Give no more than --num_layers together, or --dtype bfloat16.");
        long topK = training.number(LlmOption.TOP_K);
        require(
                !training.flag(LlmOption.MOE) || topK >= 1 && topK <= training.number(LlmOption.EXPERTS),
                "--moe_router_topk is " + topK + " of " + training.number(LlmOption.EXPERTS) + " experts",
                "Give 1 to --num_experts.");
    }

    private void checkRanksOfExperts() {
        long shared = training.number(LlmOption.EXPERT_TENSOR);
        require(
                shared == 0 || shared == 1 || shared == training.tp(),
                LlmOption.EXPERT_TENSOR.option() + " is " + shared + " with " + training.tp()
                        + " tensor-parallel ranks",
                "Give 1 (each expert whole on a rank) or " + training.tp() + " (shared like other layers).");
        boolean whole = training.wholeExperts();
        long spread = (long) training.tp() * training.dp();
        boolean could = training.hasExperts() && training.tp() > 1 && !whole && spread % training.ep() == 0;
        require(
                training.expertRanks() % training.ep() == 0,
                "--expert_model_parallel_size " + training.ep() + " does not divide the " + training.expertRanks()
                        + (whole ? " ranks of a stage" : " data-parallel ranks"),
                "Give a divisor of " + training.expertRanks()
                        + (could
                                ? ", or " + LlmOption.EXPERT_TENSOR.option()
                                        + " 1, which spreads experts over tensor-parallel ranks as well."
                                : ", or fewer tensor-parallel ranks or stages."));
    }

    /** Refuses with these words unless a rule holds. */
    static void require(boolean holds, String what, String advice) {
        if (!holds) {
            throw new LlmException(what, advice);
        }
    }

    /** {@link LlmTraining#checkSizes}. */
    void checkSizes() {
        long passes = Math.max(1, training.microBatches());
        if (1L + training.stageLayers() > MAX_PASSES / passes) {
            throw new LlmException(
                    "a step of " + training.stageLayers() + " layers and " + passes
                            + " micro batches is too long to write",
                    "Give at most " + MAX_PASSES + " layers of a stage times micro batches.");
        }
        checkWidths();
    }

    /** {@link LlmTraining#checkWidths}. */
    void checkWidths() {
        double width = widest();
        double tokens = (double) training.number(LlmOption.MICRO_BATCH) * training.number(LlmOption.SEQUENCE);
        double tables = (double) training.number(LlmOption.VOCABULARY)
                + (double) training.number(LlmOption.VOCABULARY_DIVISOR) * training.tp()
                + training.number(LlmOption.SEQUENCE)
                + training.number(LlmOption.POSITIONS);
        double parameters =
                width * (tables + width * training.number(LlmOption.EXPERTS) * training.number(LlmOption.LAYERS));
        if (tokens * width * Math.max(1, training.number(LlmOption.TOP_K)) > MAX_NUMBERS
                || parameters > MAX_PARAMETERS) {
            throw new LlmException(
                    String.format(
                            Locale.ROOT,
                            "a micro batch of %.3g tokens with layers of width %.3g fits no GPU",
                            tokens,
                            width),
                    "Lower --micro_batch, --seq_length, or the sizes of the model.");
        }
    }

    /** The largest size of a layer in any direction. */
    private double widest() {
        double heads = training.heads();
        double latent = Math.max(
                training.number(LlmOption.NOPE_DIM) + (double) training.number(LlmOption.ROPE_DIM),
                training.number(LlmOption.VALUE_DIM));
        double ranks = Math.max(training.number(LlmOption.QUERY_RANK), training.number(LlmOption.KEY_VALUE_RANK));
        double attention = Math.max(heads * Math.max(latent, training.number(LlmOption.HEAD_WIDTH)), ranks);
        double ffn = Math.max(training.number(LlmOption.FFN_HIDDEN), training.number(LlmOption.EXPERT_FFN));
        return Math.max(
                Math.max(4.0 * training.hidden(), attention),
                ffn * Math.max(1, training.number(LlmOption.SHARED_EXPERTS)));
    }
}
