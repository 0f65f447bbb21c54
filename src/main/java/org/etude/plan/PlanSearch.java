// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.plan.SplitCandidate.Status;
import org.etude.report.Counted;
import org.etude.report.EtudeException;
import org.etude.report.Progress;
import org.etude.spec.LlmOption;
import org.etude.unit.Bytes;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.Gpus;
import org.etude.workload.llm.cost.KernelCost;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.llm.given.IgnoredOption;
import org.etude.workload.llm.given.IgnoredOptions;
import org.etude.workload.llm.step.LlmStep;
import org.etude.workload.llm.step.ModelWork;
import org.etude.workload.llm.step.StepFloors;

/**
 * Searches the splits of a training over GPUs ({@link SplitSpace}). Splits that do not fit in the GPUs' memory are
 * dropped. The others get a lower bound on their step time ({@link StepFloors}) and are estimated in the order of these
 * bounds until no remaining one can be among the fastest or on the Pareto front with memory. The result is therefore
 * exact although not every split is estimated.
 */
public final class PlanSearch {
    private static final double NS_PER_S = 1e9;
    /** Options that do not change the memory of a rank. */
    private static final List<LlmOption> NO_MEMORY = List.of(LlmOption.TP_OVERLAP, LlmOption.CONTEXT_EXCHANGE);
    /** The method that recomputes some layers of each part. */
    private static final List<String> BLOCKS = List.of("block");

    private final PlanRequest request;
    private final GpuModel gpu;
    private final LlmTraining base;
    private final SplitSpace space;
    private final StepFloors floors = new StepFloors();
    private final FastestPlans plans;
    private final Map<Map<LlmOption, String>, Double> memories = new HashMap<>();
    private List<SplitCandidate> left = new ArrayList<>();
    private List<SplitCandidate> fitting = new ArrayList<>();
    private double operations;

    /**
     * A search whose splits can be evaluated in parts.
     *
     * @throws EtudeException when the options are invalid
     */
    public PlanSearch(PlanRequest request) {
        this.request = request;
        plans = new FastestPlans(request.keep());
        Map<LlmOption, String> options = whole(request.options());
        // Of the types to try, since the default may be one that the GPU lacks.
        request.fixed()
                .getOrDefault(LlmOption.DTYPE, List.of())
                .forEach(type -> options.putIfAbsent(LlmOption.DTYPE, type));
        base = LlmTraining.of(options, false);
        base.checkEach();
        gpu = MachineOptions.kernels(base)
                .map(KernelCost::gpu)
                .orElseGet(() -> Gpus.named(base.text(LlmOption.GPU_TYPE)));
        if (Stream.of(LlmOption.MODEL_NAME, LlmOption.HIDDEN, LlmOption.LAYERS)
                .noneMatch(request.options()::containsKey)) {
            throw new PlanException(
                    "no model is given",
                    "Name it (--model llama_70B), or describe it: --hidden_size, --num_layers and others.");
        }
        // Reports unknown types, and types that the GPU lacks, as such rather than as invalid splits.
        for (String type : request.fixed().getOrDefault(LlmOption.DTYPE, List.of())) {
            MachineOptions.kernels(training(Map.of(LlmOption.DTYPE, type)));
        }
        space = new SplitSpace(base, request.fixed(), gpu.node().used(base.world()));
    }

    /**
     * The fastest plans.
     *
     * @throws PlanException when none fits
     */
    public static PlanResult run(PlanRequest request, Progress progress) {
        return new PlanSearch(request).run(progress);
    }

    /** The options on one GPU, so that parallelization is not validated yet. */
    private static Map<LlmOption, String> whole(Map<LlmOption, String> options) {
        Map<LlmOption, String> all = new EnumMap<>(LlmOption.class);
        all.putAll(options);
        all.putIfAbsent(LlmOption.SEQUENCE_PARALLEL, "true");
        all.putIfAbsent(LlmOption.FLASH, "true");
        all.putIfAbsent(LlmOption.DISTRIBUTED_OPTIMIZER, "true");
        all.putIfAbsent(LlmOption.OVERLAP_GRAD, "true");
        return all;
    }

