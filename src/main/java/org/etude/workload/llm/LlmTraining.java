// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.LlmSettings;

/**
 * A training step to generate: every option has a value, and values are consistent.
 *
 * @param values a value of each option; options without one are absent
 * @param compat whether AICB's numbers are reproduced even where they are wrong
 */
public record LlmTraining(Map<LlmOption, String> values, boolean compat) {
    private static final int BF16_BYTES = 2;
    private static final int MAX_DIGITS = 19;
    private static final Pattern LOAD = Pattern.compile("[0-9]{1,6}([.][0-9]{1,9})?");
    private static final int SWIGLU_MULTIPLE = 64;
    private static final double MIN_EFFICIENCY = 1e-6;
    /** Copies, and rejects inconsistent values. */
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

    /** Whether a text matches -?[0-9]{1,19}; a planner calls this tens of millions of times. */
    private static boolean isWhole(String text) {
        int from = text.startsWith("-") ? 1 : 0;
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() > from && text.length() - from <= MAX_DIGITS;
    }

    /**
     * Fills in missing values, first from the named model (except in compat mode, because AICB has none), then with
     * AICB's defaults.
     *
     * @throws LlmException when values are not numbers or inconsistent, or neither name nor sizes identify the model
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
        new LlmRules(training).check();
        return training;
    }

    /** Rejects an unknown name without sizes, because AICB's defaults are not a meaningful model. */
    private static void requireSizes(Map<LlmOption, String> given) {
        String name = given.get(LlmOption.MODEL_NAME);
        if (name != null && !given.containsKey(LlmOption.HIDDEN) && !given.containsKey(LlmOption.LAYERS)) {
            NamedModels.requireKnown(name);
        }
    }

    /**
     * The training that settings describe.
     *
     * @throws LlmException when values are inconsistent
     */
    public static LlmTraining of(LlmSettings settings) {
        return of(settings.given(), false);
    }

    /** The text of an option, or null. */
    public String text(LlmOption option) {
        return values.get(option);
    }

    /**
     * The word of an option that is one of several, such as {@link LlmOption#RECOMPUTE_METHOD}; null when not given.
     *
     * @throws LlmException when it is unknown
     */
    public String word(LlmOption option) {
        return OptionWords.one(option, text(option));
    }

    /**
     * The words of an option that lists some, such as {@link LlmOption#LORA_MODULES}, separated by commas or blanks;
     * empty when not given.
     *
     * @throws LlmException when one of them is unknown
     */
    public Set<String> words(LlmOption option) {
        return OptionWords.some(option, text(option));
    }

    /**
     * The element types of modules that have one of their own, as they are written.
     *
     * @throws LlmException when a module is unknown or named twice
     */
    public Map<String, String> moduleTypes() {
        return OptionWords.types(text(LlmOption.MODULE_TYPES));
    }

    /** Whether products of a layer, counted from 0, stay in half precision. */
    public boolean keepsHalf(int layer) {
        return layer < number(LlmOption.START_IN_HALF)
                || layer >= number(LlmOption.LAYERS) - number(LlmOption.END_IN_HALF);
    }

