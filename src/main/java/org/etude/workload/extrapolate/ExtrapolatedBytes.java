// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.List;
import org.etude.trace.memory.MemoryKind;
import org.etude.trace.memory.StorageLife;
import org.etude.workload.extrapolate.Layer.Split;

/**
 * The size of a recorded storage on a rank of the extrapolated step. Activations and samples scale with the batch.
 * Tensor parallelism divides weights according to {@link Layer.Split}, and biases of layers split by outputs; it
 * divides an activation where it stays split (Korthikanti et al. 2022, section 4.1: between a column and a row layer).
 */
final class ExtrapolatedBytes {
    /** Maximum padding of a tensor by allocators, in bytes. */
    private static final long ROUNDING = 512;

    private final RecordedStep step;
    private final StepShape shape;
    private final double[] divided;

    ExtrapolatedBytes(RecordedStep step, StepShape shape) {
        this.step = step;
        this.shape = shape;
        divided = new double[step.layers().size()];
        double[] whole = new double[divided.length];
        for (StorageLife life : step.tensors().storages().lives()) {
            if (life.kind() == MemoryKind.PARAMETERS) {
                whole[layer(life)] += life.bytes();
                divided[layer(life)] += parameter(life);
            }
        }
        for (int layer = 0; layer < divided.length; layer++) {
            divided[layer] = whole[layer] > 0 ? divided[layer] / whole[layer] : 1.0 / shape.tp();
        }
    }

    private StepOp op(StorageLife life) {
        return step.ops().get(step.tensors().opOf()[life.first()]);
    }

    /** The layer of the operator that allocates a storage, or uses it first. */
    int layer(StorageLife life) {
        return op(life).layer();
    }

    /** Whether it is allocated after the gradients are complete. */
    boolean ofUpdate(StorageLife life) {
        return !life.isOlder() && op(life).phase() == Phase.UPDATE;
    }

    /** Bytes of a storage on a rank that holds its layer. */
    double of(StorageLife life) {
        return switch (life.kind()) {
            case PARAMETERS -> parameter(life);
            case GRADIENTS -> life.bytes() * divided[layer(life)];
            case INPUTS -> input(life);
            case ACTIVATIONS, WORKSPACE -> working(life);
            case OPTIMIZER, COMMUNICATION -> life.bytes();
        };
    }

    private double parameter(StorageLife life) {
        StepOp op = op(life);
        boolean product = op.forwardOf() >= 0;
        boolean split = product
                && (isWeight(life, op) || step.layers().get(op.forwardOf()).byOutputs());
        // The largest part, where they are not of one size.
        return split ? Math.ceil((double) life.bytes() / shape.tp()) : life.bytes();
    }

    private boolean isWeight(StorageLife life, StepOp op) {
        long weight = step.layers().get(op.forwardOf()).weightBytes();
        return life.bytes() >= weight && life.bytes() < weight + ROUNDING;
    }

    /**
     * Samples scale with the batch; statistics of normalisations and frozen weights (with the size of a layer's weight)
     * do not.
     */
    private double input(StorageLife life) {
        StepOp op = op(life);
        if (op.forwardOf() >= 0 && isWeight(life, op)) {
            return parameter(life);
        }
        boolean samples =
                (op.scales() || op.phase() == Phase.HEAD) && !op.name().contains("norm");
        return samples ? life.bytes() * shape.stepRatio() : life.bytes();
    }

    private double working(StorageLife life) {
        StepOp op = op(life);
        Layer layer = step.layers().get(op.layer());
        boolean split = op.scales()
                && op.phase() != Phase.HEAD
                && (op.backwardOf() >= 0 ? layer.split() == Split.ROW : layer.staysSplit());
        double size = split ? (double) life.bytes() / shape.tp() : life.bytes();
        return op.scales() ? size * shape.passRatio() : size;
    }

    /** Bytes of an activation of a micro batch received from another stage. */
    double received(int layer) {
        List<Layer> layers = step.layers();
        return layer == 0 ? 0 : layers.get(layer).inputBytes() * shape.passRatio();
    }
}
