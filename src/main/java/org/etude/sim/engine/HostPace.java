// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import org.etude.sim.event.EventTag;
import org.etude.sim.program.NodeValues;
import org.etude.sim.program.RankWorkload;

/**
 * Slows host work while host backends carry transfers on its machine. Threads of a rank's host that take turns do one thing at a
 * time, others work next to them; whenever the pace changes, the ends of what they do are rescheduled. A change costs time
 * proportional to the number of ranks on the machine and of such threads.
 */
final class HostPace {
    private final Engine engine;
    private final int[] machine;
    private final Int2ObjectOpenHashMap<IntArrayList> ranksOf = new Int2ObjectOpenHashMap<>();
    private final int[] transfers;
    /** By rank, what its threads do. */
    private final List<List<Work>> works = new ArrayList<>();

    private long planned;

    /** A node under way. */
    private final class Work {
        private final RankWorkload rank;
        private final int node;
        private double leftNs;
        private long since;
        /** The number of its end that is still valid. */
        private long number;

        Work(RankWorkload rank, int node) {
            this.rank = rank;
            this.node = node;
            long ns = NodeValues.ownNs(rank.program, node, rank.rank, engine.timed != null);
            leftNs = Math.max(1, rank.program.aloneNs(node, ns));
            since = engine.queue.now();
            plan();
        }

        private double pace() {
            return transfers[machine[rank.rank]] > 0 ? rank.program.pace(node) : 1;
        }

        /** Accounts for what has been done at the pace so far. */
        private void advance() {
            leftNs -= (engine.queue.now() - since) * pace();
            since = engine.queue.now();
        }

        private void plan() {
            long ns = Math.max(0, Math.round(leftNs / pace()));
            number = ++planned;
            engine.events.plan(rank.rank, ns, EventTag.of(EventTag.PACED, rank.rank, node), number);
        }
    }

    /** Creates the paces; {@code machine} gives each rank's machine as the lowest of its ranks. */
    HostPace(Engine engine, int[] machine) {
        int ranks = machine.length;
        this.engine = engine;
        this.machine = machine;
        this.transfers = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            works.add(new ArrayList<>(1));
            ranksOf.computeIfAbsent(machine[rank], m -> new IntArrayList()).add(rank);
        }
    }

    /** A rank's host starts a node that transfers can slow. */
    void begin(RankWorkload rank, int which) {
        works.get(rank.rank).add(new Work(rank, which));
    }

    /** A transfer of a rank starts or ends. */
    void changed(int rank, int more) {
        int at = machine[rank];
        boolean busy = transfers[at] > 0;
        boolean changes = busy != transfers[at] + more > 0;
        if (changes) {
            ranksOf.get(at).forEach((int other) -> works.get(other).forEach(Work::advance));
        }
        transfers[at] += more;
        if (changes) {
            ranksOf.get(at).forEach((int other) -> works.get(other).forEach(Work::plan));
        }
    }

    /** A scheduled end is due; it is valid only if the pace has not changed since. */
    void due(RankWorkload rank, int which, long number) {
        if (works.get(rank.rank).removeIf(work -> work.number == number)) {
            engine.complete(rank, which);
        }
    }
}
