// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.regex.Pattern;
import org.etude.report.Counted;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.spec.Parallelism;
import org.etude.spec.PipelineSchedule;
import org.etude.unit.Bytes;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.ZeroStage;
import org.etude.workload.parallel.GradientExchange;
import org.etude.workload.parallel.GradientExchange.Kind;
import org.etude.workload.parallel.Pipeline;
import org.etude.workload.parallel.StepPlan;

/** Derives the step plan from the options of a training. */
final class LlmPlan {
    /** Megatron-LM's bucket size: this many elements, or this many per copy, whichever is more. */
    private static final long MEGATRON_BUCKET = 40_000_000;

    private static final long MEGATRON_BUCKET_A_COPY = 1_000_000;
    /** More than any rank holds, so that there is one bucket. */
    private static final long ONE_BUCKET = Long.MAX_VALUE / 8;

    private static final long MAX_PASSES = 10_000_000;

    private static final Pattern UNNAMED = Pattern.compile("[^A-Za-z0-9._-]");

    private LlmPlan() {}

    static StepPlan of(LlmTraining training) {
        check(training);
        int stages = training.pp();
        PipelineSchedule schedule = schedule(training);
        int chunks = chunks(training, schedule);
        int micros = micros(training);
        checkSize(training, micros);
        checkOrder(training, schedule, chunks, micros);
        checkGroups(training, schedule);
        Pipeline pipeline = new Pipeline(schedule, stages, chunks, micros, merges(training));
        Parallelism ranks = new Parallelism(
                training.tp(),
                training.ep(),
                training.dp(),
                stages,
                ContextParallel.ranks(training),
                training.wholeExperts());
        String model = training.text(LlmOption.MODEL_NAME);
        String name = model == null ? "llm" : UNNAMED.matcher(model).replaceAll("_");
        return new StepPlan(
                name,
                ranks,
                pipeline,
                exchange(training),
                (int) Math.max(1, training.number(LlmOption.EPOCHS)),
                ExpertRouting.groups(training));
    }

    private static void check(LlmTraining training) {
        if ("collective_test".equals(training.text(LlmOption.FRAME))) {
            throw new LlmException(
                    "--frame collective_test is not a training step", "Use Workloads.collectives, or another --frame.");
        }
        if (training.compat()) {
            throw new LlmException("execution traces have no compat mode: AICB writes none", "Leave --compat out.");
        }
        if (training.heads() % training.tp() != 0) {
            throw new LlmException(
                    training.heads() + " attention heads cannot be spread over " + training.tp() + " (tp) ranks",
                    "Choose --tensor_model_parallel_size so that it divides the heads.");
        }
        if (training.sequenceParallel() && training.number(LlmOption.SEQUENCE) % training.tp() != 0) {
            throw new LlmException(
                    "sequences of " + training.number(LlmOption.SEQUENCE) + " tokens cannot be spread over "
                            + training.tp() + " (tp) ranks",
                    "Change --seq_length, or leave --enable_sequence_parallel out.");
        }
        boolean packs = training.number(LlmOption.PACKED) > 0;
        if (packs && (!training.flag(LlmOption.FLASH) || ContextParallel.ranks(training) > 1)) {
            throw new LlmException(
                    LlmOption.PACKED.option() + " " + training.number(LlmOption.PACKED)
                            + (training.flag(LlmOption.FLASH)
                                    ? " with --context-parallel-size"
                                    : " without --use_flash_attn"),
                    "Packed examples are modelled with fused attention and on one rank per sequence.");
        }
        boolean full = Recompute.of(training) == Recompute.FULL;
        if (schedule(training).splitsBackward() && (full || ZeroStage.of(training) == 3)) {
            throw new LlmException(
                    "--schedule " + schedule(training) + " with "
                            + (full ? "--recompute_granularity full" : sharing(training)),
                    "Weight gradients come later and need the kept activations; use 1f1b, or leave it out.");
        }
        if (ZeroStage.of(training) == 3 && training.pp() > 1) {
            throw new LlmException(
                    sharing(training) + " with --pipeline_model_parallel " + training.pp(),
                    "DeepSpeed refuses it too; share less, or give one pipeline stage.");
        }
    }

    /** The option that has parameters shared among copies. */
    private static String sharing(LlmTraining training) {
        String strategy = training.text(LlmOption.SHARDING);
        return strategy == null ? "--stage 3" : LlmOption.SHARDING.option() + " " + strategy;
    }

