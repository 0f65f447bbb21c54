// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A recorded operator with kernels.
 *
 * @param id its number, ascending in a trace
 * @param name its name in PyTorch
 * @param inputs tensors that it reads, in order, with repetitions
 * @param outputs tensors that it writes
 * @param seconds the sum of its kernels' durations
 * @param stage its part of the step
 * @param tensorParallel whether tensor parallelism divides it
 */
public record TraceOp(
        int id,
        String name,
        List<TraceTensor> inputs,
        List<TraceTensor> outputs,
        double seconds,
        Stage stage,
        boolean tensorParallel) {
    /** A part of a training step. */
    public enum Stage {
        /** The forward pass. */
        FORWARD,
        /** The backward pass. */
        BACKWARD,
        /** The update of the parameters. */
        OPTIMIZER
    }

    /** Copies the lists. */
    public TraceOp {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /** This operator with its time divided and its tensors mapped. */
    TraceOp scaled(double ratio, UnaryOperator<TraceTensor> tensor) {
        return new TraceOp(
                id,
                name,
                inputs.stream().map(tensor).toList(),
                outputs.stream().map(tensor).toList(),
                seconds / ratio,
                stage,
                tensorParallel);
    }
}
