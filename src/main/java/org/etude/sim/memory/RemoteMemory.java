// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.memory;

import it.unimi.dsi.fastutil.longs.LongArrayFIFOQueue;
import org.etude.sim.event.EventTag;
import org.etude.sim.event.SysEvents;
import org.etude.spec.SimulationException;
import org.etude.spec.network.RemoteMemorySpec;

/** Remote memory: each memory node or pool serves accesses one at a time, first come, first served. */
public final class RemoteMemory {
    private final RemoteMemorySpec spec;
    private final SysEvents events;
    private final boolean[] busy;
    private final LongArrayFIFOQueue[] waiting;

    /** Creates the remote memory of a number of ranks. Throws when it serves fewer ranks than there are. */
    public RemoteMemory(RemoteMemorySpec spec, SysEvents events, int ranks) {
        this.spec = spec;
        this.events = events;
        if (spec.kind() == RemoteMemorySpec.Kind.PER_NODE_MEMORY_EXPANSION
                && (long) spec.nodes() * spec.npusPerNode() < ranks) {
            throw new SimulationException(
                    "remote memory has " + spec.nodes() + " nodes for " + spec.npusPerNode()
                            + " ranks each, the job has " + ranks + " ranks",
                    "Give more num-nodes or num-npus-per-node.");
        }
        int places =
                switch (spec.kind()) {
                    case PER_NODE_MEMORY_EXPANSION -> ranks / spec.npusPerNode() + 1;
                    case MEMORY_POOL -> 1;
                    case NO_MEMORY_EXPANSION, PER_NPU_MEMORY_EXPANSION -> 0;
                };
        busy = new boolean[places];
        waiting = new LongArrayFIFOQueue[places];
    }

    /** Starts an access of a node, or queues it; the node's own event follows. */
    public void access(int rank, int node, long bytes) {
        long time = spec.latencyNs() + bytes / spec.bytesPerNs();
        int place = place(rank);
        if (place < 0) {
            begin(rank, node, time);
        } else if (busy[place]) {
            if (waiting[place] == null) {
                waiting[place] = new LongArrayFIFOQueue();
            }
            waiting[place].enqueue((long) rank << 32 | node);
            waiting[place].enqueue(time);
        } else {
            busy[place] = true;
            begin(rank, node, time);
        }
    }

    /** An access ended and its rank was notified: the next one starts. */
    public void ended(int rank) {
        int place = place(rank);
        if (place < 0) {
            return;
        }
        if (waiting[place] == null || waiting[place].isEmpty()) {
            busy[place] = false;
            return;
        }
        long who = waiting[place].dequeueLong();
        begin((int) (who >>> 32), (int) who, waiting[place].dequeueLong());
    }

    private void begin(int rank, int node, long time) {
        events.plan(rank, time, EventTag.of(EventTag.NODE, rank, node), 1);
    }

    private int place(int rank) {
        return switch (spec.kind()) {
            case PER_NODE_MEMORY_EXPANSION -> rank / spec.npusPerNode();
            case MEMORY_POOL -> 0;
            case NO_MEMORY_EXPANSION, PER_NPU_MEMORY_EXPANSION -> -1;
        };
    }
}
