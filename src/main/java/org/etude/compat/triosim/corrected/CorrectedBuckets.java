// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.corrected;

import java.util.ArrayDeque;
import java.util.Deque;
import org.etude.compat.triosim.engine.AllReduce;
import org.etude.compat.triosim.engine.ReplayOp;
import org.etude.compat.triosim.engine.TensorPiece;
import org.etude.compat.triosim.engine.TrioSimMachine;
import org.etude.compat.triosim.trace.TraceOp.Stage;
import org.etude.compat.triosim.trace.TrioSimTrace;

/**
 * Data parallelism: the backward pass puts gradients into buckets, a bucket is reduced when it is full and earlier ones
 * are reduced, and the optimizer waits for the last. The gradient that reaches the limit completes a bucket.
 */
final class CorrectedBuckets extends CorrectedReplay {
    /** Limits of the first bucket and of the others, in bytes. */
    record Limits(long first, long others) {
        /** The defaults of PyTorch's DistributedDataParallel: 1 MiB, so that the first all-reduce starts early, and 25 MiB. */
        static final Limits DDP = new Limits(1 << 20, 25 << 20);

        /** A single bucket. */
        static final Limits NONE = new Limits(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    private final StepParameters parameters = new StepParameters(ops);
    private final AllReduce reduction;
    private final Deque<Long> buckets = new ArrayDeque<>();
    private final Limits limits;
    private long limit;
    private long filled;
    private boolean closed;
    private boolean reducing;
    private double reducedSeconds;

    CorrectedBuckets(TrioSimTrace trace, TrioSimMachine machine, AllReduce reduction, Limits limits) {
        super(trace, machine);
        this.reduction = reduction;
        this.limits = limits;
        this.limit = limits.first;
    }

    /** The total time of all-reduces. */
    double reducedSeconds() {
        return reducedSeconds;
    }

    @Override
    public boolean held(int g) {
        if (ops.get(gpus.get(g).computed).recorded().stage() == Stage.OPTIMIZER) {
            if (g == 0 && !closed) {
                closed = true;
                parameters.rest().forEach(this::fill);
                close();
                allLater();
            }
            if (reducing || !closed) {
                return true;
            }
        }
        return super.held(g);
    }

    @Override
    public void completed(int g, ReplayOp op) {
        if (g == 0) {
            parameters.made(op).forEach(this::fill);
        }
        later(g);
    }

    private void fill(TensorPiece gradient) {
        filled += gradient.bytes();
        if (filled >= limit) {
            close();
        }
    }

    private void close() {
        if (filled > 0) {
            buckets.add(filled);
            filled = 0;
            limit = limits.others;
            next();
        }
    }

    private void next() {
        if (!reducing && !buckets.isEmpty()) {
            reducing = true;
            double start = queue.now();
            reduction.start(buckets.remove(), () -> {
                reducing = false;
                reducedSeconds += queue.now() - start;
                next();
                allLater();
            });
        }
    }
}
