// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.etude.number.DecimalText;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.unit.Bandwidth;
import org.etude.unit.Bytes;
import org.etude.workload.llm.LlmTraining;

/** The machine that the options of a training describe. */
public final class MachineOptions {
    private static final double GIGA = 1e9;
    /** Less than any GPU has: a number without its unit. */
    private static final long LEAST_MEMORY = 1L << 20;

    private MachineOptions() {}

    /**
     * The GPU of a training: a known type, optionally with custom rates, or one described completely by rates. Empty
     * when none is given.
     *
     * @throws LlmException when the type is not known and not described, or a rate is not positive
     */
    public static Optional<GpuModel> gpu(LlmTraining training) {
        double peak = positive(training, LlmOption.PEAK_TFLOPS);
        double rate = rate(training, LlmOption.HBM);
        double link = rate(training, LlmOption.LINK);
        UnaryOperator<NodeModel> nodes = nodes(training);
        Bytes memory = memory(training);
        String name = training.text(LlmOption.GPU_TYPE);
        Optional<GpuModel> known = Gpus.find(name);
        if (known.isPresent()) {
            GpuModel gpu = known.get().with(peak, rate, memory);
            NodeModel node = link > 0 ? gpu.node().withLink(link * Gpus.RING_SHARE) : gpu.node();
            return Optional.of(gpu.in(nodes.apply(node)));
        }
        if (peak > 0 && rate > 0 && memory.value() > 0) {
            GpuModel gpu = Gpus.described(peak, rate, memory, link > 0 ? link : rate / 8);
            return Optional.of(gpu.in(nodes.apply(gpu.node())));
        }
        if (peak > 0 || rate > 0) {
            throw new LlmException(
                    "a described GPU lacks a rate",
                    "Give --peak-tflops, --hbm and --memory (and --link), or a known --gpu_type.");
        }
        return Optional.empty();
    }

    /** Nodes of the given size with the given NICs. */
    private static UnaryOperator<NodeModel> nodes(LlmTraining training) {
        double nic = bandwidth(training, LlmOption.NIC);
        int domain = domain(training);
        double ratio = ratio(training);
        return node -> {
            NodeModel joined = node.withNic((nic > 0 ? nic : node.nic()) / ratio);
            return domain > 0 ? joined.withDomain(domain) : joined;
        };
    }

    /** How many times less than their NICs the switches above the nodes carry when all nodes send. */
    private static double ratio(LlmTraining training) {
        double ratio = positive(training, LlmOption.OVERSUBSCRIPTION);
        if (ratio > 0 && ratio < 1) {
            throw new LlmException(
                    LlmOption.OVERSUBSCRIPTION.option() + " is '" + training.text(LlmOption.OVERSUBSCRIPTION) + "'",
                    "Give 1 or more: 4 where the switches carry a quarter of what all NICs send together.");
        }
        return Math.max(1, ratio);
    }

    /** For the rate between nodes in a text: {@code " over --oversubscription 4"}, or empty. */
    public static String oversubscription(LlmTraining training) {
        return training.text(LlmOption.OVERSUBSCRIPTION) == null
                ? ""
                : " over " + LlmOption.OVERSUBSCRIPTION.option() + " " + training.text(LlmOption.OVERSUBSCRIPTION);
    }

    private static int domain(LlmTraining training) {
        String text = training.text(LlmOption.DOMAIN);
        if (text == null) {
            return 0;
        }
        if (!text.matches("0{0,9}[1-9][0-9]{0,8}")) {
            throw new LlmException(
                    LlmOption.DOMAIN.option() + " is '" + text + "'", "Give a number of GPUs, 1 or more.");
        }
        return Integer.parseInt(text);
    }

    /**
     * The costs of kernels; empty when no GPU is given.
     *
     * @throws LlmException when the GPU, an element type or the kernel of attention is not known, or the GPU does not have them
     */
    public static Optional<KernelCost> kernels(LlmTraining training) {
        ElementType type = ElementType.named(training.text(LlmOption.DTYPE));
        String attention = training.text(LlmOption.ATTENTION_KERNEL);
        if (!attention.equals("auto") && !training.flag(LlmOption.FLASH)) {
            throw new LlmException(
                    "--attention_kernel " + attention + " without --use_flash_attn",
                    "Give both: the kernel is one of fused attention.");
        }
        String frame = training.text(LlmOption.FRAME);
        Optional<KernelCost> kernels = gpu(training)
                .map(gpu ->
                        new KernelCost(gpu, type, fit(training), gpu.attention().named(attention, frame, gpu.name())));
        for (String other : training.moduleTypes().values()) {
            ElementType own = ElementType.named(other);
            kernels.ifPresent(cost -> cost.of(own));
        }
        return kernels;
    }

