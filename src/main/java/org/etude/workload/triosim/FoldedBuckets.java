package org.etude.workload.triosim;

import org.etude.workload.triosim.TraceOp.Stage;

/**
 * Distributed data parallelism with one GPU for all: an operator's gradients are reduced once it has ended and the
 * all-reduces before are over; the optimizer waits for the last.
 */
final class FoldedBuckets extends Replay {
    private final Gradients gradients = new Gradients(ops, names);
    private final RingTime ring;
    private double free;

    FoldedBuckets(TrioSimTrace trace, RingTime ring, Machine machine) {
        super(trace, machine);
        this.ring = ring;
    }

    @Override
    boolean held(int g) {
        if (ops.get(gpus.get(g).computed).recorded().stage() == Stage.OPTIMIZER) {
            reduce(g, gradients.rest());
            return queue.now() < free;
        }
        return false;
    }

    @Override
    void completed(int g, ReplayOp op) {
        if (op.recorded().stage() == Stage.BACKWARD) {
            reduce(g, gradients.first(op));
        }
        later(g);
    }

    private void reduce(int g, long bytes) {
        if (bytes > 0) {
            double start = Math.max(queue.now(), free);
            free = start + ring.seconds(bytes);
            machine.recorder().reduced(bytes, start, free);
            queue.at(free, () -> step(g));
        }
    }
}
