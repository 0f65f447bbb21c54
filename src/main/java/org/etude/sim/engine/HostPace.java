// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.etude.sim.event.EventTag;
import org.etude.sim.program.NodeValues;
import org.etude.sim.program.RankWorkload;

/**
 * Slows host work while host backends carry transfers on its machine. A rank's host does one thing at a time; whenever
 * its pace changes, the end of that work is rescheduled. A change costs time proportional to the number of ranks on the
 * machine.
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

    /** Creates the paces; {@code machine} gives each rank's machine as the lowest of its ranks. */
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

    /** A rank's host starts a node that transfers can slow. */
    void begin(RankWorkload rank, int which) {
        long ns = NodeValues.ownNs(rank.program, which, rank.rank, engine.timed != null);
        node[rank.rank] = which;
        leftNs[rank.rank] = Math.max(1, rank.program.aloneNs(which, ns));
        since[rank.rank] = engine.queue.now();
        plan(rank.rank);
    }

    private double pace(int rank) {
        boolean slowed = transfers[machine[rank]] > 0 && node[rank] != NOTHING;
        return slowed ? engine.ranks[rank].program.pace(node[rank]) : 1;
    }

    /** A transfer of a rank starts or ends. */
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

    /** Accounts for the work a rank's node has done at its pace so far. */
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

    /** A scheduled end is due; it is valid only if the pace has not changed since. */
    void due(RankWorkload rank, int which, long number) {
        if (number == planned[rank.rank]) {
            node[rank.rank] = NOTHING;
            engine.complete(rank, which);
        }
    }
}
