// SPDX-License-Identifier: Apache-2.0
package org.etude.link.order;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import org.etude.link.host.LaunchOrder;
import org.etude.link.host.NodeTable;
import org.etude.link.host.RankContext;
import org.etude.link.model.NodeKind;

/**
 * Assigns waits without a known event to one of several outstanding collectives. If the execution trace names storages,
 * work after the wait reads what the collective wrote. Otherwise, as many consecutive waits as collectives launched
 * since the previous waits are paired in order, as when a reducer finishes its buckets. Any other wait is assigned to
 * the last launched collective. O(waits + launches).
 */
final class WaitPairing {
    /** Maximum number of launches between a wait and the one that reads the collective's result. */
    private static final int LOOK_AHEAD = 64;

    private final RankContext rank;
    private final NodeTable nodes;
    private final LaunchOrder order;
    private final CollectiveResults results;

    private WaitPairing(RankContext rank, NodeTable nodes, LaunchOrder order) {
        this.rank = rank;
        this.nodes = nodes;
        this.order = order;
        results = new CollectiveResults(rank, nodes, order);
    }

    /** Returns the waits with the work that each is for. */
    static List<InferredWait> pair(RankContext rank, NodeTable nodes, LaunchOrder order, List<InferredWait> waits) {
        WaitPairing pairing = new WaitPairing(rank, nodes, order);
        List<InferredWait> paired = new ArrayList<>(waits);
        int previous = -1;
        for (int from = 0; from < waits.size(); ) {
            int to = pairing.run(waits, from);
            if (pairing.collective(waits.get(from).source())) {
                pairing.inOrder(paired, from, to, previous);
                previous = waits.get(from).source();
            }
            from = to;
        }
        return pairing.byStorage(paired);
    }

    /** The end of the sequence of waits that the pattern of calls assigns to the same work. */
    private int run(List<InferredWait> waits, int from) {
        int to = from + 1;
        while (to < waits.size()
                && waits.get(to).source() == waits.get(from).source()
                && nodes.lane[waits.get(to).target()]
                        == nodes.lane[waits.get(from).target()]
                && waits.get(to).target() != waits.get(to - 1).target()) {
            to++;
        }
        return to;
    }

    private boolean collective(int work) {
        return nodes.kind(work) == NodeKind.COMM_KERNEL;
    }

    private void inOrder(List<InferredWait> waits, int from, int to, int previous) {
        int source = waits.get(from).source();
        IntArrayList open = new IntArrayList();
        int work = source;
        while (work >= 0 && work != previous && launch(work) >= 0 && open.size() <= to - from) {
            open.add(0, work);
            work = order.lastOnStream(nodes.lane[source], launch(work));
        }
        for (int i = from; open.size() == to - from && i < to; i++) {
            waits.set(i, waits.get(i).waitsFor(open.getInt(i - from)));
        }
    }

    /**
     * Assigns waits to the collectives whose results the work behind them reads. Several waits with nothing launched in between are
     * for as many results. What reads a result is held by the wait, and so is a collective that is called before it.
     */
    private List<InferredWait> byStorage(List<InferredWait> waits) {
        if (results.none()) {
            return waits;
        }
        List<InferredWait> assigned = new ArrayList<>();
        for (int from = 0; from < waits.size(); ) {
            int to = from + 1;
            while (to < waits.size()
                    && waits.get(to).target() == waits.get(from).target()) {
                to++;
            }
            int until = to < waits.size() ? waits.get(to).call() : Integer.MAX_VALUE;
            assign(waits.subList(from, to), until, assigned);
            from = to;
        }
        return assigned;
    }

    private void assign(List<InferredWait> waits, int until, List<InferredWait> assigned) {
        InferredWait first = waits.get(0);
        IntArrayList writers = new IntArrayList();
        int thread = rank.device().lane(first.call());
        int work = first.target();
        for (int n = 0; n < LOOK_AHEAD && work >= 0 && launch(work) < until && writers.size() < waits.size(); n++) {
            IntArrayList read = results.readBy(work, first.call());
            // With fewer waits than results, they are for the last.
            for (int k = read.size() - 1; k >= 0 && writers.size() < waits.size(); k--) {
                if (!writers.contains(read.getInt(k))) {
                    writers.add(read.getInt(k));
                    hold(waits.get(writers.size() - 1).waitsFor(read.getInt(k)), work, assigned);
                }
            }
            work = order.nextOnThread(thread, launch(work) + 1);
        }
        assigned.addAll(waits.subList(writers.size(), waits.size()));
    }

    /** Makes what reads a result wait for it, and a collective that is called before. */
    private void hold(InferredWait wait, int reader, List<InferredWait> assigned) {
        boolean sameStream = nodes.lane[reader] == nodes.lane[wait.target()];
        assigned.add(sameStream ? wait : wait.holds(reader));
        if (!sameStream && collective(wait.target())) {
            assigned.add(wait);
        }
    }

    private int launch(int work) {
        return rank.launchOf()[nodes.event[work]];
    }
}
