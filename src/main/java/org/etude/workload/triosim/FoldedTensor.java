package org.etude.workload.triosim;

/** Tensor parallelism with one GPU for all: after a divided operator it waits for the whole all-reduce. */
final class FoldedTensor extends Replay {
    private final RingTime ring;
    private boolean waiting;

    FoldedTensor(TrioSimTrace trace, RingTime ring, Machine machine) {
        super(trace, machine);
        this.ring = ring;
    }

    @Override
    boolean unneeded(Piece input) {
        return input.gradient();
    }

    @Override
    void prepare(ReplayOp op) {
        if (op.recorded().tensorParallel()) {
            double n = ring.gpus();
            op.divide(n, piece -> new Piece(piece.id(), (long) (piece.bytes() / n), piece.gradient()));
        }
    }

    @Override
    boolean held(int g) {
        return waiting;
    }

    @Override
    void completed(int g, ReplayOp op) {
        if (!op.recorded().tensorParallel()) {
            later(g);
            return;
        }
        long bytes = op.outputs().stream().mapToLong(Piece::bytes).sum();
        double end = queue.now() + ring.seconds(bytes);
        machine.recorder().reduced(bytes, queue.now(), end);
        waiting = true;
        queue.at(end, () -> {
            waiting = false;
            step(g);
        });
    }
}
