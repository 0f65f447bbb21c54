// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.PartTable;
import org.etude.network.packet.part.PendingEvents;

/** A part of the network that is simulated apart; the network itself keeps it as it was at the beginning. */
final class PartRun extends PartTable.Entry {
    /** The slots of its flows. */
    final int[] slots;
    /** The events that were pending at the beginning. */
    final PendingEvents held;

    final Replica replica;
    /** The task, whose result is the tick at whose end the part stops. */
    final PartTask task;

    private boolean joined;

    /**
     * Makes a run.
     *
     * @param joinAt the tick at whose end the result is taken at the latest; no flow of the part ends up to there
     */
    PartRun(NetworkPart part, int[] slots, PendingEvents held, Replica replica, long joinAt) {
        super(part, joinAt);
        this.slots = slots;
        this.held = held;
        this.replica = replica;
        task = new PartTask(replica);
    }

    boolean isJoined() {
        return joined;
    }

    void join(long end) {
        joined = true;
        due = end;
    }
}
