// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.cost;

import java.util.Optional;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.unit.Bytes;
import org.etude.workload.llm.LlmTraining;

/** The machine that the options of a training describe. */
public final class MachineOptions {
    private MachineOptions() {}

    /**
     * The GPU of a training: a known type, optionally with custom rates, or one described completely by rates. Empty
     * when none is given.
     *
     * @throws LlmException when the type is not known and not described, or a rate is not positive
     */
    public static Optional<GpuModel> gpu(LlmTraining training) {
        double peak = positive(training, LlmOption.PEAK_TFLOPS);
        double rate = positive(training, LlmOption.HBM);
        double link = positive(training, LlmOption.LINK);
        Bytes memory = memory(training);
        String name = training.text(LlmOption.GPU_TYPE);
        Optional<GpuModel> known = Gpus.find(name);
        if (known.isPresent()) {
            GpuModel gpu = known.get().with(peak, rate, memory);
            return Optional.of(link > 0 ? gpu.in(gpu.node().withLink(link)) : gpu);
        }
        if (peak > 0 && rate > 0 && memory.value() > 0) {
            return Optional.of(Gpus.described(peak, rate, memory, link > 0 ? link : rate / 8));
        }
        if (peak > 0 || rate > 0) {
            throw new LlmException(
                    "a described GPU lacks a rate",
                    "Give --peak-tflops, --hbm and --memory (and --link), or a known --gpu_type.");
        }
        return Optional.empty();
    }

    /**
     * The costs of kernels; empty when no GPU is given.
     *
     * @throws LlmException when the GPU, the element type or the kernel of attention is not known, or the GPU does not have them
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
        return gpu(training)
                .map(gpu ->
                        new KernelCost(gpu, type, fit(training), gpu.attention().named(attention, frame, gpu.name())));
    }

    /**
     * Rejects unknown names, so that no typing error goes unnoticed.
     *
     * @param measured whether times were measured, so that rates of the GPU are not needed
     * @throws LlmException when the element type is not known, or the GPU is neither known nor described
     */
    public static void requireKnown(LlmTraining training, boolean measured) {
        ElementType.named(training.text(LlmOption.DTYPE));
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
        return size;
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
