// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.Origins;
import org.etude.network.packet.part.PartTable;

/** What is known of a segment of a part while it is simulated for the first time. */
final class PartRecording implements PartTable.Entry {
    final StateKey start;
    final long hash;
    final NetworkState.Numbering numbering;
    final long begun;
    /** The origins of the events that were pending when it began. */
    final Origins starts;

    final PartCounters counters;
    private final NetworkPart part;
    /** The tick after which the segment is kept. */
    long captureAt = Long.MAX_VALUE;

    PartRecording(
            NetworkPart part,
            StateKey start,
            long hash,
            NetworkState.Numbering numbering,
            long begun,
            Origins starts,
            PartCounters counters) {
        this.part = part;
        this.start = start;
        this.hash = hash;
        this.numbering = numbering;
        this.begun = begun;
        this.starts = starts;
        this.counters = counters;
    }

    @Override
    public NetworkPart part() {
        return part;
    }

    @Override
    public long due() {
        return captureAt;
    }
}
