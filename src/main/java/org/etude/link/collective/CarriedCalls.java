// SPDX-License-Identifier: Apache-2.0
package org.etude.link.collective;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import org.etude.link.host.NodeTable;
import org.etude.link.host.RankContext;

/**
 * The calls whose work was recorded. The first piece of work of a call is its collective; if several pieces carry one
 * collective, the first lasts until the last has ended.
 */
final class CarriedCalls {
    private final RankContext rank;
    private final NodeTable nodes;
    /** By call, its first piece of work. */
    private final Int2IntOpenHashMap first = new Int2IntOpenHashMap();
    /** By call, its pieces of work. */
    private final Int2IntOpenHashMap pieces = new Int2IntOpenHashMap();

    CarriedCalls(RankContext rank, NodeTable nodes) {
        this.rank = rank;
        this.nodes = nodes;
    }

    /**
     * Adds a piece of work of a call, in order of start, and returns whether it is a collective by itself rather than a
     * further piece of one.
     *
     * @param paired whether sizes and order assign it to the call, and not only its name
     */
    boolean add(int call, int work, boolean paired) {
        boolean several = BackendWork.mayHavePieces(rank, nodes, call);
        if (!first.containsKey(call)) {
            boolean begins = paired || several;
            if (begins) {
                first.put(call, work);
                pieces.put(call, 1);
            }
            return begins;
        }
        // A call has one piece per rank of its group; a Kineto trace may know only the ranks of the job.
        if (several && (paired || pieces.get(call) < rank.device().header().worldSize())) {
            pieces.addTo(call, 1);
            nodes.extend(first.get(call), nodes.end(work));
        }
        return paired && !several;
    }

    /** Whether work of a call was recorded. */
    boolean contains(int call) {
        return first.containsKey(call);
    }
}