    /** Rejects what the order of passes does not allow, by the options that chose it. */
    private static void checkOrder(LlmTraining training, PipelineSchedule schedule, int chunks, int micros) {
        int stages = training.pp();
        boolean several = schedule == PipelineSchedule.INTERLEAVED && chunks > 1;
        String of = " with --pipeline_model_parallel " + stages;
        if (several && stages < 2) {
            throw new LlmException(
                    "--virtual_stages " + chunks + of,
                    "Give 2 or more pipeline stages, or leave --virtual_stages out.");
        }
        if (several && micros % stages != 0) {
            throw new LlmException(
                    "--virtual_stages " + chunks + of + " and " + Counted.of(micros, "micro batch"),
                    "Chunks take turns in rounds of " + stages + " micro batches: make --global_batch a multiple of "
                            + stages * batchMultiple(training) + ".");
        }
        if (schedule.isDual() && !Pipeline.fitsDual(schedule, stages, chunks, micros)) {
            throw new LlmException(
                    "--schedule " + schedule + of + ", " + Counted.of(chunks, "chunk") + " (--virtual_stages) and "
                            + Counted.of(micros, "micro batch"),
                    "It needs 2 chunks per stage and at least twice as many micro batches as stages"
                            + (schedule.isBidirectional() ? ", and an even number of both" : "")
                            + ": change --global_batch"
                            + " or --pipeline_model_parallel.");
        }
        if (merges(training) && !schedule.isAlternating()) {
            throw new LlmException(
                    "--schedule " + schedule + " with --overlap_moe_expert_parallel_comm",
                    "Use 1f1b, interleaved, dualpipe or dualpipev, where forward and backward passes take turns.");
        }
    }

    /** Whether experts' exchanges of a pass run next to another pass. */
    private static boolean merges(LlmTraining training) {
        return training.flag(LlmOption.EP_OVERLAP) && training.flag(LlmOption.MOE);
    }

    /** Rejects groups of copies, or of experts, that do not divide the ranks. */
    private static void checkGroups(LlmTraining training, PipelineSchedule schedule) {
        ExpertRouting.of(training);
        long instances = training.number(LlmOption.INSTANCES);
        boolean divided = training.dp() % instances == 0 && training.expertRanks() / instances % training.ep() == 0;
        if (instances > 1 && (schedule.isBidirectional() || !divided)) {
            throw new LlmException(
                    "--num_distributed_optimizer_instances " + instances + " with " + training.dp()
                            + " data-parallel ranks, --expert_model_parallel_size " + training.ep() + " and --schedule "
                            + schedule,
                    "Give a divisor of the data-parallel ranks that leaves each instance a multiple of the expert"
                            + " ranks, and not dualpipe.");
        }
    }

    /** Rejects sizes that would exhaust memory. */
    private static void checkSize(LlmTraining training, int micros) {
        long layers = training.number(LlmOption.LAYERS) / training.pp();
        if (layers > MAX_PASSES / micros) {
            throw new LlmException(
                    "a step of " + training.number(LlmOption.LAYERS) + " layers and " + micros
                            + " micro batches is too long to write",
                    "Give at most " + MAX_PASSES + " layers of a stage times micro batches.");
        }
        training.checkWidths();
    }

    /** Copies of the model, whose ranks may share each sequence. */
    private static long copies(LlmTraining training) {
        return training.dp() / ContextParallel.ranks(training);
    }

    /** Sequences of one micro batch on every copy: a global batch is a multiple of this, or loses what is over. */
    static long batchMultiple(LlmTraining training) {
        return training.number(LlmOption.MICRO_BATCH) * copies(training);
    }

    /** Micro batches of a copy. */
    static int micros(LlmTraining training) {
        long micros = Math.floorDiv(training.number(LlmOption.GLOBAL_BATCH), batchMultiple(training));
        if (micros < 1 || micros > Integer.MAX_VALUE / 2) {
            throw new LlmException(
                    "a global batch of " + training.number(LlmOption.GLOBAL_BATCH) + " is " + micros
                            + " micro batches of " + training.number(LlmOption.MICRO_BATCH) + " for each of "
                            + copies(training) + " (dp) ranks",
                    "Make --global_batch a multiple of " + batchMultiple(training) + ".");
        }
        return (int) micros;
    }

