// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;

/**
 * A training step to generate: every option has a value, and the values fit each other.
 *
 * @param values a value of each option; options without one are absent
 * @param compat whether AICB's numbers are reproduced even where they are wrong
 */
public record LlmTraining(Map<LlmOption, String> values, boolean compat) {
    private static final int BF16_BYTES = 2;
    private static final int MOST_DIGITS = 19;
    private static final Pattern BETWEEN = Pattern.compile("[,\\s]+");
    private static final Pattern LOAD = Pattern.compile("[0-9]{1,6}([.][0-9]{1,9})?");
    private static final int SWIGLU_MULTIPLE = 64;
    private static final long MOST_PASSES = 500_000;
    private static final double LEAST_EFFICIENCY = 1e-6;
    private static final double MOST_NUMBERS = 0x1p52;
    private static final double MOST_PARAMETERS = 0x1p56;
    private static final Set<String> FRAMES = Set.of("Megatron", "DeepSeek", "DeepSpeed", "collective_test");
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

    /** Numbers that may be below 0: a rank of -1 means no rank. */
    private static final Set<LlmOption> SIGNED =
            Set.of(LlmOption.PIPELINE_RANK, LlmOption.MULTI_ALL_REDUCE, LlmOption.FIRST_LAYERS, LlmOption.LAST_LAYERS);

    /** Copies, and refuses what does not fit. */
    public LlmTraining {
        EnumMap<LlmOption, String> copy = new EnumMap<>(LlmOption.class);
        copy.putAll(values);
        values = Collections.unmodifiableMap(copy);
        for (LlmOption option : LlmOption.values()) {
            String text = values.get(option);
            if (option.kind() == LlmOption.Kind.NUMBER && (text == null || !isWhole(text))) {
                throw new LlmException(
                        option.option() + " is '" + text + "', not a whole number", "Give " + option.meaning() + ".");
            }
        }
    }

    /** Whether a text is -?[0-9]{1,19}; a planner asks tens of millions of times. */
    private static boolean isWhole(String text) {
        int from = text.startsWith("-") ? 1 : 0;
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() > from && text.length() - from <= MOST_DIGITS;
    }

    /**
     * Fills in what is not given: first from the named model (not in compat mode, where AICB knows none), then with AICB's
     * defaults.
     *
     * @throws LlmException when values are no numbers or do not fit each other, or neither name nor sizes say which model it is
     */
    public static LlmTraining of(Map<LlmOption, String> given, boolean compat) {
        Map<LlmOption, String> values = new EnumMap<>(LlmOption.class);
        for (LlmOption option : LlmOption.values()) {
            if (option.base() != null) {
                values.put(option, option.base());
            }
        }
        if (!compat) {
            requireSizes(given);
            Optional<Map<LlmOption, String>> sizes = NamedModels.named(given.get(LlmOption.MODEL_NAME));
            sizes.ifPresent(values::putAll);
            values.put(LlmOption.SEQUENCE_PARALLEL, values.get(LlmOption.MOE));
            boolean deepSeek = "DeepSeek".equals(given.getOrDefault(LlmOption.FRAME, values.get(LlmOption.FRAME)));
            if (!deepSeek && sizes.isEmpty()) {
                values.put(LlmOption.SHARED_EXPERTS, "0");
            }
        }
        values.putAll(given);
        LlmTraining training = new LlmTraining(values, compat);
        training.check();
        return training;
    }

    /** Refuses a name that is not known where no size says which model it is: AICB's defaults are no model that anybody means. */
    private static void requireSizes(Map<LlmOption, String> given) {
        String name = given.get(LlmOption.MODEL_NAME);
        if (name != null && !given.containsKey(LlmOption.HIDDEN) && !given.containsKey(LlmOption.LAYERS)) {
            NamedModels.requireKnown(name);
        }
    }

    /**
     * The training that settings describe.
     *
     * @throws LlmException when values do not fit each other
     */
    public static LlmTraining of(LlmSettings settings) {
        return of(settings.given(), false);
    }

