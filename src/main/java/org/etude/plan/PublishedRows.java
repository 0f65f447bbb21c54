// SPDX-License-Identifier: Apache-2.0
package org.etude.plan;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.NamedModels;
import org.etude.workload.llm.cost.ElementType;
import org.etude.workload.llm.cost.Gpus;
import org.etude.workload.llm.cost.NodeModel;

/**
 * One published step per row, of Megatron-LM, NeMo or FSDP. Flags: S sequence parallelism, F fused attention and loss (T: attention of Triton,
 * 2022), D distributed optimizer, P parameters and gradients shared among the copies too (FSDP), O gradients exchanged during the backward pass. A column {@code cp} tells ranks that share each sequence; without it
 * a name that ends in {@code cpNasS} tells that N ranks shared each sequence and S is the part of one, as in the tables that have
 * no such column. A column {@code precision} tells the element type, which is bfloat16 without it, a column {@code framework}
 * Megatron, NeMo, DeepSpeed or torchtitan, a column {@code compile} whether torchtitan was compiled, a column {@code loss} whose fused loss
 * it is (native or te), a column {@code attention} the kernel of fused attention, a column {@code tp_overlap} whether tensor-parallel
 * exchanges run in chunks, and a column {@code dp} the copies.
 */
final class PublishedRows implements RowLayout {
    @Override
    public String title() {
        return "a table of published steps";
    }

    @Override
    public List<String> columns() {
        return List.of(
                "source",
                "name",
                "gpus",
                "gpu",
                "model",
                "layers",
                "hidden",
                "heads",
                "sequence",
                "tp",
                "pp",
                "vp",
                "micro_batch",
                "global_batch",
                "recompute",
                "flags",
                "nvlink_GBps",
                "nic_GBps_per_gpu",
                "measured_step_s");
    }

    private static final Map<String, LlmOption> SIZES =
            Map.of("hidden", LlmOption.HIDDEN, "heads", LlmOption.HEADS, "layers", LlmOption.LAYERS);

    private static final Pattern FLAGS = Pattern.compile("[SFTDPO ]*");
    private static final Pattern SHARED = Pattern.compile("cp([1-9][0-9]{0,3})as([1-9][0-9]{0,7})$");

    @Override
    public Map<String, String> spellings() {
        return Map.of("dtype", "precision", "frame", "framework");
    }

    @Override
    public String group(RowReader row) {
        return row.text("source");
    }

    @Override
    public String name(RowReader row) {
        return row.text("name");
    }

    @Override
    public double measured(RowReader row) {
        return row.positive("measured_step_s");
    }

    @Override
    public Described describe(RowReader row) {
        String flags = flags(row);
        boolean fused = flags.contains("F");
        NodeModel node = node(row);
        requireCopies(row);
        Options options = new Options()
                .split(row.count("gpus"), row.count("tp"), row.count("pp"), row.count("vp", 1))
                .set(LlmOption.EXPERT_PARALLEL, row.count("ep", 1))
                .set(LlmOption.EXPERT_TENSOR, row.count("etp", 0))
                .set(LlmOption.GPU_TYPE, row.text("gpu"))
                .flag(LlmOption.SEQUENCE_PARALLEL, flags.contains("S"))
                .flag(LlmOption.FLASH, fused)
                .flag(LlmOption.LOSS_FUSION, fused)
                .set(LlmOption.LOSS_IMPL, loss(row, flags))
                .set(LlmOption.ATTENTION_KERNEL, kernel(row, flags))
                .flag(LlmOption.OVERLAP_GRAD, flags.contains("O"))
                .flag(LlmOption.TP_OVERLAP, overlaps(row, flags))
                .set(
                        LlmOption.RECOMPUTE_GRANULARITY,
                        row.has("recompute") ? row.text("recompute").toLowerCase(Locale.ROOT) : "none");
        framework(row, flags, options);
        String assumed = Stream.of(precision(row, options), batch(row, options))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        model(row, options);
        return new Described(options, Optional.of(node), assumed);
    }

