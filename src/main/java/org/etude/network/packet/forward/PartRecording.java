// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.Origins;
import org.etude.network.packet.part.PartTable;

/** What is known of a segment of a part while it is simulated for the first time; it is kept when it is due. */
final class PartRecording extends PartTable.Entry {
    final KeptState start;
    final long hash;
    final NetworkState.Numbering numbering;
    final long begun;
    /** The origins of the events that were pending when it began. */
    final Origins starts;

    final PartCounters counters;

    PartRecording(
            NetworkPart part,
            KeptState start,
            long hash,
            NetworkState.Numbering numbering,
            long begun,
            Origins starts,
            PartCounters counters) {
        super(part, Long.MAX_VALUE);
        this.start = start;
        this.hash = hash;
        this.numbering = numbering;
        this.begun = begun;
        this.starts = starts;
        this.counters = counters;
    }
}
