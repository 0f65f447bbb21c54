// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.PartTable;
import org.etude.network.packet.part.PendingEvents;

/** A part of the network that is simulated apart; the network itself keeps it as it was at the beginning. */
final class PartRun implements PartTable.Entry {
    /** The slots of its flows. */
    final int[] slots;
    /** The events that were pending at the beginning. */
    final PendingEvents held;

    final Replica replica;
    /** The task, whose result is the tick at whose end the part stops. */
    final PartTask task;

    private final NetworkPart part;
    private final long joinAt;
    private long until = -1;

    /**
     * Makes a run.
     *
     * @param joinAt the tick at whose end the result is taken at the latest; no flow of the part ends up to there
     */
    PartRun(NetworkPart part, int[] slots, PendingEvents held, Replica replica, long joinAt) {
        this.part = part;
        this.slots = slots;
        this.held = held;
        this.replica = replica;
        this.joinAt = joinAt;
        task = new PartTask(replica);
    }

    @Override
    public NetworkPart part() {
        return part;
    }

    boolean isJoined() {
        return until >= 0;
    }

    void join(long end) {
        until = end;
    }

    @Override
    public long due() {
        return isJoined() ? until : joinAt;
    }
}
