// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.replay;

import org.etude.compat.triosim.engine.DeviceMemory.Eviction;
import org.etude.compat.triosim.engine.Gpu;
import org.etude.compat.triosim.engine.Purpose;
import org.etude.compat.triosim.engine.ReplayOp;
import org.etude.compat.triosim.engine.TensorPiece;
import org.etude.compat.triosim.engine.TrioSimMachine;
import org.etude.compat.triosim.engine.TrioSimReplay;
import org.etude.compat.triosim.trace.TrioSimTrace;

/** Tensor parallelism: marked operators are divided, and their outputs all-reduced before any GPU continues. */
final class TensorReplay extends TrioSimReplay {
    private final RingAllReduce ring = new RingAllReduce(this, this::over);
    private int released;

    TensorReplay(TrioSimTrace trace, TrioSimMachine machine) {
        super(trace, machine);
    }

    @Override
    public boolean unneeded(TensorPiece input) {
        return input.gradient();
    }

    @Override
    public void prepare(ReplayOp op) {
        op.share(gpus.size());
    }

    @Override
    public boolean held(int g) {
        return released < gpus.get(g).computed;
    }

    @Override
    public void completed(int g, ReplayOp op) {
        released = gpus.get(g).computed - 1;
        if (!op.recorded().tensorParallel()) {
            released++;
            later(g);
        } else if (gpus.stream().allMatch(gpu -> gpu.computed - 1 == released)) {
            ring.begin();
            if (gpus.size() == 1) {
                allLater();
                return;
            }
            if (!op.outputs().isEmpty()) {
                ring.cut(op.outputs());
            }
            queue.soon(ring::advance);
        }
    }

    @Override
    public void arrived(int g, Purpose purpose) {
        if (!purpose.ofRing()) {
            later(g);
            return;
        }
        ring.arrived();
        queue.soon(ring::advance);
        if (ring.idle()) {
            allLater();
        }
    }

    @Override
    public Eviction eviction(Gpu gpu, Purpose purpose) {
        if (!purpose.ofRing()) {
            return super.eviction(gpu, purpose);
        }
        return released < ops.size() ? new Eviction(true, ops.get(released).outputs()) : null;
    }

    private void over() {
        released++;
    }

    private void allLater() {
        for (int g = 0; g < gpus.size(); g++) {
            later(g);
        }
        later(0);
    }
}
