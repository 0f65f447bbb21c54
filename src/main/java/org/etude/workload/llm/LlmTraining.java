package org.etude.workload.llm;

import java.util.EnumMap;
import java.util.Map;

/**
 * A training step to generate: every option has a value, and the values fit each other.
 *
 * @param values a value of each option; options without one are absent
 * @param compat whether AICB's numbers are reproduced even where they are wrong
 */
public record LlmTraining(Map<LlmOption, String> values, boolean compat) {
    private static final int BF16_BYTES = 2;
    private static final int SWIGLU_MULTIPLE = 64;

    /** Copies, and refuses what does not fit. */
    public LlmTraining {
        values = Map.copyOf(values);
        for (LlmOption option : LlmOption.values()) {
            String text = values.get(option);
            if (option.kind() == LlmOption.Kind.NUMBER && (text == null || !text.matches("-?[0-9]{1,19}"))) {
                throw new WorkloadException(
                        option.option() + " is '" + text + "', not a whole number", "Give " + option.meaning() + ".");
            }
        }
    }

    /**
     * Fills in what is not given: first from the named model (not in compat mode, where AICB knows none), then with AICB's
     * defaults.
     *
     * @throws WorkloadException when values are no numbers or do not fit each other
     */
    public static LlmTraining of(Map<LlmOption, String> given, boolean compat) {
        Map<LlmOption, String> values = new EnumMap<>(LlmOption.class);
        for (LlmOption option : LlmOption.values()) {
            if (option.base() != null) {
                values.put(option, option.base());
            }
        }
        if (!compat) {
            NamedModels.named(given.get(LlmOption.MODEL_NAME)).ifPresent(values::putAll);
            values.put(LlmOption.SEQUENCE_PARALLEL, values.get(LlmOption.MOE));
            boolean deepSeek = "DeepSeek".equals(given.getOrDefault(LlmOption.FRAME, values.get(LlmOption.FRAME)));
            if (!deepSeek && NamedModels.named(given.get(LlmOption.MODEL_NAME)).isEmpty()) {
                values.put(LlmOption.SHARED_EXPERTS, "0");
            }
        }
        values.putAll(given);
        LlmTraining training = new LlmTraining(values, compat);
        training.check();
        return training;
    }

    private void check() {
        for (LlmOption option : new LlmOption[] {
            LlmOption.WORLD_SIZE,
            LlmOption.TENSOR_PARALLEL,
            LlmOption.PIPELINE_PARALLEL,
            LlmOption.EXPERT_PARALLEL,
            LlmOption.MICRO_BATCH,
            LlmOption.SEQUENCE,
            LlmOption.HIDDEN,
            LlmOption.LAYERS,
            LlmOption.EXPERTS,
            LlmOption.VOCABULARY_DIVISOR
        }) {
            require(number(option) >= 1, option.option() + " is " + number(option), "Give 1 or more.");
        }
        require(
                world() % ((long) tp() * pp()) == 0,
                "world size " + world() + " is no multiple of " + tp() + " (tp) times " + pp() + " (pp)",
                "Change --world_size, --tensor_model_parallel_size or --pipeline_model_parallel.");
        require(
                !flag(LlmOption.MOE) || sequenceParallel(),
                "a mixture of experts needs sequence parallelism",
                "Add --enable_sequence_parallel.");
        require(
                number(LlmOption.EXPERTS) % ep() == 0 || ep() == 1,
                number(LlmOption.EXPERTS) + " experts cannot be spread over " + ep() + " (ep) ranks",
                "Make --num_experts a multiple of --expert_model_parallel_size.");
        long groups = number(LlmOption.QUERY_GROUPS);
        require(
                groups <= 0 || heads() % groups == 0,
                heads() + " attention heads cannot share " + groups + " heads of keys and values evenly",
                "Make --num_attention_heads a multiple of --num_query_groups.");
        require(
                ep() == 1 || !"float16".equals(text(LlmOption.DTYPE)),
                "expert parallelism does not work with float16",
                "Use --dtype bfloat16.");
    }

    private static void require(boolean holds, String what, String advice) {
        if (!holds) {
            throw new WorkloadException(what, advice);
        }
    }

    /** The text of an option, or null. */
    public String text(LlmOption option) {
        return values.get(option);
    }

