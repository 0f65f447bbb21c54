package org.etude.workload.triosim;

import java.util.ArrayList;
import java.util.List;
import org.etude.workload.triosim.DeviceMemory.Eviction;

/** Distributed data parallelism: GPU 0's backward pass sets off all-reduces, one after another; nothing waits for them. */
final class BucketReplay extends Replay {
    private final Gradients gradients = new Gradients(ops, names);
    private final RingAllReduce ring = new RingAllReduce(this, this::over);
    private final List<List<Piece>> buckets = new ArrayList<>();
    private int next;

    BucketReplay(TrioSimTrace trace, Machine machine) {
        super(trace, machine);
    }

    @Override
    void started(int g, ReplayOp op) {
        if (g == 0) {
            List<Piece> bucket = gradients.bucket(op);
            if (!bucket.isEmpty()) {
                buckets.add(bucket);
                queue.soon(this::reduce);
            }
        }
    }

    @Override
    void arrived(int g, Purpose purpose) {
        if (purpose.ofRing()) {
            ring.arrived();
            queue.soon(this::reduce);
        } else {
            later(g);
        }
    }

    @Override
    Eviction eviction(Gpu gpu, Purpose purpose) {
        if (!purpose.ofRing()) {
            return super.eviction(gpu, purpose);
        }
        return next < ops.size() ? new Eviction(true, ops.get(next).outputs()) : null;
    }

    private void over() {
        next++;
    }

    private void reduce() {
        if (ring.idle() && next < buckets.size()) {
            ring.cut(buckets.get(next));
            ring.begin();
        }
        ring.advance();
    }
}
