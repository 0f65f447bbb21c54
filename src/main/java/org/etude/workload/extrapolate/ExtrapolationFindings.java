// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.etude.link.model.LinkedSet;
import org.etude.report.Counted;
import org.etude.report.Finding;
import org.etude.report.Finding.Level;
import org.etude.report.Report;
import org.etude.spec.Parallelism;
import org.etude.spec.ParallelizeOptions;

/** Reports the assumptions of an extrapolation. */
final class ExtrapolationFindings {
    /** 1 GB/s in bytes per us. */
    private static final double BYTES_PER_MICRO = 1e3;

    private static final double NS_PER_MS = 1e6;

    /**
     * Smaller percentages would be shown as 0.0. They mean "not known": one batch bounds the floors of a GPU's kernels, but not
     * those of host operators.
     */
    private static final double LEAST_SHOWN = 0.05;

    private final List<Finding> rows = new ArrayList<>();
    private String second = "";

    private void add(Level level, String what, String why, String effect) {
        rows.add(new Finding(level, "parallelize", -1, "", what, why, effect));
    }

    private void info(String what, String why, String effect) {
        add(Level.INFO, what, why, effect);
    }

    private void warn(String what, String why, String effect) {
        add(Level.WARNING, what, why, effect);
    }

    Report report() {
        return Report.of(rows);
    }

    /** The report of an unchanged step. */
    Report unchanged() {
        info("the step is left as recorded", "ranks and batch are those recorded", "every rank keeps its own trace");
        return report();
    }

    /** The basis of a calibrated network, one finding per dimension. */
    static Report network(List<CalibratedDim> dims) {
        ExtrapolationFindings own = new ExtrapolationFindings();
        for (CalibratedDim dim : dims) {
            own.info(
                    String.format(
                            Locale.ROOT,
                            "the network of %d %s ranks: %.3f us and %.3f GB/s per link",
                            dim.ranks(),
                            dim.name(),
                            dim.latencyUs(),
                            dim.bytesPerMicro() / BYTES_PER_MICRO),
                    dim.cost().evidence(),
                    dim.collectives() + " of " + dim.bytes() + " bytes on average take what was measured");
        }
        return own.report();
    }

    void second(String source, long batch) {
        second = source;
        info(
                "times follow the batch as between this recording and " + source + ", batch " + batch,
                "the same operators ran in both",
                "each operator's time is the line through its two");
    }

    void step(LinkedSet set, int chosen) {
        if (chosen >= 0) {
            info(
                    "step " + chosen + " represents the "
                            + set.ranks().get(0).trace().steps().size() + " recorded",
                    "it is the one of middle length on the first rank",
                    "variation between steps is not modelled");
        }
    }

    void assumed(
            RecordedStep step, ParallelizeOptions spread, StepShape shape, int recordedRanks, BatchScaling scaling) {
        if (!step.batchKnown()) {
            warn(
                    "the recorded batch is taken as " + step.batch(),
                    "it is the first size of the first layer's input",
                    "say recordedBatch(...) when the step had another number of samples");
        }
        if (recordedRanks > 1) {
            info(
                    "all ranks do what the first recorded rank did",
                    "ranks of a stage share one trace",
                    "differences between ranks are not modelled");
        }
        if (shape.passRatio() != 1 && second.isEmpty()) {
            batch(step, shape, scaling);
        }
        gradients(step, spread.ranks(), shape);
        optimizer(step);
        tensors(step, spread.ranks().tp());
        stages(spread);
    }

    /** The basis of the extrapolated memory. */
    void memory(StepTensors tensors) {
        if (!tensors.areKnown()) {
            warn(
                    "what the ranks hold is not known",
                    "the execution trace names no storages of tensors",
                    "the table of memory is empty; record with ExecutionTraceObserver of PyTorch 1.13 or later");
            return;
        }
        if (!tensors.storages().hasUpdate()) {
            warn(
                    "states of the optimizer are not in the memory of the ranks",
                    "no Optimizer.step is in the step",
                    "parameters are what has a gradient of its size; record the optimizer's step too");
        }
        info(
                "memory is that of the recorded tensors on "
                        + tensors.storages().device(),
                "storages are held from the operator that makes them to the last that uses them",
                "workspaces inside libraries (cuDNN, cuBLAS), fragments and the context of the device come on top");
    }

    /** How the times of matrix products are rescaled to other shapes. */
    void products(RecordedStep step, ParallelizeOptions spread, int modelled) {
        if (!step.onGpu() || spread.ranks().tp() == 1 && spread.machine() == null) {
            return;
        }
        if (modelled > 0) {
            info(
                    modelled + " of " + step.layers().size() + " layers follow the model of "
                            + spread.machine().name(),
                    "their products are plain matrices: recorded time x modelled time of the new shape over that of the old",
                    "waves, tiles and short sums count as in generated steps; other layers keep their floor and 1 / tp");
        } else {
            info(
                    "products take their floor and 1 / tp of the rest",
                    spread.machine() == null ? "no GPU is given" : "no layer's parameters are a plain matrix",
                    "smaller products that fill a GPU less are predicted too fast; name the GPU (--gpu, machine(...))");
        }
    }

