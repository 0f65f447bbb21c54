// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.etude.sim.event.EventTag;
import org.etude.sim.program.NodeValues;
import org.etude.sim.program.RankWorkload;

/**
 * Host work that goes on more slowly while backends on the host carry transfers on its machine. A rank's host does one thing at a
 * time; whenever its pace changes, the rest of that is planned anew. The cost of a change is that of the machine's ranks.
 */
final class HostPace {
    private static final int NOTHING = -1;

    private final Engine engine;
    private final int[] machine;
    private final Int2ObjectOpenHashMap<IntArrayList> ranksOf = new Int2ObjectOpenHashMap<>();
    private final int[] transfers;
    private final int[] node;
    private final double[] leftNs;
    private final long[] since;
    private final long[] planned;

    /** The pace of ranks on machines: {@code machine} has the number of each rank's, the lowest of its ranks. */
    HostPace(Engine engine, int[] machine) {
        int ranks = machine.length;
        this.engine = engine;
        this.machine = machine;
        this.transfers = new int[ranks];
        this.node = new int[ranks];
        this.leftNs = new double[ranks];
        this.since = new long[ranks];
        this.planned = new long[ranks];
        Arrays.fill(node, NOTHING);
        for (int rank = 0; rank < ranks; rank++) {
            ranksOf.computeIfAbsent(machine[rank], m -> new IntArrayList()).add(rank);
        }
    }

    /** A rank's host begins a node that transfers slow. */
    void begin(RankWorkload rank, int which) {
        // Refuses a duration that makes no sense.
        long ns = NodeValues.duration(rank, which);
        node[rank.rank] = which;
        leftNs[rank.rank] =
                Math.max(1, rank.program.aloneNs(which, engine.timed == null ? ns : rank.program.workNs(which)));
        since[rank.rank] = engine.queue.now();
        plan(rank.rank);
    }

    private double pace(int rank) {
        boolean slowed = transfers[machine[rank]] > 0 && node[rank] != NOTHING;
        return slowed ? engine.ranks[rank].program.pace(node[rank]) : 1;
    }

    /** A transfer begins to be, or is no longer, under way for a rank. */
    void changed(int rank, int more) {
        int at = machine[rank];
        boolean busy = transfers[at] > 0;
        boolean changes = busy != transfers[at] + more > 0;
        if (changes) {
            ranksOf.get(at).forEach((int other) -> advance(other));
        }
        transfers[at] += more;
        if (changes) {
            ranksOf.get(at).forEach((int other) -> resume(other));
        }
    }

    /** Counts what a rank's node has done at its pace so far. */
    private void advance(int rank) {
        leftNs[rank] -= (engine.queue.now() - since[rank]) * pace(rank);
        since[rank] = engine.queue.now();
    }

    private void resume(int rank) {
        if (node[rank] != NOTHING && engine.ranks[rank].program.pace(node[rank]) < 1) {
            plan(rank);
        }
    }

    private void plan(int rank) {
        long ns = Math.max(0, Math.round(leftNs[rank] / pace(rank)));
        engine.events.plan(rank, ns, EventTag.of(EventTag.PACED, rank, node[rank]), ++planned[rank]);
    }

    /** A planned end has come; it counts when the pace has not changed since. */
    void due(RankWorkload rank, int which, long number) {
        if (number == planned[rank.rank]) {
            node[rank.rank] = NOTHING;
            engine.complete(rank, which);
        }
    }
}
