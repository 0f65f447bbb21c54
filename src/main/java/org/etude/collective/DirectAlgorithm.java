// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import org.etude.spec.CollectiveType;

/** Sends to every peer directly, with a window of packets in flight. */
final class DirectAlgorithm extends InjectingAlgorithm {
    private final int direction;
    private final long bytes;
    private int toward;
    private int from;

    DirectAlgorithm(CollectiveType kind, RingPosition ring, long data, int direction, int window) {
        super(
                kind,
                ring,
                inFlight(window, ring.size()),
                ring.local() ? (ring.size() - 1) * inFlight(window, ring.size()) : inFlight(window, ring.size()),
                kind == CollectiveType.ALL_REDUCE ? 2 * (ring.size() - 1) : ring.size() - 1);
        this.direction = direction;
        this.bytes = part(kind, ring, data);
        this.toward = ring.index() + direction;
        this.from = ring.index() - direction;
    }

    /** The number of peers that a node sends to at the same time. */
    static int inFlight(int window, int n) {
        return window < 0 ? n - 1 : Math.min(window, n - 1);
    }

    @Override
    int headDst() {
        return ring.rank(toward);
    }

    @Override
    int headSrc() {
        return ring.rank(from);
    }

    @Override
    long headBytes() {
        return bytes;
    }

    @Override
    void popped() {
        toward = step(toward, direction);
        from = step(from, -direction);
    }

    private int step(int position, int by) {
        int next = Math.floorMod(position + by, ring.size());
        return next == ring.index() ? Math.floorMod(next + by, ring.size()) : next;
    }

    @Override
    long injectBytes() {
        return bytes;
    }

    @Override
    void injected() {
        // All packets have the same size.
    }

    @Override
    public void bundled(PhasePort port) {
        // The second half of an all-reduce begins when the whole first half has arrived.
        if (kind == CollectiveType.ALL_REDUCE && left <= ring.size() - 1) {
            countFree();
            if (received < ring.size() - 1) {
                return;
            }
            for (int i = 0; i < parallel; i++) {
                ready(port);
            }
            finishIfDone(port);
        } else {
            super.bundled(port);
        }
    }

    @Override
    public boolean sourcesAlike() {
        return true;
    }

    @Override
    String name() {
        return "direct";
    }
}
