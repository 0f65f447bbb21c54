// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.replay;

import java.util.List;
import org.etude.compat.triosim.engine.DeviceMemory.Eviction;
import org.etude.compat.triosim.engine.Gpu;
import org.etude.compat.triosim.engine.Gradients;
import org.etude.compat.triosim.engine.Purpose;
import org.etude.compat.triosim.engine.ReplayOp;
import org.etude.compat.triosim.engine.TensorPiece;
import org.etude.compat.triosim.engine.TrioSimMachine;
import org.etude.compat.triosim.engine.TrioSimReplay;
import org.etude.compat.triosim.trace.TrioSimTrace;

/** The second half of plain data parallelism: all-reduces of what the optimizer updates, after all computation. */
final class FinalReduce extends TrioSimReplay {
    private final Gradients gradients = new Gradients(ops, names);
    private final RingAllReduce ring = new RingAllReduce(this, this::next);
    private int next;

    FinalReduce(TrioSimTrace trace, TrioSimMachine machine) {
        super(trace, machine);
    }

    @Override
    public void start() {
        queue.soon(this::reduce);
    }

    @Override
    public void arrived(int g, Purpose purpose) {
        ring.arrived();
        queue.soon(this::reduce);
    }

    @Override
    public Eviction eviction(Gpu gpu, Purpose purpose) {
        return next < ops.size() ? new Eviction(true, ops.get(next).outputs()) : null;
    }

    /** Whether everything is reduced. */
    boolean isOver() {
        return gpus.size() == 1 || ring.idle() && next == ops.size();
    }

    private void next() {
        next++;
    }

    private void reduce() {
        boolean quiet = gpus.stream().allMatch(gpu -> gpu.inFlight == 0);
        if (ring.idle() && quiet && next < ops.size()) {
            ReplayOp op = ops.get(next);
            List<TensorPiece> own = Gradients.updates(op) ? gradients.of(op) : List.of();
            if (own.isEmpty()) {
                next++;
                queue.soon(this::reduce);
            } else {
                ring.cut(own);
                ring.begin();
            }
        }
        ring.advance();
    }
}
