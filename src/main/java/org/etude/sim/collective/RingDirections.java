// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.collective;

import org.etude.collective.RingPlace;
import org.etude.spec.AlgorithmSpec;

/**
 * The direction in which a phase goes round its ring. In ASTRA-sim the queue says so, and every rank takes its queues in turn for itself,
 * groups those of the first dimension: ranks that took part in different collectives may go round one ring in both directions and
 * never meet. Here the ranks of a ring agree, on ASTRA-sim's direction wherever it is unique. Other algorithms reach all peers
 * in either direction.
 */
public final class RingDirections {
    private static final int MOST_DIMS = 64;
    private static final int GROUP_BITS = 31;
    private static final int DIM_BITS = 7;

    /** The agreed directions; null when each rank follows its queue: as in ASTRA-sim, or when there is one queue. */
    private final LineNumbers agreed;

    public RingDirections(boolean alone) {
        agreed = alone ? null : new LineNumbers();
    }

    /** The direction of a phase along a dimension, or of one over all ranks at once. */
    public int along(AlgorithmSpec spec, RingPlace ring, int rank, int dim, int own) {
        int over = spec.flat() ? MOST_DIMS - 1 : dim;
        return of(spec, ring, rank, (long) ring.base() * MOST_DIMS + over, own);
    }

    /** The direction of a phase of a group along a dimension, or over all of the group where that is -1. */
    public int inGroup(AlgorithmSpec spec, RingPlace ring, int rank, int group, int dim, int own) {
        long line = -1L - group;
        if (dim >= 0) {
            line -= (long) (dim + 1) << GROUP_BITS | (long) ring.rank(0) << GROUP_BITS + DIM_BITS;
        }
        return of(spec, ring, rank, line, own);
    }

    private int of(AlgorithmSpec spec, RingPlace ring, int rank, long line, int own) {
        boolean either = agreed == null || spec.kind() != AlgorithmSpec.Kind.RING || ring.size() == 2;
        return either ? own : agreed.next(line, rank, own);
    }
}
