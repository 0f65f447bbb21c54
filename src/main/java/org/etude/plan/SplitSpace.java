// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * Enumerates the splits that a search tries: for each option in turn, the values compatible with those chosen before.
 * An option fixed by the request takes exactly the given values; invalid combinations are rejected later.
 */
final class SplitSpace {
    private static final int[] CHUNKS = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24};
    private static final int MAX_MICRO_BATCH = 64;
    /**
     * Sequences are split into shorter parts only when context parallelism is given, because attention is then a small
     * part of the work.
     */
    private static final int MIN_PART = 2048;

    private static final List<String> NO = List.of("false");
    private static final List<String> BOTH = List.of("false", "true");
    private static final List<String> ONE = List.of("1");
    private static final String FULL = "full";
    private static final String SHARED_PARAMETERS = "optim_grads_params";

    private final LlmTraining base;
    private final Map<LlmOption, List<String>> fixed;
    private final int domain;
    private final Map<LlmOption, Function<Choices, List<String>>> dimensions = new EnumMap<>(LlmOption.class);
    private final List<LlmOption> order = new ArrayList<>();

    /**
     * The splits of a training.
     *
     * @param base its options on one GPU
     * @param fixed parallelization options that are not searched
     * @param domain number of GPUs in a scale-up domain
     */
    SplitSpace(LlmTraining base, Map<LlmOption, List<String>> fixed, int domain) {
        this.base = base;
        this.fixed = fixed;
        this.domain = domain;
        boolean megatron = !"DeepSpeed".equals(base.text(LlmOption.FRAME));
        boolean shards = megatron && base.flag(LlmOption.DISTRIBUTED_OPTIMIZER);
        add(LlmOption.TENSOR_PARALLEL, this::tensors);
        add(LlmOption.PIPELINE_PARALLEL, this::stages);
        add(LlmOption.EXPERT_TENSOR, split -> split.tp() > 1 && spreads() ? List.of("0", "1") : List.of("0"));
        add(LlmOption.EXPERT_PARALLEL, this::experts);
        add(LlmOption.CONTEXT_PARALLEL, this::contexts);
        add(LlmOption.CONTEXT_EXCHANGE, this::exchanges);
        add(LlmOption.MICRO_BATCH, this::micros);
        add(LlmOption.SCHEDULE, this::schedules);
        add(LlmOption.VIRTUAL_STAGES, this::chunks);
        if (shards || fixed.containsKey(LlmOption.SHARDING)) {
            add(LlmOption.SHARDING, this::shares);
        }
        if (shards || fixed.containsKey(LlmOption.INSTANCES)) {
            add(LlmOption.INSTANCES, this::instances);
        }
        add(LlmOption.TP_OVERLAP, split -> split.tp() > 1 && base.sequenceParallel() ? BOTH : NO);
        add(LlmOption.EP_OVERLAP, this::overlaps);
        add(LlmOption.RECOMPUTE_GRANULARITY, this::recompute);
        add(
                LlmOption.RECOMPUTE_METHOD,
                split -> split.recomputes() && split.layers(base) > 1
                        ? List.of("uniform", "block")
                        : List.of("uniform"));
        add(LlmOption.RECOMPUTE_LAYERS, this::recomputedLayers);
        add(LlmOption.DTYPE, split -> List.of(base.text(LlmOption.DTYPE)));
    }

    private void add(LlmOption option, Function<Choices, List<String>> values) {
        dimensions.put(option, values);
        order.add(option);
    }

    /** The choices so far. */
    private record Choices(Map<LlmOption, String> values) {
        int number(LlmOption option) {
            return Integer.parseInt(values.get(option));
        }

        int tp() {
            return number(LlmOption.TENSOR_PARALLEL);
        }

        int pp() {
            return number(LlmOption.PIPELINE_PARALLEL);
        }

        int ep() {
            return number(LlmOption.EXPERT_PARALLEL);
        }

        int cp() {
            return number(LlmOption.CONTEXT_PARALLEL);
        }

        /** Ranks of a copy of the model over which experts are spread: the tensor-parallel ones where experts are whole. */
        int ranksOfExpertCopy() {
            return number(LlmOption.EXPERT_TENSOR) == 1 ? tp() : 1;
        }

        String schedule() {
            return values.get(LlmOption.SCHEDULE);
        }

        boolean takesTurns() {
            return List.of("1f1b", "interleaved").contains(schedule());
        }

        boolean overlapsExperts() {
            return "true".equals(values.get(LlmOption.EP_OVERLAP));
        }

        boolean recomputes() {
            return FULL.equals(values.get(LlmOption.RECOMPUTE_GRANULARITY))
                    && !SHARED_PARAMETERS.equals(values.get(LlmOption.SHARDING));
        }

        /** Layers per pipeline part. */
        int layers(LlmTraining base) {
            long chunks = schedule().equals("dualpipev") ? 2 : number(LlmOption.VIRTUAL_STAGES);
            return (int) (base.number(LlmOption.LAYERS) / (pp() * chunks));
        }
    }

    /** Options that a search chooses for every training. */
    static List<LlmOption> options() {
        return List.of(
                LlmOption.TENSOR_PARALLEL,
                LlmOption.PIPELINE_PARALLEL,
                LlmOption.EXPERT_TENSOR,
                LlmOption.EXPERT_PARALLEL,
                LlmOption.CONTEXT_PARALLEL,
                LlmOption.CONTEXT_EXCHANGE,
                LlmOption.MICRO_BATCH,
                LlmOption.SCHEDULE,
                LlmOption.VIRTUAL_STAGES,
                LlmOption.SHARDING,
                LlmOption.INSTANCES,
                LlmOption.TP_OVERLAP,
                LlmOption.EP_OVERLAP,
                LlmOption.RECOMPUTE_GRANULARITY,
                LlmOption.RECOMPUTE_METHOD,
                LlmOption.RECOMPUTE_LAYERS,
                LlmOption.DTYPE);
    }

    /** Passes each split to the visitor: a value for each searched option. */
    void each(Consumer<Map<LlmOption, String>> visitor) {
        visit(0, new EnumMap<>(LlmOption.class), split -> {
            visitor.accept(split);
            return false;
        });
    }

    /** Whether any split meets a condition. */
    boolean any(Predicate<Map<LlmOption, String>> condition) {
        return visit(0, new EnumMap<>(LlmOption.class), condition);
    }

    /** Passes splits to the visitor until it returns true; returns whether it did. */
    private boolean visit(int at, Map<LlmOption, String> chosen, Predicate<Map<LlmOption, String>> visitor) {
        if (at == order.size()) {
            return visitor.test(Map.copyOf(chosen));
        }
        LlmOption option = order.get(at);
        List<String> given = fixed.get(option);
        boolean enough = false;
        for (String value : given != null ? given : dimensions.get(option).apply(new Choices(chosen))) {
            chosen.put(option, value);
            enough = visit(at + 1, chosen, visitor);
            if (enough) {
                break;
            }
        }
        chosen.remove(option);
        return enough;
    }

    private List<String> tensors(Choices split) {
        return texts(divisors(base.world(), domain).filter(tp -> base.heads() % tp == 0));
    }

    private List<String> stages(Choices split) {
        int most = (int) base.number(LlmOption.LAYERS);
        return base.world() % split.tp() == 0 ? texts(divisors(base.world() / split.tp(), most)) : List.of();
    }

    /** World size divided by tp and pp; 0 when not divisible. */
    private int copies(Choices split) {
        long used = (long) split.tp() * split.pp();
        return base.world() % used == 0 ? (int) (base.world() / used) : 0;
    }

    /** Whether there are experts that can be on several ranks. */
    private boolean spreads() {
        return base.flag(LlmOption.MOE) && base.number(LlmOption.EXPERTS) > 1;
    }

    private List<String> experts(Choices split) {
        int ranks = copies(split) * split.ranksOfExpertCopy();
        return spreads()
                ? texts(divisors((int) base.number(LlmOption.EXPERTS), ranks).filter(ep -> ranks % ep == 0))
                : ONE;
    }

    /** Possible degrees of context parallelism. */
    private List<String> contexts(Choices split) {
        long sequence = base.number(LlmOption.SEQUENCE);
        int most = (int) Math.max(1, sequence / MIN_PART);
        return texts(divisors(copies(split), most).filter(cp -> cp == 1 || sequence % (2L * cp) == 0));
    }

    private List<String> exchanges(Choices split) {
        if (split.cp() == 1) {
            return List.of(base.text(LlmOption.CONTEXT_EXCHANGE));
        }
        long shared = (long) split.tp() * split.cp();
        boolean heads = base.heads() % shared == 0 && Math.max(base.queryGroups(), split.tp()) % shared == 0;
        return heads ? List.of("p2p", "a2a", "all_gather") : List.of("p2p", "all_gather");
    }

    private List<String> micros(Choices split) {
        long global = base.number(LlmOption.GLOBAL_BATCH);
        long copies = copies(split) / split.cp();
        return texts(divisors(MAX_MICRO_BATCH, (int) Math.min(global, MAX_MICRO_BATCH))
                .filter(micro -> copies > 0 && global % (micro * copies) == 0));
    }

    private long microBatches(Choices split) {
        long each = (long) copies(split) / split.cp() * split.number(LlmOption.MICRO_BATCH);
        return base.number(LlmOption.GLOBAL_BATCH) / Math.max(1, each);
    }

    private List<String> schedules(Choices split) {
        int pp = split.pp();
        long micros = microBatches(split);
        List<String> all = new ArrayList<>(List.of("1f1b"));
        if (pp > 1) {
            all.add("zb-h1");
            if (micros >= 2L * pp) {
                if (pp % 2 == 0 && micros % 2 == 0) {
                    all.add("dualpipe");
                }
                if (2L * pp <= base.number(LlmOption.LAYERS)) {
                    all.add("dualpipev");
                }
            }
        }
        return all;
    }

    private List<String> chunks(Choices split) {
        int pp = split.pp();
        boolean several = pp > 1 && split.takesTurns() && microBatches(split) % pp == 0;
        List<String> all = new ArrayList<>();
        for (int chunks : CHUNKS) {
            if (chunks == 1 || several && (long) pp * chunks <= base.number(LlmOption.LAYERS)) {
                all.add(Integer.toString(chunks));
            }
        }
        return all;
    }

    /** What copies share; one alone has everything. */
    private List<String> shares(Choices split) {
        return split.pp() == 1 && copies(split) > 1 ? List.of("optim", SHARED_PARAMETERS) : List.of("optim");
    }

    /** Sharding across all copies, or across those of one domain. */
    private List<String> instances(Choices split) {
        int dp = copies(split);
        int near = Math.max(1, domain / split.tp());
        boolean several = near > 1 && dp > near && dp % near == 0 && near * split.ranksOfExpertCopy() % split.ep() == 0;
        return several && !split.schedule().equals("dualpipe") ? List.of("1", Integer.toString(dp / near)) : ONE;
    }

    /**
     * Whether exchanges of experts run next to another micro batch: Megatron-LM asks for several chunks per stage then
     * (with one, a forward pass waits for the backward pass that it is paired with), and allows no full recomputation
     * (megatron/core/transformer/transformer_config.py, overlap_moe_expert_parallel_comm).
     */
    private List<String> overlaps(Choices split) {
        boolean chunked = split.pp() == 1 || split.number(LlmOption.VIRTUAL_STAGES) > 1;
        return split.ep() > 1 && split.takesTurns() && chunked ? BOTH : NO;
    }

    private List<String> recompute(Choices split) {
        List<String> all = new ArrayList<>(List.of("none"));
        if (!base.flag(LlmOption.FLASH)) {
            all.add("selective");
        }
        if ((split.takesTurns() || split.schedule().equals("gpipe")) && !split.overlapsExperts()) {
            all.add(FULL);
        }
        return all;
    }

    /**
     * All layers, or a quarter, a half or three quarters of each part's; the search finds the smallest number that
     * fits.
     */
    private List<String> recomputedLayers(Choices split) {
        int layers = split.layers(base);
        return split.values().get(LlmOption.RECOMPUTE_METHOD).equals("block")
                ? texts(Stream.of(layers / 4, layers / 2, layers - layers / 4)
                        .filter(n -> n > 0 && n < layers)
                        .distinct())
                : ONE;
    }

    private static List<String> texts(Stream<Integer> numbers) {
        return numbers.map(Object::toString).toList();
    }

    /** Divisors of a number up to a limit. */
    private static Stream<Integer> divisors(int number, int limit) {
        List<Integer> all = new ArrayList<>();
        for (int i = 1; i <= Math.min(number, limit); i++) {
            if (number % i == 0) {
                all.add(i);
            }
        }
        return all.stream();
    }
}
