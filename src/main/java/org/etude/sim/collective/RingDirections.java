// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import org.etude.collective.RingPosition;
import org.etude.spec.AlgorithmSpec;

/**
 * The direction in which a phase traverses its ring. In ASTRA-sim it depends on the queue. Every rank takes its queues
 * in turn on its own, and groups use those of the first dimension. So ranks that took part in different collectives may
 * traverse one ring in opposite directions and never match. Here the ranks of a ring agree on one direction, which is
 * ASTRA-sim's wherever that is unique. Other algorithms reach all peers in either direction.
 */
public final class RingDirections {
    private static final int MOST_DIMS = 64;
    private static final int GROUP_BITS = 31;
    private static final int DIM_BITS = 7;

    /**
     * The agreed directions; null when each rank follows its queue, as in ASTRA-sim, or when there is only one queue.
     */
    private final LineNumbers agreed;

    public RingDirections(boolean alone) {
        agreed = alone ? null : new LineNumbers();
    }

    /** The direction of a phase along a dimension, or of one over all ranks at once. */
    public int along(AlgorithmSpec spec, RingPosition ring, int rank, int dim, int own) {
        int over = spec.flat() ? MOST_DIMS - 1 : dim;
        return of(spec, ring, rank, (long) ring.base() * MOST_DIMS + over, own);
    }

    /** The direction of a phase of a group along a dimension, or, for dimension -1, over the whole group. */
    public int inGroup(AlgorithmSpec spec, RingPosition ring, int rank, int group, int dim, int own) {
        long line = -1L - group;
        if (dim >= 0) {
            line -= (long) (dim + 1) << GROUP_BITS | (long) ring.rank(0) << GROUP_BITS + DIM_BITS;
        }
        return of(spec, ring, rank, line, own);
    }

    private int of(AlgorithmSpec spec, RingPosition ring, int rank, long line, int own) {
        boolean either = agreed == null || spec.kind() != AlgorithmSpec.Kind.RING || ring.size() == 2;
        return either ? own : agreed.next(line, rank, own);
    }
}