    private void check() {
        for (LlmOption option : LlmOption.values()) {
            if (option.kind() == LlmOption.Kind.NUMBER && !SIGNED.contains(option)) {
                int least = POSITIVE.contains(option) ? 1 : 0;
                require(
                        number(option) >= least,
                        option.option() + " is " + number(option),
                        "Give " + least + " or more.");
            }
        }
        require(
                FRAMES.contains(text(LlmOption.FRAME)),
                "there is no framework '" + text(LlmOption.FRAME) + "'",
                "Use Megatron, DeepSeek, DeepSpeed or collective_test.");
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
                !flag(LlmOption.GROUPED_GEMM) || "bfloat16".equals(text(LlmOption.DTYPE)),
                "grouped GEMM does not work with " + text(LlmOption.DTYPE),
                "Use --dtype bfloat16.");
        require(
                ep() == 1 || !"float16".equals(text(LlmOption.DTYPE)),
                "expert parallelism does not work with float16",
                "Use --dtype bfloat16.");
        if (!compat) {
            checkExperts();
        }
    }

    /** What AICB lets pass. */
    private void checkExperts() {
        String kinds = text(LlmOption.HYBRID);
        require(
                kinds == null || kinds.length() == number(LlmOption.LAYERS) && kinds.matches("[M*E-]+"),
                "--hybrid_override_pattern '" + kinds + "' does not name the kinds of " + number(LlmOption.LAYERS)
                        + " layers",
                "Write one of M, *, - and E for each of --num_layers.");
        require(
                kinds == null || !deepSeek(),
                "--hybrid_override_pattern with --frame DeepSeek",
                "Leave one of them out: what such a layer consists of is not known.");
        String module = text(LlmOption.MTP_HYBRID);
        require(
                kinds == null
                        || number(LlmOption.MTP) == 0
                        || module != null
                                && module.matches("[M*E-]+")
                                && module.chars().allMatch(k -> kinds.indexOf(k) >= 0),
                "--mtp_hybrid_override_pattern is '" + module + "' with --mtp_num_layers " + number(LlmOption.MTP)
                        + " and layers " + kinds,
                "Write the kinds of layers of a prediction module, each one that the model has.");
        require(
                headWidth() > 0,
                heads() + " attention heads of a hidden size of " + hidden(),
                "Give fewer --num_attention_heads, or --kv_channels.");
        String dispatch = text(LlmOption.DISPATCH_TYPE);
        require(
                dispatch == null || dispatch.equals("fp8") || dispatch.equals("bf16"),
                "--moe_dispatch_dtype is '" + dispatch + "'",
                "Give fp8 or bf16.");
        require(
                dp() % ep() == 0,
                "--expert_model_parallel_size " + ep() + " does not divide the " + dp() + " data-parallel ranks",
                "Experts are spread over data-parallel ranks, not over tensor-parallel ones as well (folded): give a"
                        + " divisor of "
                        + dp() + ", or fewer tensor-parallel ranks or stages.");
        long topK = number(LlmOption.TOP_K);
        require(
                !flag(LlmOption.MOE) || topK >= 1 && topK <= number(LlmOption.EXPERTS),
                "--moe_router_topk is " + topK + " of " + number(LlmOption.EXPERTS) + " experts",
                "Give 1 to as many as --num_experts says.");
    }

    private static void require(boolean holds, String what, String advice) {
        if (!holds) {
            throw new LlmException(what, advice);
        }
    }

    /** The text of an option, or null. */
    public String text(LlmOption option) {
        return values.get(option);
    }

    /**
     * The words of an option, which commas or blanks separate; none when it is not given.
     *
     * @throws LlmException when one of them is not known
     */
    public Set<String> words(LlmOption option, List<String> known) {
        String text = text(option);
        Set<String> words = text == null ? Set.of() : new LinkedHashSet<>(List.of(BETWEEN.split(text.strip())));
        for (String word : words) {
            require(
                    known.contains(word),
                    option.option() + " has '" + word + "'",
                    "Give some of " + String.join(", ", known) + ".");
        }
        return words;
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
            throw new LlmException(
                    option.option() + " is '" + values.get(option) + "', too large a number", "Give a smaller one.");
        }
    }

    private int count(LlmOption option) {
        long value = number(option);
        if (value != (int) value) {
            throw new LlmException(option.option() + " is " + value, "Give at most two billion.");
        }
        return (int) value;
    }

    /**
     * The one share of the GPU's peak rates that estimated times reach; empty when each kernel has a share of its own.
     *
     * @throws LlmException when it is none
     */
    public OptionalDouble efficiency() {
        String text = text(LlmOption.EFFICIENCY);
        if (text.equals(LlmOption.EFFICIENCY.base())) {
            return OptionalDouble.empty();
        }
        double share = Double.NaN;
        try {
            share = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            // Refused below, like a number out of range.
        }
        require(
                share >= LEAST_EFFICIENCY && share <= 1,
                "--efficiency is '" + text + "'",
                "Give a share above 0 and at most 1, such as 0.5, or model.");
        return OptionalDouble.of(share);
    }

    /** What the estimated times of kernels rest on, in words. */
    public String rates() {
        return "the roofline of " + text(LlmOption.GPU_TYPE)
                + (efficiency().isPresent()
                        ? " at " + text(LlmOption.EFFICIENCY) + " of its peak"
                        : " at the share of its peak that kernels of each shape and type reach");
    }

    /**
     * Tokens of the fullest rank of experts over the mean. It cannot be more than all ranks over one.
     *
     * @throws LlmException when it is no such number
     */
    public double expertLoad() {
        String text = text(LlmOption.EXPERT_LOAD);
        double load = LOAD.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        require(
                load >= 1 && load <= Math.max(1, ep()),
                "--moe_load_factor is '" + text + "'",
                "Give 1 (all alike) to " + ep() + ", the ranks over which experts are spread.");
        return load;
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

    /** The kind of a layer of a model whose layers are of several kinds: M, *, - or E; empty for a plain model. */
    public String kind(int layer) {
        String kinds = text(LlmOption.HYBRID);
        return kinds == null ? "" : kinds.substring(layer, layer + 1);
    }

    /**
     * The layers of a prediction module: one like the model's last, or of a hybrid model one like the first of each kind that
     * --mtp_hybrid_override_pattern names; none where there are no such modules.
     */
    public List<Integer> predictionLayers() {
        String kinds = text(LlmOption.HYBRID);
        if (number(LlmOption.MTP) == 0) {
            return List.of();
        }
        return kinds == null
                ? List.of((int) number(LlmOption.LAYERS) - 1)
                : text(LlmOption.MTP_HYBRID).chars().map(kinds::indexOf).boxed().toList();
    }

    /** Prediction modules with parameters of their own: those of a hybrid model share theirs. */
    public long ownPredictions() {
        long predictions = number(LlmOption.MTP);
        return text(LlmOption.HYBRID) == null ? predictions : Math.min(1, predictions);
    }

    /** Whether tokens travel to experts in eight bits. */
    public boolean dispatchesBytes() {
        String type = text(LlmOption.DISPATCH_TYPE);
        return type == null ? deepSeek() : type.equals("fp8");
    }

    /** Width of tokens on their way to experts. */
    public long expertWidth() {
        long latent = number(LlmOption.LATENT);
        return latent > 0 && !compat ? latent : hidden();
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

    /**
     * Refuses what would fill any memory, or exceed whole numbers, before it does.
     *
     * @throws LlmException when there are too many layers and micro batches to be written one by one, or sizes are
     *     larger than any model's
     */
    public void checkSizes() {
        long passes = Math.max(1, microBatches());
        if (1L + stageLayers() > MOST_PASSES / passes) {
            throw new LlmException(
                    "a step of " + stageLayers() + " layers and " + passes + " micro batches is too long to be written",
                    "Give at most " + MOST_PASSES + " layers of a stage times micro batches.");
        }
        checkWidths();
    }

    /**
     * Refuses sizes of tensors that exceed whole numbers.
     *
     * @throws LlmException when sizes are larger than any model's
     */
    public void checkWidths() {
        double width = widest();
        double tokens = (double) number(LlmOption.MICRO_BATCH) * number(LlmOption.SEQUENCE);
        double tables = (double) number(LlmOption.VOCABULARY)
                + (double) number(LlmOption.VOCABULARY_DIVISOR) * tp()
                + number(LlmOption.SEQUENCE)
                + number(LlmOption.POSITIONS);
        double parameters = width * (tables + width * number(LlmOption.EXPERTS) * number(LlmOption.LAYERS));
        if (tokens * width * Math.max(1, number(LlmOption.TOP_K)) > MOST_NUMBERS || parameters > MOST_PARAMETERS) {
            throw new LlmException(
                    String.format(
                            Locale.ROOT,
                            "a micro batch of %.3g tokens and layers %.3g wide are no model that any GPU holds",
                            tokens,
                            width),
                    "Lower --micro_batch, --seq_length, or the sizes of the model.");
        }
    }

    /** The largest size of a layer in any direction. */
    private double widest() {
        double heads = heads();
        double latent =
                Math.max(number(LlmOption.NOPE_DIM) + (double) number(LlmOption.ROPE_DIM), number(LlmOption.VALUE_DIM));
        double ranks = Math.max(number(LlmOption.QUERY_RANK), number(LlmOption.KEY_VALUE_RANK));
        double attention = Math.max(heads * Math.max(latent, number(LlmOption.HEAD_WIDTH)), ranks);
        double ffn = Math.max(number(LlmOption.FFN_HIDDEN), number(LlmOption.EXPERT_FFN));
        return Math.max(Math.max(4.0 * hidden(), attention), ffn * Math.max(1, number(LlmOption.SHARED_EXPERTS)));
    }

    /** A number over another that must divide it. */
    static long divide(long number, long by, String what) {
        if (number % by != 0) {
            throw new LlmException(
                    what + " " + number + " cannot be cut into " + by + " equal parts",
                    "Choose sizes that are multiples of the parallelism.");
        }
        return number / by;
    }
}
