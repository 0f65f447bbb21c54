// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.program;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import java.util.Arrays;
import org.etude.et.graph.EtNodeType;

/**
 * The nodes of one rank: which are free, which hold the CPU, GPU or a communication slot, when each started and ended.
 * An issue pass visits the free nodes in ascending id and issues each whose slot is free at that moment.
 */
public final class RankWorkload {
    /** Not issued or not ended yet. */
    public static final long NEVER = -1;

    /** Starts the work of a node. */
    public interface Issuer {
        void issue(RankWorkload rank, int node);
    }

    public final int rank;
    public final RankProgram program;
    public final long[] issued;
    public final long[] ended;
    public long finishedAt = NEVER;
    /** The sum of the durations of issued GPU work, in ns, which ASTRA-sim subtracts for exposed communication. */
    public long gpuNs;

    /**
     * By node, when the last partner of a collective or message arrived; null before the end of the run or when nothing
     * waited.
     */
    private long[] arrived;

    /** By node, when the last partner of its transfer arrived, if the network reported it; else null. */
    private long[] met;

    /** The number of nodes freed by a pass that nothing would ever have issued; ASTRA-sim stops there. */
    public int rescued;

    private final Issuer issuer;
    private final int[] waitsFor;
    private final IntHeapPriorityQueue[] free;
    private final int[] holder;
    private final IntArrayList freedInPass = new IntArrayList();
    private boolean inPass;
    private int freeCount;
    private int running;

    /** Creates the initial state of a program: nothing issued, all nodes without dependencies free. */
    public RankWorkload(int rank, RankProgram program, Issuer issuer) {
        this.rank = rank;
        this.program = program;
        this.issuer = issuer;
        issued = new long[program.size];
        ended = new long[program.size];
        Arrays.fill(issued, NEVER);
        Arrays.fill(ended, NEVER);
        waitsFor = program.parents.clone();
        free = new IntHeapPriorityQueue[program.slots];
        holder = new int[program.slots];
        Arrays.fill(holder, -1);
        for (int s = 0; s < free.length; s++) {
            free[s] = new IntHeapPriorityQueue();
        }
        for (int n = 0; n < program.size; n++) {
            if (waitsFor[n] == 0) {
                offer(n);
            }
        }
    }

    /** Runs one issue pass. */
    public void pass(long now) {
        inPass = true;
        for (int node = next(); node >= 0; node = next()) {
            short slot = program.slot[node];
            free[slot].dequeueInt();
            freeCount--;
            running++;
            if (slot != RankProgram.RECV) {
                holder[slot] = node;
            }
            issued[node] = now;
            issuer.issue(this, node);
        }
        inPass = false;
        for (int i = 0; i < freedInPass.size(); i++) {
            offer(freedInPass.getInt(i));
        }
        freedInPass.clear();
    }

    private int next() {
        int best = Integer.MAX_VALUE;
        for (int s = 0; s < free.length; s++) {
            if (!free[s].isEmpty() && holder[s] < 0) {
                best = Math.min(best, free[s].firstInt());
            }
        }
        return best == Integer.MAX_VALUE ? -1 : best;
    }

    /** Starts the work of a node that was held back after its issue. */
    public void begins(int node, long now) {
        issued[node] = now;
    }

    /** Ends a node: its slot and its children become free. */
    public void end(int node, long now) {
        short slot = program.slot[node];
        if (slot != RankProgram.RECV) {
            holder[slot] = -1;
        }
        running--;
        ended[node] = now;
        for (int c = program.childStart[node]; c < program.childStart[node + 1]; c++) {
            int child = program.children[c];
            if (--waitsFor[child] == 0) {
                if (inPass) {
                    freedInPass.add(child);
                } else {
                    offer(child);
                }
            }
        }
    }

    private void offer(int node) {
        free[program.slot[node]].enqueue(node);
        freeCount++;
    }

    /** Whether nothing runs and nothing can be issued any more. */
    public boolean idle() {
        return running == 0 && freeCount == 0;
    }

    /** Whether nothing runs although nodes are free. */
    public boolean stuck() {
        return running == 0 && freeCount > 0;
    }

    /** Whether a node is running. */
    public boolean isRunning(int node) {
        return issued[node] != NEVER && ended[node] == NEVER;
    }

    /** A collective or message in progress that holds a slot, or -1. */
    public int communicating() {
        for (int slot = RankProgram.COMM; slot < holder.length; slot++) {
            if (holder[slot] >= 0 && program.type[holder[slot]] != EtNodeType.COMP) {
                return holder[slot];
            }
        }
        return -1;
    }

    public void arrived(long[] times) {
        arrived = times;
    }

    /** Records when the last partner of a node's transfer arrived. */
    public void met(int node, long time) {
        if (met == null) {
            met = new long[program.size];
            Arrays.fill(met, NEVER);
        }
        met[node] = time;
    }

    /** The time reported by {@link #met(int, long)} for a node, or {@link #NEVER}. */
    long met(int node) {
        return met == null ? NEVER : met[node];
    }

    /** The times passed to {@link #arrived(long[])}, or null. */
    public long[] arrivals() {
        return arrived;
    }

    /** When the last partner of a node's collective or message arrived; its own issue when nobody came later. */
    public long arrived(int node) {
        return arrived == null ? issued[node] : arrived[node];
    }

    /** The number of a node's dependencies that have not ended. */
    int waitsFor(int node) {
        return waitsFor[node];
    }

    /** The number of nodes that have not ended. */
    public int open() {
        int open = 0;
        for (long end : ended) {
            open += end == NEVER ? 1 : 0;
        }
        return open;
    }
}
