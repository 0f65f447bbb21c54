package org.etude.workload.triosim;

import org.etude.workload.triosim.DeviceMemory.Eviction;

/** Tensor parallelism: marked operators are divided, and their outputs all-reduced before any GPU goes on. */
final class TensorReplay extends Replay {
    private final RingAllReduce ring = new RingAllReduce(this, this::over);
    private int released;

    TensorReplay(TrioSimTrace trace, Machine machine) {
        super(trace, machine);
    }

    @Override
    boolean unneeded(Piece input) {
        return input.gradient();
    }

    @Override
    void prepare(ReplayOp op) {
        op.share(gpus.size());
    }

    @Override
    boolean held(int g) {
        return released < gpus.get(g).computed;
    }

    @Override
    void completed(int g, ReplayOp op) {
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
    void arrived(int g, Purpose purpose) {
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
    Eviction eviction(Gpu gpu, Purpose purpose) {
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