    /**
     * Checks each option by itself, whether a step would look at it or not.
     *
     * @throws LlmException when a number is out of range or a word unknown
     */
    public void checkEach() {
        new LlmRules(this).checkEach();
        OptionWords.check(this);
        efficiency();
        String load = text(LlmOption.EXPERT_LOAD);
        if (!LOAD.matcher(load).matches() || Double.parseDouble(load) < 1) {
            expertLoad();
        }
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
     * The common fraction of the GPU's peak rates for estimated times; empty when each kernel has its own.
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
            // Rejected below, like a number out of range.
        }
        LlmRules.require(
                share >= MIN_EFFICIENCY && share <= 1,
                "--efficiency is '" + text + "'",
                "Give a share above 0 and at most 1, such as 0.5, or model.");
        return OptionalDouble.of(share);
    }

    /** The basis of estimated kernel times, in words. */
    public String rates() {
        return "the roofline of " + text(LlmOption.GPU_TYPE)
                + (efficiency().isPresent()
                        ? " at " + text(LlmOption.EFFICIENCY) + " of its peak"
                        : " at the fraction of its peak that kernels of each shape and type reach");
    }

    /**
     * Ratio of the tokens of the most loaded expert rank to the mean; at most the number of ranks.
     *
     * @throws LlmException when it is out of range
     */
    public double expertLoad() {
        String text = text(LlmOption.EXPERT_LOAD);
        double load = LOAD.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        LlmRules.require(
                load >= 1 && load <= Math.max(1, ep()),
                "--moe_load_factor is '" + text + "'",
                "Give 1 (all alike) to " + ep() + ", the ranks over which experts are spread.");
        return load;
    }

    /** Whether the model is DeepSeek's. */
    public boolean deepSeek() {
        return "DeepSeek".equals(text(LlmOption.FRAME));
    }

    /** Whether DeepSpeed trains it. */
    public boolean deepSpeed() {
        return "DeepSpeed".equals(text(LlmOption.FRAME));
    }

    /** Whether torchtitan trains it. */
    public boolean torchtitan() {
        return "torchtitan".equals(text(LlmOption.FRAME));
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

    /** Whether each expert is whole on its rank, and experts are spread over tensor-parallel ranks as well. */
    public boolean wholeExperts() {
        return number(LlmOption.EXPERT_TENSOR) == 1 && tp() > 1 && hasExperts();
    }

    /** Tensor-parallel ranks that share an expert. */
    public int expertTp() {
        return wholeExperts() ? 1 : tp();
    }

    /** Ranks of a stage over which experts can be spread: the copies, or with whole experts all. */
    public int expertRanks() {
        return wholeExperts() ? tp() * dp() : dp();
    }

    /** Data parallelism: ranks over tp times pp. */
    public int dp() {
        return world() / (tp() * pp());
    }

    /** Whether sequences are distributed over tensor-parallel ranks between layers. */
    public boolean sequenceParallel() {
        return flag(LlmOption.SEQUENCE_PARALLEL);
    }

    /** Micro batches per step: sequences / (micro batch x dp), rounded down. */
    public long microBatches() {
        return Math.floorDiv(number(LlmOption.GLOBAL_BATCH), number(LlmOption.MICRO_BATCH) * dp());
    }

    /** Layers per stage; a remainder is dropped in compat mode, otherwise the largest stage counts. */
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

    /** The kind of a layer of a hybrid model: M, *, - or E; empty for a plain model. */
    public String kind(int layer) {
        String kinds = text(LlmOption.HYBRID);
        return kinds == null ? "" : kinds.substring(layer, layer + 1);
    }

    /** Whether some layer of a hybrid model is of a kind. */
    public boolean hasKind(char kind) {
        String kinds = text(LlmOption.HYBRID);
        return kinds != null && kinds.indexOf(kind) >= 0;
    }

    /** Whether some layer has routed experts. */
    public boolean hasExperts() {
        if (text(LlmOption.HYBRID) != null) {
            return hasKind('E');
        }
        return deepSeek() ? number(LlmOption.DENSE_LAYERS) < number(LlmOption.LAYERS) : flag(LlmOption.MOE);
    }

    /**
     * The layers of a prediction module: one like the model's last; in a hybrid model one like the first of each kind
     * in --mtp_hybrid_override_pattern; empty without such modules.
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

    /** Whether tokens are dispatched to experts in eight bits. */
    public boolean dispatchesBytes() {
        String type = text(LlmOption.DISPATCH_TYPE);
        return type == null ? deepSeek() : type.equals("fp8");
    }

    /** Width of tokens dispatched to experts. */
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

    /** The vocabulary size, padded so that each rank has the same part. */
    public long paddedVocabulary() {
        long multiple = number(LlmOption.VOCABULARY_DIVISOR) * tp();
        return (number(LlmOption.VOCABULARY) + multiple - 1) / multiple * multiple;
    }

    /** Bytes of the activations between two layers of a micro batch, bfloat16. */
    public long activationBytes() {
        return BF16_BYTES * number(LlmOption.MICRO_BATCH) * number(LlmOption.SEQUENCE) * hidden();
    }

    /**
     * Rejects sizes that would exhaust memory or overflow.
     *
     * @throws LlmException when there are too many layers and micro batches to write, or sizes are larger than in any
     *     model
     */
    public void checkSizes() {
        new LlmRules(this).checkSizes();
    }

    /**
     * Refuses sizes of tensors that exceed whole numbers.
     *
     * @throws LlmException when sizes are larger than any model's
     */
    public void checkWidths() {
        new LlmRules(this).checkWidths();
    }

    /** Divides a number by another that must divide it evenly. */
    static long divide(long number, long by, String what) {
        if (number % by != 0) {
            throw new LlmException(
                    what + " " + number + " cannot be cut into " + by + " equal parts",
                    "Change --tensor_model_parallel_size, or choose a size that is a multiple of it.");
        }
        return number / by;
    }
}