    private PlanResult run(Progress progress) {
        return fastest(List.of(fit(splits())), progress);
    }

    /** Every split that is searched, in order. */
    public List<Map<LlmOption, String>> splits() {
        List<Map<LlmOption, String>> all = new ArrayList<>();
        space.each(all::add);
        return all;
    }

    /** Divides some splits by whether they fit in memory. Not thread-safe. */
    public FittedSplits fit(List<Map<LlmOption, String>> splits) {
        left = new ArrayList<>();
        fitting = new ArrayList<>();
        for (Map<LlmOption, String> choices : splits) {
            Progress.checkInterrupted();
            fit(choices);
        }
        return new FittedSplits(fitting, left);
    }

    /**
     * The fastest plans of all splits; call once.
     *
     * @param parts {@link #fit} of parts of {@link #splits}, in their order
     * @throws PlanException when none fits
     */
    public PlanResult fastest(List<FittedSplits> parts, Progress progress) {
        left = new ArrayList<>();
        fitting = new ArrayList<>();
        parts.forEach(part -> {
            left.addAll(part.left());
            fitting.addAll(part.fitting());
        });
        fitting.sort(Comparator.comparingDouble(SplitCandidate::floor));
        List<SplitCandidate> all = new ArrayList<>();
        for (int i = 0; i < fitting.size(); i++) {
            Progress.checkInterrupted();
            progress.at("search", i, fitting.size());
            all.add(estimated(fitting.get(i)));
        }
        all.addAll(left);
        if (plans.fastest().isEmpty()) {
            throw all.isEmpty() ? undivided() : nothingFits(all);
        }
        List<Plan> fastest = plans.fastest();
        Map<Boolean, List<SplitCandidate>> byRefusal = all.stream()
                .map(one -> placed(one, fastest))
                .collect(Collectors.partitioningBy(one -> one.status() == Status.REFUSED));
        return new PlanResult(byRefusal.get(false), fastest, plans.front(), byRefusal.get(true), ignored(fastest));
    }

    /** Options that were given and matter to none of these plans, with the reason of the first. */
    private List<IgnoredOption> ignored(List<Plan> fastest) {
        List<List<IgnoredOption>> each = fastest.stream()
                .map(plan -> plan.estimate().training())
                .map(training -> IgnoredOptions.of(training, given(training), IgnoredOptions.Purpose.ESTIMATE))
                .toList();
        return each.get(0).stream()
                .filter(one -> each.stream().allMatch(all -> all.stream().anyMatch(one::isAbout)))
                .toList();
    }

    private Map<LlmOption, String> given(LlmTraining training) {
        Map<LlmOption, String> given = new EnumMap<>(LlmOption.class);
        given.putAll(request.options());
        request.fixed().keySet().forEach(option -> given.put(option, training.text(option)));
        return given;
    }

    private PlanException undivided() {
        return new PlanException(
                "no split of the model over " + base.world() + " GPUs divides its heads, layers and batch",
                others() + near() + "another --global_batch.");
    }

    /** The nearest numbers of GPUs that can be used instead, with as many layers on each stage. */
    private String near() {
        List<Integer> worlds = DividingWorlds.near(base.world(), this::divides);
        return worlds.isEmpty()
                ? ""
                : worlds.stream().map(String::valueOf).collect(Collectors.joining(" or ")) + " GPUs, or ";
    }

    private boolean divides(int world) {
        Map<LlmOption, String> options = new EnumMap<>(request.options());
        options.put(LlmOption.WORLD_SIZE, Integer.toString(world));
        PlanSearch other = new PlanSearch(new PlanRequest(options, request.fixed(), request.reserve(), request.keep()));
        return other.space.any(choices -> other.hasEvenStages(choices) && other.isValid(choices));
    }