    /** Sets the element type, and returns the assumptions made: a GPU without bfloat16 was trained on in the other half precision. */
    private static String precision(RowReader row, Options options) {
        if (row.has("precision")) {
            options.set(LlmOption.DTYPE, row.text("precision"));
            return "";
        }
        if (Gpus.named(row.text("gpu")).has(ElementType.BF16)) {
            return "";
        }
        options.set(LlmOption.DTYPE, "float16");
        return "precision is not stated; float16, since " + row.text("gpu") + " has no bfloat16";
    }

    /**
     * Whether exchanges of tensor-parallel ranks run in chunks: as a column says, or as NeMo's recipes do where they can, which is with
     * sequence parallelism (Megatron-LM, arguments.py, asks for it).
     */
    private static boolean overlaps(RowReader row, String flags) {
        boolean can = row.count("tp") > 1 && flags.contains("S");
        return can && (row.has("tp_overlap") ? isYes(row, "tp_overlap") : flags.contains("F"));
    }

    /** Triton's where the row says so; under PyTorch's FSDP that of its wheels for CUDA 12, with which these rows were published. */
    private static String kernel(RowReader row, String flags) {
        if (flags.contains("T")) {
            return "triton";
        }
        if (row.has("attention")) {
            return row.text("attention").toLowerCase(Locale.ROOT);
        }
        return flags.contains("P") && flags.contains("F")
                ? Gpus.named(row.text("gpu")).attention().flash2().name()
                : "auto";
    }

    /** Whose fused loss: Megatron's own unless a column says otherwise; under PyTorch's FSDP a single kernel, as Transformer Engine's is. */
    private static String loss(RowReader row, String flags) {
        String usual = flags.contains("P") ? "te" : "native";
        return row.has("loss") ? row.text("loss").toLowerCase(Locale.ROOT) : usual;
    }

    /** Sets the framework and what its copies share. */
    private static void framework(RowReader row, String flags, Options options) {
        String given = row.has("framework") ? row.text("framework").toLowerCase(Locale.ROOT) : "megatron";
        if (given.contains("deepspeed")) {
            int stage = flags.contains("D") ? 1 : 0;
            options.set(LlmOption.FRAME, "DeepSpeed").set(LlmOption.ZERO_STAGE, flags.contains("P") ? 3 : stage);
            return;
        }
        if (given.contains("torchtitan")) {
            // Its loss is fused where it is compiled, and only there.
            options.set(LlmOption.FRAME, "torchtitan")
                    .flag(LlmOption.COMPILE, compiled(row))
                    .flag(LlmOption.LOSS_FUSION, false);
        } else if (!given.contains("megatron") && !given.contains("nemo")) {
            throw new UnmodelledRow("framework is '" + row.text("framework")
                    + "', of which only Megatron, NeMo, DeepSpeed and torchtitan are known");
        }
        options.flag(LlmOption.DISTRIBUTED_OPTIMIZER, flags.contains("D"));
        // torchtitan always shares parameters, with pipeline stages as it does there.
        if (flags.contains("P") && !given.contains("torchtitan")) {
            options.set(LlmOption.SHARDING, "optim_grads_params");
        }
    }

    /** Eight bits are only for compiled models: torchtitan's docs/float8.md and docs/mxfp8.md. Otherwise it compiles when told to. */
    private static boolean compiled(RowReader row) {
        return row.has("compile")
                ? isYes(row, "compile")
                : row.has("precision")
                        && ElementType.named(row.text("precision")).bytes() < 2;
    }

    private static boolean isYes(RowReader row, String column) {
        return switch (row.text(column).toLowerCase(Locale.ROOT)) {
            case "yes", "true", "1" -> true;
            case "no", "false", "0" -> false;
            default -> throw new UnmodelledRow(column + " is '" + row.text(column) + "', not yes or no");
        };
    }

