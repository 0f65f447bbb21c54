// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.PartTable;
import org.etude.network.packet.part.PendingEvents;

/**
 * A part of the network that is left at the beginning of a segment until the end of the segment is due, or until a flow begins in
 * it.
 *
 * @param held the events that were pending at the beginning
 * @param begun the tick of the beginning
 * @param due the tick of the end
 */
record Skip(
        NetworkPart part,
        PartSegment segment,
        NetworkState.Numbering numbering,
        PendingEvents held,
        long begun,
        long due)
        implements PartTable.Entry {}