    private static PipelineSchedule schedule(LlmTraining training) {
        PipelineSchedule schedule = PipelineSchedule.named(training.text(LlmOption.SCHEDULE));
        boolean several = training.number(LlmOption.VIRTUAL_STAGES) > 1;
        return schedule == PipelineSchedule.ONE_F_ONE_B && several ? PipelineSchedule.INTERLEAVED : schedule;
    }

    /** Chunks per stage; always two in DualPipe. */
    private static int chunks(LlmTraining training, PipelineSchedule schedule) {
        int asked = (int) training.number(LlmOption.VIRTUAL_STAGES);
        return schedule.isDual() && asked == 1 ? 2 : asked;
    }

    /**
     * Whether parameters stay in single precision and autocast converts them and the inputs of each product: torchtitan
     * on one GPU, where it has no FSDP (distributed/utils.py, maybe_enable_amp).
     */
    static boolean autocast(LlmTraining training) {
        return training.torchtitan() && training.world() == 1;
    }

    /** Whether torchtitan's layers and loss are compiled. */
    static boolean compiled(LlmTraining training) {
        return training.torchtitan() && training.flag(LlmOption.COMPILE);
    }

    /** Whether the loss is one kernel in either pass: asked for, unless it is Megatron's own, or part of what torchtitan compiles. */
    static boolean lossIsFused(LlmTraining training) {
        return training.flag(LlmOption.LOSS_FUSION) && !lossIsCompiled(training) || compiled(training);
    }

    /** Whether Megatron's loss has the kernels that PyTorch compiles of it: some of its passes over the logits are one. */
    static boolean lossIsCompiled(LlmTraining training) {
        String whose = training.word(LlmOption.LOSS_IMPL);
        boolean megatron = !training.torchtitan() && !training.deepSpeed();
        return megatron && whose.equals("native") && training.flag(LlmOption.LOSS_FUSION);
    }

    /** Whether each copy updates a shard of the parameters. */
    static boolean sharded(LlmTraining training) {
        return ZeroStage.of(training) > 0;
    }

    static boolean tied(LlmTraining training) {
        return !training.flag(LlmOption.UNTIED);
    }

    static boolean everyKernel(LlmTraining training) {
        return training.word(LlmOption.DETAIL).equals("kernels");
    }

    /**
     * Bytes of a gradient. Megatron-LM has a buffer in single precision unless it reduces them in half precision
     * (distributed_data_parallel.py, grad_reduce_in_fp32).
     */
    static int gradientBytes(LlmTraining training) {
        return training.deepSpeed() || training.flag(LlmOption.GRAD_HALF) && !training.torchtitan() ? 2 : 4;
    }

    /**
     * Megatron-LM sums gradients in single precision by default, in buckets when the exchange overlaps with the backward
     * pass; DeepSpeed in half precision, from stage 2 on for each micro batch, since no rank keeps all of them (Rajbhandari
     * et al. 2020, section 5).
     */
    private static GradientExchange exchange(LlmTraining training) {
        int stage = ZeroStage.of(training);
        boolean deepSpeed = training.deepSpeed();
        boolean overlap = training.flag(LlmOption.OVERLAP_GRAD) || stage == 3;
        Kind kind = stage == 0 ? Kind.ALL_REDUCE : stage == 3 ? Kind.SCATTERED : Kind.SHARDED;
        long given = training.number(LlmOption.REDUCE_BUCKET);
        boolean chosen = given != Long.parseLong(LlmOption.REDUCE_BUCKET.base());
        long megatron = overlap ? Math.max(MEGATRON_BUCKET, MEGATRON_BUCKET_A_COPY * training.dp()) : ONE_BUCKET;
        long elements = deepSpeed || chosen ? given : megatron;
        int gradient = gradientBytes(training);
        return GradientExchange.ddp()
                .with(kind)
                .withBuckets(new Bytes(elements == ONE_BUCKET ? elements : Math.multiplyExact(elements, gradient)))
                .withNumbers(gradient, 2)
                .withOverlap(overlap)
                .withEveryMicroBatch(stage >= 2)
                .withInstances(instances(training, stage));
    }

    /** Groups of copies that each hold all shards. */
    private static int instances(LlmTraining training, int stage) {
        long count = training.number(LlmOption.INSTANCES);
        if (count > 1 && stage == 0) {
            throw new LlmException(
                    "--num_distributed_optimizer_instances " + count + " without shares",
                    "Add --use-distributed-optimizer, or --frame DeepSpeed with --stage 1 to 3.");
        }
        return (int) Math.min(Integer.MAX_VALUE, count);
    }
}