    /**
     * Rejects unknown names, rates that are none and invalid nodes, so that no typing error goes unnoticed.
     *
     * @param measured whether times were measured, so that rates of the GPU are not needed
     * @throws LlmException when the element type is not known, or the GPU is neither known nor described
     */
    public static void requireKnown(LlmTraining training, boolean measured) {
        ElementType.named(training.text(LlmOption.DTYPE));
        String attention = training.text(LlmOption.ATTENTION_KERNEL);
        if (!attention.equals(LlmOption.ATTENTION_KERNEL.base())) {
            AttentionKernel.named(attention);
        }
        // Checked even where no GPU is given, to which they would belong.
        nodes(training);
        rate(training, LlmOption.LINK);
        rate(training, LlmOption.HBM);
        rate(training, LlmOption.HOST_LINK);
        rate(training, LlmOption.HOST_MEMORY);
        memory(training);
        positive(training, LlmOption.PEAK_TFLOPS);
        positive(training, LlmOption.HOST_US);
        String name = training.text(LlmOption.GPU_TYPE);
        if (!measured && name != null && gpu(training).isEmpty()) {
            throw new LlmException(
                    "unknown GPU '" + name + "'",
                    "Give one of " + String.join(", ", Gpus.names())
                            + "; or describe it with --peak-tflops, --hbm, --memory and --link; or give measured"
                            + " times.");
        }
    }

    /** The fitted factors of the machine. */
    public static MachineFit fit(LlmTraining training) {
        String file = training.text(LlmOption.MACHINE);
        return file == null ? MachineFit.NONE : MachineFile.of(file);
    }

    /** The host's time per kernel, ns: given, or the default of the framework. */
    public static double hostNanos(LlmTraining training) {
        if (training.flag(LlmOption.CUDA_GRAPHS)) {
            return 0;
        }
        double given = positive(training, LlmOption.HOST_US);
        double base =
                switch (training.text(LlmOption.FRAME)) {
                    case "DeepSpeed" -> HostFloor.DEEPSPEED;
                    case "torchtitan" -> HostFloor.TORCHTITAN;
                    default -> HostFloor.MEGATRON;
                };
        return (given > 0 ? given * 1000 : base) * fit(training).host();
    }

    /** The host's time per expert and product of a grouped layer besides launches, ns. */
    public static double groupedNanos(LlmTraining training) {
        return training.flag(LlmOption.CUDA_GRAPHS)
                ? 0
                : HostFloor.GROUPED * fit(training).host();
    }

    /** The host's time per product of a grouped layer, independent of its experts, in ns. */
    public static double moduleNanos(LlmTraining training) {
        return training.flag(LlmOption.CUDA_GRAPHS)
                ? 0
                : HostFloor.MODULE * fit(training).host();
    }

    /**
     * The path between a GPU and its host: as given, or that of its type.
     *
     * @throws LlmException when neither is given
     */
    public static HostLink hostLink(LlmTraining training) {
        double given = rate(training, LlmOption.HOST_LINK);
        if (given > 0) {
            return new HostLink(given, given);
        }
        return gpu(training)
                .map(gpu -> HostLink.of(gpu.name()))
                .orElseThrow(() -> new LlmException(
                        "the rate between a GPU and its host is not known", "Give --gpu_type, or --host_link."));
    }

    /** Rate at which a rank's threads read and write the host's memory, 1e9 bytes per second. */
    public static double hostMemory(LlmTraining training) {
        double given = rate(training, LlmOption.HOST_MEMORY);
        return given > 0 ? given : HostLink.THREAD;
    }

    private static Bytes memory(LlmTraining training) {
        String text = training.text(LlmOption.MEMORY);
        if (text == null) {
            return new Bytes(0);
        }
        Bytes size;
        try {
            size = Bytes.parse(text);
        } catch (IllegalArgumentException e) {
            throw new LlmException(LlmOption.MEMORY.option() + ": " + e.getMessage(), "Give a size such as 80GB.");
        }
        if (size.value() == 0) {
            throw new LlmException(LlmOption.MEMORY.option() + " is '" + text + "'", "Give a size above 0.");
        }
        if (size.value() < LEAST_MEMORY) {
            throw new LlmException(
                    LlmOption.MEMORY.option() + " " + text + " is a GPU of " + size.value() + " bytes",
                    "Give a size with a unit, such as 80GB or 80GiB.");
        }
        return size;
    }

    /** In 1e9 bytes per second, which may be left out. */
    private static double rate(LlmTraining training, LlmOption option) {
        String text = training.text(option);
        return text == null || DecimalText.isNumber(text) ? positive(training, option) : bandwidth(training, option);
    }

    /** A rate with its unit, in 1e9 bytes per second; 0 if none is given. */
    private static double bandwidth(LlmTraining training, LlmOption option) {
        String text = training.text(option);
        if (text == null) {
            return 0;
        }
        try {
            return Bandwidth.parse(text).bytesPerSecond() / GIGA;
        } catch (IllegalArgumentException e) {
            throw new LlmException(option.option() + ": " + e.getMessage(), "Give a rate such as 50GB/s or 400Gbps.");
        }
    }

    private static double positive(LlmTraining training, LlmOption option) {
        String text = training.text(option);
        if (text == null) {
            return 0;
        }
        double value = Double.NaN;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            // Rejected below, like a number out of range.
        }
        if (!(value > 0 && value < 1e9)) {
            throw new LlmException(option.option() + " is '" + text + "'", "Give a number above 0.");
        }
        return value;
    }
}
