// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import org.etude.spec.CollectiveType;

/**
 * The common engine of ring, direct and halving-doubling. Packets are injected into a FIFO; each takes endpoint work.
 * When the work is done and packets are left, a send and its receive are issued.
 */
abstract class InjectingAlgorithm extends PhaseAlgorithm {
    final CollectiveType kind;
    final RingPosition ring;
    final int parallel;
    int left;
    int received;

    private final int total;
    private final int laterPerRound;
    private int free;
    private int queued;
    private int first;
    private int later;
    private boolean toggle;

    InjectingAlgorithm(CollectiveType kind, RingPosition ring, int parallel, int laterPerRound, int left) {
        this.kind = kind;
        this.ring = ring;
        this.parallel = parallel;
        this.laterPerRound = laterPerRound;
        this.left = left;
        this.total = left;
    }

    /** What a message carries of this node's data: all of its part of what is gathered, else the part of one node. */
    static long part(CollectiveType kind, RingPosition ring, long data) {
        return kind == CollectiveType.ALL_GATHER ? data : data / ring.size();
    }

    /** Destination of the packet at the head of the FIFO. */
    abstract int headDst();

    /** Source of the message received in return for it. */
    abstract int headSrc();

    abstract long headBytes();

    /** Advances past the head of the FIFO. */
    abstract void popped();

    /** Size in bytes of the packet being injected. */
    abstract long injectBytes();

    /** Advances to the packet injected next. */
    abstract void injected();

    @Override
    public void start(PhasePort port) {
        for (int i = 0; i < parallel; i++) {
            inject(port);
        }
    }

    @Override
    public void received(PhasePort port) {
        received++;
        inject(port);
    }

    @Override
    public void bundled(PhasePort port) {
        free++;
        ready(port);
        finishIfDone(port);
    }

    /** Counts finished endpoint work for which nothing is sent. */
    final void countFree() {
        free++;
    }

    final void ready(PhasePort port) {
        if (queued == 0 || left == 0 || free == 0) {
            return;
        }
        port.send(headDst(), headBytes());
        port.receive(headSrc(), headBytes());
        popped();
        queued--;
        left--;
        free--;
    }

    final void finishIfDone(PhasePort port) {
        if (left == 0 && free == parallel) {
            port.done();
        }
    }

    private void inject(PhasePort port) {
        if (first == 0 && later == 0) {
            first = parallel;
            later = laterPerRound;
            toggle = !toggle;
        }
        queued++;
        long bytes = injectBytes();
        injected();
        if (first > 0) {
            first--;
            port.bundle(bytes, false, true, false);
        } else {
            boolean reduced = steadyReduced();
            boolean sendBack = later > parallel;
            later--;
            port.bundle(bytes, reduced, false, sendBack);
        }
    }

    /** The number of rounds ahead that neither end the phase nor switch between reducing and not reducing. */
    final int roundsAhead() {
        return queued == 0 && free == 0 && first == 0 ? Math.min(later, left) : 0;
    }

    @Override
    public boolean steadyReduced() {
        return kind == CollectiveType.REDUCE_SCATTER || kind == CollectiveType.ALL_REDUCE && toggle;
    }

    @Override
    public void skip(int rounds) {
        received += rounds;
        later -= rounds;
        left -= rounds;
    }

    @Override
    public String progress() {
        return name() + ": " + left + " of " + total + " messages left";
    }

    abstract String name();
}
