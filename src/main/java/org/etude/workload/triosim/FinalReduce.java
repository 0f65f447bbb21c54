package org.etude.workload.triosim;

import java.util.List;
import org.etude.workload.triosim.DeviceMemory.Eviction;

/** The second half of plain data parallelism: all-reduces of what the optimizer updates, after all computing. */
final class FinalReduce extends Replay {
    private final Gradients gradients = new Gradients(ops, names);
    private final RingAllReduce ring = new RingAllReduce(this, this::next);
    private int next;

    FinalReduce(TrioSimTrace trace, Machine machine) {
        super(trace, machine);
    }

    @Override
    void start() {
        queue.soon(this::reduce);
    }

    @Override
    void arrived(int g, Purpose purpose) {
        ring.arrived();
        queue.soon(this::reduce);
    }

    @Override
    Eviction eviction(Gpu gpu, Purpose purpose) {
        return next < ops.size() ? new Eviction(true, ops.get(next).outputs()) : null;
    }

    /** Whether all that there was to reduce is reduced. */
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
            List<Piece> own = Gradients.updates(op) ? gradients.of(op) : List.of();
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
