// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import java.util.HashSet;
import java.util.Set;
import org.etude.compat.triosim.engine.AllReduce;
import org.etude.compat.triosim.engine.ReplayOp;
import org.etude.compat.triosim.engine.TensorPiece;
import org.etude.compat.triosim.engine.TrioSimMachine;
import org.etude.compat.triosim.trace.TrioSimTrace;

/** Tensor parallelism: after a divided operator all GPUs wait for the whole all-reduce of its outputs. */
final class CorrectedTensor extends CorrectedReplay {
    private final AllReduce reduction;
    private final double parts;
    private final Set<Integer> waiting = new HashSet<>();

    CorrectedTensor(TrioSimTrace trace, TrioSimMachine machine, AllReduce reduction, int parts) {
        super(trace, machine);
        this.reduction = reduction;
        this.parts = parts;
    }

    @Override
    public boolean unneeded(TensorPiece input) {
        return input.gradient();
    }

    @Override
    public void prepare(ReplayOp op) {
        op.share(parts);
    }

    @Override
    public boolean held(int g) {
        return waiting.contains(g) || super.held(g);
    }

    @Override
    public void completed(int g, ReplayOp op) {
        if (!op.recorded().tensorParallel()) {
            later(g);
            return;
        }
        waiting.add(g);
        if (waiting.size() == gpus.size()) {
            reduction.start(op.outputs().stream().mapToLong(TensorPiece::bytes).sum(), this::reduced);
        }
    }

    private void reduced() {
        waiting.clear();
        allLater();
    }
}
