package org.etude.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.etude.report.EtudeException;
import org.etude.report.Progress;
import org.etude.spec.LlmOption;
import org.etude.unit.Bytes;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.cost.ElementType;
import org.etude.workload.llm.cost.GpuModel;
import org.etude.workload.llm.cost.Gpus;
import org.etude.workload.llm.cost.KernelCost;
import org.etude.workload.llm.cost.MachineOptions;
import org.etude.workload.llm.step.LlmStep;
import org.etude.workload.llm.step.MemoryPlan;
import org.etude.workload.llm.step.ModelWork;

/**
 * Searches the splits of a training over GPUs: tensor, pipeline, context and expert parallelism, chunks of a stage, micro batch and
 * recomputation. What does not divide, or does not fit the GPUs' memory, is left out; what cannot be among the fastest, because
 * its operations alone take longer, is not estimated. Cost: below a millisecond per candidate and core.
 */
public final class PlanSearch {
    private static final int[] CHUNKS = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24};
    private static final int MOST_MICRO_BATCH = 64;
    /** Shorter parts of sequences are only tried when context parallelism is given: attention is a small part of their work. */
    private static final int LEAST_PART = 2048;

    private final PlanRequest request;
    private final GpuModel gpu;
    private final LlmTraining base;
    private final List<Plan> fastest = new ArrayList<>();
    private final List<Plan> front = new ArrayList<>();
    private final Map<String, Integer> left = new TreeMap<>();
    private int candidates;
    private int estimated;

    private PlanSearch(PlanRequest request) {
        this.request = request;
        base = LlmTraining.of(whole(request.options()), false);
        gpu = MachineOptions.kernels(base)
                .map(KernelCost::gpu)
                .orElseGet(() -> Gpus.named(String.valueOf(base.text(LlmOption.GPU_TYPE))));
    }

    /**
     * The fastest plans.
     *
     * @throws PlanException when none fits
     */
    public static PlanResult run(PlanRequest request, Progress progress) {
        return new PlanSearch(request).run(progress);
    }

    /** The options on one GPU, so that what the split changes is not checked yet. */
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
        List<Map<LlmOption, String>> all = enumerate();
        for (int i = 0; i < all.size(); i++) {
            Progress.checkInterrupted();
            progress.at("search", i, all.size());
            candidates++;
            consider(all.get(i));
        }
        if (fastest.isEmpty()) {
            throw new PlanException(
                    "none of " + candidates + " splits of the model over " + base.world() + " GPUs fits: " + left,
                    "Use more GPUs, GPUs with more memory, a smaller --seq_length, or another --global_batch.");
        }
        return new PlanResult(candidates, estimated, left, fastest, front);
    }

    private List<Map<LlmOption, String>> enumerate() {
        List<Map<LlmOption, String>> all = new ArrayList<>();
        int world = base.world();
        for (int tp :
                choices(LlmOption.TENSOR_PARALLEL, divisors(world, gpu.node().domain()))) {
            for (int pp :
                    choices(LlmOption.PIPELINE_PARALLEL, divisors(world / tp, (int) base.number(LlmOption.LAYERS)))) {
                if (base.heads() % tp == 0 && world % (tp * pp) == 0) {
                    experts(all, tp, pp);
                }
            }
        }
        return all;
    }

    private void experts(List<Map<LlmOption, String>> all, int tp, int pp) {
        int dp = base.world() / (tp * pp);
        int experts = (int) base.number(LlmOption.EXPERTS);
        boolean spread = base.flag(LlmOption.MOE) && experts > 1;
        for (int ep : choices(LlmOption.EXPERT_PARALLEL, spread ? divisors(experts, dp) : List.of(1))) {
            for (int chunks : choices(LlmOption.VIRTUAL_STAGES, chunks(pp))) {
                for (int cp : choices(LlmOption.CONTEXT_PARALLEL, contexts(dp))) {
                    micros(all, List.of(tp, pp, ep, chunks, cp), dp / cp);
                }
            }
        }
    }

    /** Ranks that may share each sequence. */
    private List<Integer> contexts(int dp) {
        long sequence = base.number(LlmOption.SEQUENCE);
        return divisors(dp, (int) Math.max(1, sequence / LEAST_PART)).stream()
                .filter(cp -> cp == 1 || sequence % (2L * cp) == 0)
                .toList();
    }

    private void micros(List<Map<LlmOption, String>> all, List<Integer> split, int copies) {
        long global = base.number(LlmOption.GLOBAL_BATCH);
        for (int micro : choices(LlmOption.MICRO_BATCH, divisors(MOST_MICRO_BATCH, (int) Math.min(global, 1 << 20)))) {
            if (global % ((long) micro * copies) != 0) {
                continue;
            }
            for (String again : request.fixed()
                    .getOrDefault(LlmOption.RECOMPUTE_GRANULARITY, List.of("none", "selective", "full"))) {
                if (!again.equals("selective") || !base.flag(LlmOption.FLASH)) {
                    all.add(candidate(split, micro, again));
                }
            }
        }
    }

    private Map<LlmOption, String> candidate(List<Integer> split, int micro, String again) {
        Map<LlmOption, String> one = whole(request.options());
        one.put(LlmOption.TENSOR_PARALLEL, split.get(0).toString());
        one.put(LlmOption.PIPELINE_PARALLEL, split.get(1).toString());
        one.put(LlmOption.EXPERT_PARALLEL, split.get(2).toString());
        one.put(LlmOption.VIRTUAL_STAGES, split.get(3).toString());
        one.put(LlmOption.CONTEXT_PARALLEL, split.get(4).toString());
        one.put(LlmOption.MICRO_BATCH, Integer.toString(micro));
        one.put(LlmOption.RECOMPUTE_GRANULARITY, again);
        return one;
    }

    private List<Integer> choices(LlmOption option, List<Integer> all) {
        List<String> only = request.fixed().get(option);
        return only == null ? all : only.stream().map(Integer::valueOf).toList();
    }

    private List<Integer> chunks(int pp) {
        List<Integer> fitting = new ArrayList<>();
        long layers = base.number(LlmOption.LAYERS);
        for (int chunks : CHUNKS) {
            if (chunks == 1 || pp > 1 && (long) pp * chunks <= layers) {
                fitting.add(chunks);
            }
        }
        return fitting;
    }

    /** Divisors of a number up to a limit. */
    private static List<Integer> divisors(int number, int limit) {
        List<Integer> all = new ArrayList<>();
        for (int i = 1; i <= Math.min(number, limit); i++) {
            if (number % i == 0) {
                all.add(i);
            }
        }
        return all;
    }

    private void consider(Map<LlmOption, String> options) {
        try {
            LlmTraining training = LlmTraining.of(options, false);
            double operations = ModelWork.operations(training);
            LlmStep step = LlmStep.of(training, Optional.empty());
            double memory = memory(step);
            if (memory > capacity()) {
                leave("do not fit the memory");
                return;
            }
            if (bound(training, step, operations) > slowestKept() && !couldBeFront(memory)) {
                leave("cannot be among the fastest");
                return;
            }
            estimated++;
            keep(Plan.of(StepEstimate.of(training, Optional.empty()), memory, operations));
        } catch (EtudeException e) {
            leave("do not divide");
        }
    }

    private void leave(String why) {
        left.merge(why, 1, Integer::sum);
    }

    private double capacity() {
        Bytes size = gpu.memory();
        return size.value() * (1 - request.reserve());
    }

    private static double memory(LlmStep step) {
        return step.memory().stages().stream()
                .map(MemoryPlan.Stage::total)
                .mapToDouble(Bytes::value)
                .max()
                .orElse(0);
    }

    /** The least that a step can take, ns: its operations at the sustained rate, and the bubble of its schedule. */
    private double bound(LlmTraining training, LlmStep step, double operations) {
        boolean full = "full".equals(training.text(LlmOption.RECOMPUTE_GRANULARITY));
        double rate = gpu.sustainedPerNano(ElementType.named(training.text(LlmOption.DTYPE)))
                * MachineOptions.fit(training).compute();
        double chunks = training.pp() > 1 ? training.number(LlmOption.VIRTUAL_STAGES) : 1;
        double bubble = (training.pp() - 1) / (chunks * step.plan().pipeline().microBatches());
        return operations * (full ? 4 / 3.0 : 1) / (training.world() * rate) * (1 + bubble);
    }

    private double slowestKept() {
        return fastest.size() < request.keep()
                ? Double.MAX_VALUE
                : fastest.get(fastest.size() - 1).estimate().times().step();
    }

    /** Whether a plan of so much memory could need less than all faster ones. */
    private boolean couldBeFront(double memory) {
        return front.stream().noneMatch(plan -> plan.memory() <= memory);
    }

    private void keep(Plan plan) {
        Comparator<Plan> faster =
                Comparator.comparingDouble(one -> one.estimate().times().step());
        fastest.add(plan);
        fastest.sort(faster.thenComparingDouble(Plan::memory));
        if (fastest.size() > request.keep()) {
            fastest.remove(fastest.size() - 1);
        }
        double step = plan.estimate().times().step();
        boolean beaten = front.stream()
                .anyMatch(one ->
                        one.memory() <= plan.memory() && one.estimate().times().step() <= step);
        if (!beaten) {
            front.removeIf(one ->
                    one.memory() >= plan.memory() && one.estimate().times().step() >= step);
            front.add(plan);
            front.sort(Comparator.comparingDouble(Plan::memory));
        }
    }
}