    /** Whether a flag is set. */
    public boolean flag(LlmOption option) {
        return "true".equals(values.get(option));
    }

    /** The value of a number. */
    public long number(LlmOption option) {
        try {
            return Long.parseLong(values.get(option));
        } catch (NumberFormatException e) {
            throw new WorkloadException(
                    option.option() + " is '" + values.get(option) + "', too large a number", "Give a smaller one.");
        }
    }

    private int count(LlmOption option) {
        long value = number(option);
        if (value != (int) value) {
            throw new WorkloadException(option.option() + " is " + value, "Give at most two billion.");
        }
        return (int) value;
    }

    /** Whether the model is DeepSeek's. */
    public boolean deepSeek() {
        return "DeepSeek".equals(text(LlmOption.FRAME));
    }

    /** Ranks. */
    public int world() {
        return count(LlmOption.WORLD_SIZE);
    }

    /** Tensor parallelism. */
    public int tp() {
        return count(LlmOption.TENSOR_PARALLEL);
    }

    /** Pipeline stages. */
    public int pp() {
        return count(LlmOption.PIPELINE_PARALLEL);
    }

    /** Expert parallelism. */
    public int ep() {
        return count(LlmOption.EXPERT_PARALLEL);
    }

    /** Data parallelism: ranks over tp times pp. */
    public int dp() {
        return world() / (tp() * pp());
    }

    /** Whether sequences are spread over tensor-parallel ranks between layers. */
    public boolean sequenceParallel() {
        return flag(LlmOption.SEQUENCE_PARALLEL);
    }

    /** Micro batches of a step: sequences over micro batch times dp, rounded down. */
    public long microBatches() {
        return Math.floorDiv(number(LlmOption.GLOBAL_BATCH), number(LlmOption.MICRO_BATCH) * dp());
    }

    /** Layers of a stage; what is over is lost in compat mode, otherwise the fullest stage counts. */
    public int stageLayers() {
        int layers = count(LlmOption.LAYERS);
        return compat ? layers / pp() : (layers + pp() - 1) / pp();
    }

    /** Hidden size. */
    public long hidden() {
        return number(LlmOption.HIDDEN);
    }

    /** Attention heads. */
    public long heads() {
        long heads = number(LlmOption.HEADS);
        return heads > 0 ? heads : number(LlmOption.LAYERS);
    }

    /** Width of the feed-forward layer. */
    public long ffn() {
        long given = number(LlmOption.FFN_HIDDEN);
        if (given > 0) {
            return given;
        }
        long full = 4 * hidden();
        return flag(LlmOption.SWIGLU) ? (long) (full * 2 / 3.0 / SWIGLU_MULTIPLE) * SWIGLU_MULTIPLE : full;
    }

    /** Width of an expert. */
    public long expertFfn() {
        long given = number(LlmOption.EXPERT_FFN);
        return given > 0 && !compat ? given : ffn();
    }

    /** Width of a head of attention. */
    public long headWidth() {
        long given = number(LlmOption.HEAD_WIDTH);
        return given > 0 && !compat ? given : hidden() / heads();
    }

    /** Heads of keys and values; each tensor-parallel rank has at least one. */
    public long queryGroups() {
        long given = number(LlmOption.QUERY_GROUPS);
        return given > 0 && !compat ? Math.min(heads(), Math.max(given, tp())) : heads();
    }

    /** The vocabulary, padded so that each rank has the same part. */
    public long paddedVocabulary() {
        long multiple = number(LlmOption.VOCABULARY_DIVISOR) * tp();
        return (number(LlmOption.VOCABULARY) + multiple - 1) / multiple * multiple;
    }

    /** Bytes of the activations between two layers of a micro batch, bfloat16. */
    public long activationBytes() {
        return BF16_BYTES * number(LlmOption.MICRO_BATCH) * number(LlmOption.SEQUENCE) * hidden();
    }

    /** A number over another that must divide it. */
    static long divide(long number, long by, String what) {
        if (number % by != 0) {
            throw new WorkloadException(
                    what + " " + number + " cannot be cut into " + by + " equal parts",
                    "Choose sizes that are multiples of the parallelism.");
        }
        return number / by;
    }
}