    private boolean hasEvenStages(Map<LlmOption, String> choices) {
        return base.number(LlmOption.LAYERS) % Integer.parseInt(choices.get(LlmOption.PIPELINE_PARALLEL)) == 0;
    }

    private boolean isValid(Map<LlmOption, String> choices) {
        try {
            wholeStep(training(choices));
            return true;
        } catch (EtudeException e) {
            return false;
        }
    }

    private PlanException nothingFits(List<SplitCandidate> all) {
        return new PlanException(
                "none of " + all.size() + " splits of the model over " + base.world() + " GPUs fits: "
                        + PlanResult.counted(all) + reason(),
                others() + "more GPUs, GPUs with more memory, a smaller --seq_length, or another --global_batch.");
    }

    /** The beginning of an advice: other values of the options of the split that were given. */
    private String others() {
        return request.fixed().isEmpty() ? "Use " : "Give other values of " + given() + ", or use ";
    }

    private String given() {
        return request.fixed().keySet().stream().map(LlmOption::option).sorted().collect(Collectors.joining(", "));
    }

    /** What the split that needs the least memory needs, or why the first one was rejected. */
    private String reason() {
        Optional<SplitCandidate> least = left.stream()
                .filter(one -> one.status() == Status.MEMORY)
                .min(Comparator.comparingDouble(SplitCandidate::memory));
        return least.map(one -> "; the smallest " + one.why())
                .or(() -> left.stream()
                        .findFirst()
                        .map(one -> "; the first: " + one.why().replaceAll("\\R\\s*", ": ")))
                .orElse("");
    }

