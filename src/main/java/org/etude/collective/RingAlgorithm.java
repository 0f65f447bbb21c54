// SPDX-License-Identifier: Apache-2.0
package org.etude.collective;

import org.etude.spec.CollectiveType;

/** The ring algorithm: always sends to the next node and receives from the previous one. */
final class RingAlgorithm extends InjectingAlgorithm {
    private final int dst;
    private final int src;
    private final long bytes;

    RingAlgorithm(CollectiveType kind, RingPosition ring, long data, int direction) {
        super(kind, ring, 1, ring.size() - 1, messages(kind, ring.size()));
        bytes = part(kind, ring, data);
        dst = ring.rank(ring.index() + direction);
        src = ring.rank(ring.index() - direction);
    }

    /** The number of messages that each node sends. */
    static int messages(CollectiveType kind, int n) {
        return switch (kind) {
            case ALL_REDUCE -> 2 * (n - 1);
            case ALL_TO_ALL -> Math.toIntExact((long) n * (n - 1) / 2);
            case ALL_GATHER, REDUCE_SCATTER -> n - 1;
            default -> throw kind.unscheduled();
        };
    }

    @Override
    int headDst() {
        return dst;
    }

    @Override
    int headSrc() {
        return src;
    }

    @Override
    long headBytes() {
        return bytes;
    }

    @Override
    void popped() {
        // All packets travel in the same direction.
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
    public int steadyRounds() {
        return roundsAhead();
    }

    @Override
    String name() {
        return "ring";
    }
}
