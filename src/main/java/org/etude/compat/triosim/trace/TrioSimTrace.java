// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.etude.compat.triosim.trace.TraceOp.Stage;

/**
 * The operators of one training step on one GPU, in the order in which they ran.
 *
 * @param ops the operators
 */
public record TrioSimTrace(List<TraceOp> ops) {
    /** Copies the list. */
    public TrioSimTrace {
        ops = List.copyOf(ops);
    }

    /**
     * Reads TrioSim's files.
     *
     * @param directory a folder with trace.csv and tensor.csv
     * @throws TrioSimException when one is missing or has a value that cannot be used: file, line, column
     */
    public static TrioSimTrace read(Path directory) {
        return new TraceReader(directory).read();
    }

    /**
     * The trace for another batch size, by TrioSim's only rule: every time and every size, even of weights, is divided.
     *
     * @param ratio recorded batch size by simulated batch size
     */
    public TrioSimTrace scaled(double ratio) {
        return new TrioSimTrace(
                ops.stream().map(op -> op.scaled(ratio, t -> t.scaled(ratio))).toList());
    }

    /**
     * The trace for another batch size: like {@link #scaled}, but the optimizer keeps its time, and what it reads or
     * writes (parameters, their gradients and moments) keeps its size.
     *
     * @param ratio recorded batch size by simulated batch size
     */
    public TrioSimTrace atBatch(double ratio) {
        Set<String> constant = constant();
        UnaryOperator<TraceTensor> resized = t -> constant.contains(t.id()) ? t : t.scaled(ratio);
        return new TrioSimTrace(ops.stream()
                .map(op -> op.scaled(op.stage() == Stage.OPTIMIZER ? 1 : ratio, resized))
                .toList());
    }

    /** The tensors whose size is independent of the batch: what the optimizer reads or writes. */
    public Set<String> constant() {
        return ops.stream()
                .filter(op -> op.stage() == Stage.OPTIMIZER)
                .flatMap(op -> Stream.concat(op.inputs().stream(), op.outputs().stream()))
                .map(TraceTensor::id)
                .collect(Collectors.toSet());
    }
}
