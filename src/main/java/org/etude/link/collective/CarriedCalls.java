// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.function.IntUnaryOperator;
import org.etude.link.host.NodeTable;
import org.etude.link.host.RankContext;

/**
 * The calls whose work was recorded. The first piece of work of a call is its collective. If several pieces carry one
 * collective, the first lasts until the last has ended; of pieces that only their size assigns to the call, where no execution trace
 * states their number, until the last that began before the work of a later call did, since one behind it may be another
 * collective.
 */
final class CarriedCalls {
    private final RankContext rank;
    private final NodeTable nodes;
    private final IntUnaryOperator members;
    /** By call, its first piece of work. */
    private final Int2IntOpenHashMap first = new Int2IntOpenHashMap();
    /** By call, its pieces of work. */
    private final Int2IntOpenHashMap pieces = new Int2IntOpenHashMap();
    /** By call that may have several pieces, how many its arguments state; 0 for none. */
    private final Int2IntOpenHashMap stated = new Int2IntOpenHashMap();
    /** By call that states no number of pieces, how many at most. */
    private final Int2IntOpenHashMap most = new Int2IntOpenHashMap();

    private int latest = -1;

    /**
     * None yet.
     *
     * @param members by call, the most ranks that its group can have
     */
    CarriedCalls(RankContext rank, NodeTable nodes, IntUnaryOperator members) {
        this.rank = rank;
        this.nodes = nodes;
        this.members = members;
    }

    /**
     * Adds a piece of work of a call, in order of start, and returns whether it is a collective by itself rather than a
     * further piece of one.
     *
     * @param paired whether sizes and order assign it to the call, and not only its name
     */
    boolean add(int call, int work, boolean paired) {
        boolean several = BackendWork.mayHavePieces(rank, nodes, call);
        boolean begins = paired || several;
        if (!first.containsKey(call)) {
            if (begins) {
                first.put(call, work);
                pieces.put(call, 1);
                latest = Math.max(latest, call);
            }
            return begins;
        }
        if (several) {
            pieces.addTo(call, 1);
            if (paired || latest == call || stated(call) > 0) {
                nodes.extend(first.get(call), nodes.end(work));
            }
        }
        return paired && !several;
    }

    /** Whether a further piece of work can be one of this call, which has one per rank of its group. */
    boolean isOpen(int call) {
        if (!BackendWork.mayHavePieces(rank, nodes, call)) {
            return true;
        }
        return pieces.get(call) < (stated(call) > 0 ? stated(call) : most.computeIfAbsent(call, members));
    }

    private int stated(int call) {
        return stated.computeIfAbsent(call, c -> BackendWork.pieces(rank, nodes, c));
    }

    /** Whether work of a call was recorded. */
    boolean contains(int call) {
        return first.containsKey(call);
    }
}