    /** Known weaknesses of the prediction. */
    void bound(RecordedStep step, ParallelizeOptions spread, double[][] passes) {
        if (!step.onGpu()) {
            warn(
                    "ranks that share the cores of a host slow each other",
                    "the host computes, and its cores are not modelled",
                    "steps of small networks on two cores were 5 to 28 % off, more with more ranks (docs/accuracy.md)");
            return;
        }
        double gpu = Arrays.stream(passes[0]).sum();
        double host = Arrays.stream(passes[1]).sum();
        if (spread.ranks().tp() > 1 && host > gpu) {
            warn(
                    String.format(
                            Locale.ROOT,
                            "the host is the bound: its launches take %.3f ms of a micro batch, the GPU %.3f ms",
                            host / NS_PER_MS,
                            gpu / NS_PER_MS),
                    "launches do not shrink with tp " + spread.ranks().tp() + ", kernels do",
                    "how the host's part grows with tp is not modelled: steps of tp 4 and 8 were up to 25 % off (docs/accuracy.md)");
        }
    }

    private void batch(RecordedStep step, StepShape shape, BatchScaling scaling) {
        double doubt = 0;
        double whole = 0;
        for (int op = 0; op < step.ops().size(); op++) {
            doubt += scaling.doubtNanos(op) * Math.abs(shape.passRatio() - 1);
            whole += scaling.nanos(op, shape.passRatio());
        }
        warn(
                "times follow the batch from one batch size: " + step.batch() + " to "
                        + shape.batch() / shape.microBatches() + " samples a pass",
                "each operator has a floor and a part in proportion; host time concurrent with a GPU and the optimizer stay",
                offBy(whole > 0 ? 100 * doubt / whole : 0));
    }

    private static String offBy(double percent) {
        return percent < LEAST_SHOWN
                ? "how far computation may be off on this ground is not known; a second recording of another batch tells"
                : String.format(
                        Locale.ROOT, "computation may be off by %.1f %% either way on this ground alone", percent);
    }

    private void gradients(RecordedStep step, Parallelism ranks, StepShape shape) {
        if (ranks.dp() == 1) {
            info("no gradients are exchanged", "there is one copy of the model", "recorded all-reduces are left out");
        } else if (shape.keepsCollectives()) {
            info(
                    "gradient all-reduces keep their recorded buckets and places",
                    "the recording was data parallel",
                    "the optimizer waits for all of them");
        } else if (step.gradientElements() == 0) {
            add(
                    Level.ERROR,
                    "no gradients are exchanged",
                    "the trace has no AccumulateGrad with shapes",
                    "data parallelism costs nothing in this result");
        } else {
            info(
                    step.gradientBytes() + " bytes of gradients in buckets as DistributedDataParallel makes them",
                    "in the order in which they were ready, sent when full, during the backward pass",
                    "the optimizer waits for all of them");
        }
    }

    private void optimizer(RecordedStep step) {
        if (step.ops().stream().noneMatch(StepOp::parameters)) {
            warn(
                    "no optimizer is in the step",
                    "no operator runs within an Optimizer annotation or after the backward pass",
                    "the step ends with the backward pass and its all-reduces; record the optimizer's step too");
        }
    }

    private void tensors(RecordedStep step, int tp) {
        String uneven = tp > 1 ? TensorSplit.uneven(step.layers(), tp) : null;
        if (uneven != null) {
            warn(
                    "not all layers come apart into " + tp + " equal parts",
                    uneven,
                    "ranks take the time of equal parts; the largest part takes longer");
        }
        if (tp > 1) {
            warn(
                    "layers are split over " + tp + " ranks by columns and rows in turn",
                    "as Megatron-LM does; the model was recorded whole",
                    "products and the operators between a column and a row layer take 1/" + tp
                            + " above their floor; the host launches as much as before; narrower products may run less"
                            + " efficiently");
        }
    }

    private void stages(ParallelizeOptions spread) {
        if (spread.ranks().pp() * spread.chunks() > 1) {
            info(
                    Counted.of(spread.ranks().pp(), "stage") + " of consecutive layers, "
                            + Counted.of(spread.microBatchCount(), "micro batch", "micro batches") + ", "
                            + spread.schedule(),
                    "cut so that the slowest stage is fastest; the optimizer is shared out by parameters",
                    "one activation crosses each cut: what skips layers (residuals) is not sent next to it");
        }
    }
}
