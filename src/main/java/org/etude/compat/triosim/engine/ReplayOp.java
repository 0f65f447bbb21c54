// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import java.util.List;
import java.util.function.UnaryOperator;
import org.etude.compat.triosim.trace.TraceOp;

/** An operator as replayed; parallelism may divide it once, for all GPUs. */
public final class ReplayOp {
    private final TraceOp recorded;
    private List<TensorPiece> inputs;
    private List<TensorPiece> outputs;
    private double seconds;
    private boolean divided;

    /** An operator with its recorded duration. */
    public ReplayOp(TraceOp recorded, TensorNames names) {
        this.recorded = recorded;
        this.inputs = names.pieces(recorded.inputs());
        this.outputs = names.pieces(recorded.outputs());
        this.seconds = recorded.seconds();
    }

    public TraceOp recorded() {
        return recorded;
    }

    public List<TensorPiece> inputs() {
        return inputs;
    }

    public List<TensorPiece> outputs() {
        return outputs;
    }

    public double seconds() {
        return seconds;
    }

    /**
     * Divides time and pieces among GPUs if the operator is marked for tensor parallelism; only the first call has an
     * effect.
     */
    public void share(double gpus) {
        if (recorded.tensorParallel()) {
            divide(gpus, piece -> new TensorPiece(piece.id(), (long) (piece.bytes() / gpus), piece.gradient()));
        }
    }

    /** Divides time and pieces; only the first call has an effect. */
    public void divide(double parts, UnaryOperator<TensorPiece> part) {
        if (!divided) {
            divided = true;
            inputs = inputs.stream().map(part).toList();
            outputs = outputs.stream().map(part).toList();
            seconds /= parts;
        }
    }
}
