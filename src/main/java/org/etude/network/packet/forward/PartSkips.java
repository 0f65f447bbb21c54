// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.part.Ancestry;
import org.etude.network.packet.part.Landing;
import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.PartTable;
import org.etude.network.packet.part.PendingEvents;
import org.etude.network.queue.EventQueue;

/** The parts of a network that are being skipped, whose events are held outside the queue meanwhile. */
final class PartSkips {
    final PartTable<Skip> parts;
    private final LinkTransmitter wire;
    private final EventQueue queue;
    private final Ancestry ancestry;
    private final NetworkRestore restore;
    /** Events that were skipped. */
    private long skipped;

    PartSkips(LinkTransmitter wire, Ancestry ancestry, NetworkRestore restore, int nodes) {
        this.wire = wire;
        queue = wire.queue;
        this.ancestry = ancestry;
        this.restore = restore;
        parts = new PartTable<>(nodes);
    }

    long skippedEvents() {
        return skipped;
    }

    /** Begins to skip a part at the end of a tick. */
    void begin(NetworkPart part, PartSegment segment, NetworkState.Numbering numbering, PendingEvents events) {
        ancestry.takeOut(events);
        parts.add(new Skip(part, segment, numbering, events, queue.now()));
    }

    /** Ends the skips whose end is due; returns whether there were any. */
    boolean land() {
        return parts.takeDue(queue.now(), this::land);
    }

    /** Brings all parts to what fires now. */
    void releaseAll() {
        parts.takeAll(this::simulate);
    }

    /** Brings the part of a node to what fires now. */
    void release(int node) {
        parts.take(node, this::simulate);
    }

    private void land(Skip skip) {
        PartSegment segment = skip.segment;
        Landing landing = new Landing(ancestry, segment.ancestry(), skip.held, skip.begun);
        PendingEvents after = restore.restorePart(segment, skip.numbering, skip.held, skip.due);
        int carried = after.count - segment.ancestry().pending().length;
        landing.put(after, i -> i < carried);
        segment.growth().addTo(wire.ports, wire.counters, skip.numbering);
        queue.countFired(segment.growth().fired());
        skipped += segment.growth().fired();
    }

    private void simulate(Skip skip) {
        ancestry.bringBack(skip.held);
    }
}
