// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.replay;

import java.util.ArrayList;
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

/**
 * Distributed data parallelism: GPU 0's backward pass triggers all-reduces, one after another; nothing waits for them.
 */
final class BucketReplay extends TrioSimReplay {
    private final Gradients gradients = new Gradients(ops, names);
    private final RingAllReduce ring = new RingAllReduce(this, this::over);
    private final List<List<TensorPiece>> buckets = new ArrayList<>();
    private int next;

    BucketReplay(TrioSimTrace trace, TrioSimMachine machine) {
        super(trace, machine);
    }

    @Override
    public void started(int g, ReplayOp op) {
        if (g == 0) {
            List<TensorPiece> bucket = gradients.bucket(op);
            if (!bucket.isEmpty()) {
                buckets.add(bucket);
                queue.soon(this::reduce);
            }
        }
    }

    @Override
    public void arrived(int g, Purpose purpose) {
        if (purpose.ofRing()) {
            ring.arrived();
            queue.soon(this::reduce);
        } else {
            later(g);
        }
    }

    @Override
    public Eviction eviction(Gpu gpu, Purpose purpose) {
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
