// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import java.util.IdentityHashMap;
import java.util.Map;
import org.etude.et.graph.EtNodeType;
import org.etude.sim.program.RankProgram;

/**
 * Measures the progress of a run. Nodes are weighted by their simulation cost: a collective by its chunks, on a packet
 * network also by its bytes; other nodes next to nothing.
 */
public final class WorkCount {
    private final boolean packets;
    private final int ranks;
    private final Map<RankProgram, Double> known = new IdentityHashMap<>();
    private long nodes;
    private long nodesDone;
    private double work;
    private double workDone;

    WorkCount(boolean packets, int ranks) {
        this.packets = packets;
        this.ranks = ranks;
    }

    /** Adds a rank. */
    void expect(RankProgram program) {
        nodes += program.size;
        work += known.computeIfAbsent(program, this::whole);
    }

    private double whole(RankProgram program) {
        double sum = 0;
        for (int n = 0; n < program.size; n++) {
            sum += work(program, n);
        }
        return sum;
    }

    /** A node has finished. */
    void ended(RankProgram program, int node) {
        nodesDone++;
        if (program.type[node] != EtNodeType.COMM_COLL) {
            workDone += work(program, node);
        }
    }

    /** A chunk of a collective has finished. */
    void chunkEnded(RankProgram program, Dataset dataset) {
        workDone += work(program, dataset.node) / dataset.expected;
    }

    private double work(RankProgram program, int node) {
        double bytes = packets ? Math.max(0, program.commSize[node]) : 0;
        return 1 + bytes + (program.type[node] == EtNodeType.COMM_COLL ? ranks : 0);
    }

    public long nodes() {
        return nodes;
    }

    public long nodesDone() {
        return nodesDone;
    }

    /** The completed fraction of the work, 0 to 1. */
    public double share() {
        return work == 0 ? 0 : Math.min(1, workDone / work);
    }
}