    private SplitCandidate placed(SplitCandidate one, List<Plan> fastest) {
        if (one.status() != Status.SLOWER) {
            return one;
        }
        double slowest = fastest.get(fastest.size() - 1).estimate().seconds();
        boolean among = one.step() <= slowest;
        return new SplitCandidate(
                one.choices(),
                among ? Status.FASTEST : Status.SLOWER,
                one.memory(),
                one.floor(),
                one.step(),
                among
                        ? ""
                        : text(
                                "estimated at %.4g s; the slowest of the fastest plans takes %.4g s",
                                one.step(), slowest));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** Classifies a split as fitting in memory, not fitting, or one that no job can have. */
    private void fit(Map<LlmOption, String> choices) {
        try {
            LlmTraining training = training(choices);
            LlmStep step = wholeStep(training);
            double memory = memory(choices, step);
            if (memory > capacity()) {
                left.add(new SplitCandidate(choices, Status.MEMORY, memory, Double.NaN, Double.NaN, needs(memory)));
                recomputeLess(choices);
                return;
            }
            double floor = floors.of(step, StepEstimate.network(training, step, Optional.empty()));
            fitting.add(new SplitCandidate(choices, Status.BOUND, memory, floor / NS_PER_S, Double.NaN, ""));
        } catch (EtudeException e) {
            left.add(SplitCandidate.refused(choices, e.getMessage()));
        }
    }

    /** The step of a split; refuses one that would leave sequences of the batch out, and so look fast. */
    private static LlmStep wholeStep(LlmTraining training) {
        LlmStep step = LlmStep.of(training, Optional.empty());
        long copies = step.plan().ranks().dp() / step.plan().ranks().cp();
        long micro = training.number(LlmOption.MICRO_BATCH);
        if (training.number(LlmOption.GLOBAL_BATCH) % (micro * copies) != 0) {
            throw new PlanException(
                    "--global_batch " + training.number(LlmOption.GLOBAL_BATCH) + " is not a multiple of --micro_batch "
                            + micro + " on " + Counted.of(copies, "copy", "copies") + " of the model",
                    "Change one of them, or leave --micro_batch out to have it searched.");
        }
        return step;
    }

    private String needs(double memory) {
        return text("needs %.1f GB; %.1f GB are not reserved", memory / 1e9, capacity() / 1e9);
    }

    /**
     * For a split that does not fit without recomputation, finds the fewest recomputed layers per part that make it
     * fit.
     */
    private void recomputeLess(Map<LlmOption, String> choices) {
        boolean plain = "none".equals(choices.get(LlmOption.RECOMPUTE_GRANULARITY))
                && !"true".equals(choices.get(LlmOption.EP_OVERLAP))
                && !request.fixed().containsKey(LlmOption.RECOMPUTE_GRANULARITY)
                && !request.fixed().containsKey(LlmOption.RECOMPUTE_LAYERS)
                && request.fixed()
                        .getOrDefault(LlmOption.RECOMPUTE_METHOD, BLOCKS)
                        .containsAll(BLOCKS);
        int layers = (int) (base.number(LlmOption.LAYERS) / parts(choices));
        int tried = 0;
        int fits = layers;
        while (plain && fits - tried > 1) {
            int middle = (tried + fits) >>> 1;
            if (memory(block(choices, middle)) <= capacity()) {
                fits = middle;
            } else {
                tried = middle;
            }
        }
        boolean listed = List.of(layers / 4, layers / 2, layers - layers / 4).contains(fits);
        if (plain && fits < layers && !listed) {
            fit(block(choices, fits));
        }
    }

    private static long parts(Map<LlmOption, String> choices) {
        return Long.parseLong(choices.get(LlmOption.PIPELINE_PARALLEL))
                * Long.parseLong(choices.get(LlmOption.VIRTUAL_STAGES));
    }

    private static Map<LlmOption, String> block(Map<LlmOption, String> choices, int layers) {
        Map<LlmOption, String> block = new EnumMap<>(choices);
        block.put(LlmOption.RECOMPUTE_GRANULARITY, "full");
        block.put(LlmOption.RECOMPUTE_METHOD, BLOCKS.get(0));
        block.put(LlmOption.RECOMPUTE_LAYERS, Integer.toString(layers));
        return block;
    }

    /** Maximum memory of a rank of a split in bytes; {@code Double.MAX_VALUE} for an invalid split. */
    private double memory(Map<LlmOption, String> choices) {
        try {
            return memory(choices, LlmStep.of(training(choices), Optional.empty()));
        } catch (EtudeException e) {
            return Double.MAX_VALUE;
        }
    }

    /** All options of a split. */
    LlmTraining training(Map<LlmOption, String> choices) {
        Map<LlmOption, String> one = whole(request.options());
        one.putAll(choices);
        return LlmTraining.of(one, false);
    }

    private double memory(Map<LlmOption, String> choices, LlmStep step) {
        Map<LlmOption, String> key = new EnumMap<>(choices);
        NO_MEMORY.forEach(key::remove);
        return memories.computeIfAbsent(
                key, unknown -> (double) step.memory().most().value());
    }

    private double capacity() {
        Bytes size = gpu.memory();
        return size.value() * (1 - request.reserve());
    }

    /** Estimates the step of a candidate, unless its lower bound rules it out. */
    private SplitCandidate estimated(SplitCandidate one) {
        if (!plans.mayKeep(one.floor() * NS_PER_S, one.memory())) {
            String why = text("takes at least %.4g s, and no less memory than a faster plan", one.floor());
            return new SplitCandidate(one.choices(), Status.BOUND, one.memory(), one.floor(), Double.NaN, why);
        }
        LlmTraining training = training(one.choices());
        Plan plan = Plan.of(StepEstimate.of(training, Optional.empty()), one.memory(), operations(training));
        plans.add(plan);
        double step = plan.estimate().seconds();
        return new SplitCandidate(one.choices(), Status.SLOWER, one.memory(), one.floor(), step, "");
    }

    /** Operations of the model, independent of the split except for vocabulary padding. */
    private double operations(LlmTraining training) {
        operations = operations > 0 ? operations : ModelWork.operations(training);
        return operations;
    }
}
