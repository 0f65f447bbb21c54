package org.etude.workload.triosim;

import java.util.List;
import java.util.function.UnaryOperator;

/** An operator as it is replayed; parallelism may divide it once, for all GPUs. */
final class ReplayOp {
    private final TraceOp recorded;
    private List<Piece> inputs;
    private List<Piece> outputs;
    private double seconds;
    private boolean divided;

    ReplayOp(TraceOp recorded, Names names) {
        this.recorded = recorded;
        this.inputs = names.pieces(recorded.inputs());
        this.outputs = names.pieces(recorded.outputs());
        this.seconds = recorded.seconds();
    }

    TraceOp recorded() {
        return recorded;
    }

    List<Piece> inputs() {
        return inputs;
    }

    List<Piece> outputs() {
        return outputs;
    }

    double seconds() {
        return seconds;
    }

    /** Divides time and pieces among GPUs when the operator is marked for tensor parallelism, the first time only. */
    void share(double gpus) {
        if (recorded.tensorParallel()) {
            divide(gpus, piece -> new Piece(piece.id(), (long) (piece.bytes() / gpus), piece.gradient()));
        }
    }

    /** Divides time and pieces, the first time only. */
    void divide(double parts, UnaryOperator<Piece> part) {
        if (!divided) {
            divided = true;
            inputs = inputs.stream().map(part).toList();
            outputs = outputs.stream().map(part).toList();
            seconds /= parts;
        }
    }
}
