// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.PartTable;
import org.etude.network.packet.part.PendingEvents;

/**
 * A part of the network that is left at the beginning of a segment until the end of the segment is due, or until a flow begins in
 * it.
 */
final class Skip extends PartTable.Entry {
    final PartSegment segment;
    final NetworkState.Numbering numbering;
    /** The events that were pending at the beginning. */
    final PendingEvents held;
    /** The tick of the beginning. */
    final long begun;

    Skip(NetworkPart part, PartSegment segment, NetworkState.Numbering numbering, PendingEvents held, long begun) {
        super(part, begun + segment.nanos());
        this.segment = segment;
        this.numbering = numbering;
        this.held = held;
        this.begun = begun;
    }
}