    private static void requireCopies(RowReader row) {
        long split = (long) row.count("tp") * row.count("pp") * row.count("cp", 1) * row.count("dp", 1);
        if (row.has("dp") && split != row.count("gpus")) {
            throw new UnmodelledRow("tp x cp x dp x pp is " + split + ", not the " + row.count("gpus") + " GPUs");
        }
    }

    /** Letters in any order; T names the kind of fused attention, so it requires F. */
    private static String flags(RowReader row) {
        String flags = row.has("flags") ? row.text("flags").toUpperCase(Locale.ROOT) : "";
        if (!FLAGS.matcher(flags).matches()) {
            throw new UnmodelledRow(
                    "flags are '" + row.text("flags") + "', of which only S, F, T, D, P and O are known");
        }
        return flags;
    }

    /**
     * Sets batch, sequence and context parallelism, and returns the assumptions made. When a row states a rank's part
     * of a sequence as its sequence, its batch counts parts as sequences, so that the tokens per step stay the same.
     */
    private static String batch(RowReader row, Options options) {
        int global = row.count("global_batch");
        int micro = row.count("micro_batch");
        int sequence = row.count("sequence");
        Matcher shared = SHARED.matcher(row.text("name"));
        if (row.has("cp") || !shared.find() || Integer.parseInt(shared.group(2)) != sequence) {
            options.batch(global, micro, sequence).set(LlmOption.CONTEXT_PARALLEL, row.count("cp", 1));
            return "";
        }
        int ranks = Integer.parseInt(shared.group(1));
        if (global % ranks != 0) {
            throw new UnmodelledRow("the name says that " + ranks + " ranks share a sequence, which a batch of "
                    + global + " parts of sequences is not a multiple of");
        }
        long whole = (long) sequence * ranks;
        options.batch(global / ranks, micro, whole).set(LlmOption.CONTEXT_PARALLEL, ranks);
        return "context parallelism " + ranks + " on sequences of " + whole + ", as the name states";
    }

    /** The usual node of the GPU, with the row's NIC, and with links no faster than the row states. */
    private static NodeModel node(RowReader row) {
        NodeModel base = Gpus.find(row.text("gpu"))
                .orElseThrow(() -> new UnmodelledRow("GPU " + row.text("gpu") + " is not known"))
                .node();
        NodeModel node = row.has("nic_GBps_per_gpu") ? base.withNic(row.positive("nic_GBps_per_gpu")) : base;
        double link = row.has("nvlink_GBps") ? row.positive("nvlink_GBps") : node.link();
        return link < node.link() ? node.withLink(link) : node;
    }

    /** Sets the sizes of the model: by its name, which sizes that are given must not contradict, or as they are given. */
    private static void model(RowReader row, Options options) {
        if (!row.has("model")) {
            options.set(LlmOption.HIDDEN, row.count("hidden"))
                    .set(LlmOption.HEADS, row.count("heads"))
                    .set(LlmOption.LAYERS, row.count("layers"))
                    .flag(LlmOption.BIAS, true)
                    .set(LlmOption.VOCABULARY, row.count("vocabulary", 51200))
                    .requireWholeHeads();
            return;
        }
        String name = row.text("model");
        Map<LlmOption, String> sizes =
                NamedModels.named(name).orElseThrow(() -> new UnmodelledRow("model " + name + " is not known"));
        options.set(LlmOption.MODEL_NAME, name);
        if (sizes.containsKey(LlmOption.EXPERTS) && row.count("tp") == 1) {
            // Megatron asks experts for it; with one rank per sequence it changes nothing.
            options.flag(LlmOption.SEQUENCE_PARALLEL, true);
        }
        SIZES.forEach((column, option) -> {
            String known = sizes.get(option);
            if (row.has(column) && !Integer.toString(row.count(column)).equals(known)) {
                throw new UnmodelledRow(column + " is " + row.text(column) + ", but model " + name + " has " + known);
            }
        });
    }
}
