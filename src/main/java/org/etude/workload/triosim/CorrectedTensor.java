package org.etude.workload.triosim;

import java.util.HashSet;
import java.util.Set;

/** Tensor parallelism: after a divided operator all GPUs wait for the whole all-reduce of its outputs. */
final class CorrectedTensor extends CorrectedReplay {
    private final AllReduce reduction;
    private final double parts;
    private final Set<Integer> waiting = new HashSet<>();

    CorrectedTensor(TrioSimTrace trace, Machine machine, AllReduce reduction, int parts) {
        super(trace, machine);
        this.reduction = reduction;
        this.parts = parts;
    }

    @Override
    boolean unneeded(Piece input) {
        return input.gradient();
    }

    @Override
    void prepare(ReplayOp op) {
        op.share(parts);
    }

    @Override
    boolean held(int g) {
        return waiting.contains(g) || super.held(g);
    }

    @Override
    void completed(int g, ReplayOp op) {
        if (!op.recorded().tensorParallel()) {
            later(g);
            return;
        }
        waiting.add(g);
        if (waiting.size() == gpus.size()) {
            reduction.start(op.outputs().stream().mapToLong(Piece::bytes).sum(), this::reduced);
        }
    }

    private void reduced() {
        waiting.clear();
        allLater();
    }
}
