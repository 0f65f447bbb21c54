// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.ArrayList;
import java.util.List;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.part.Ancestry;
import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.Origin;
import org.etude.network.packet.part.Origins;
import org.etude.network.packet.part.PendingEvents;
import org.etude.network.queue.EventQueue;

/** The parts of a network that are being skipped, whose events are held outside the queue meanwhile. */
final class PartSkips {
    private final LinkTransmitter wire;
    private final EventQueue queue;
    private final Ancestry ancestry;
    private final NetworkRestore restore;
    /** By node. */
    private final Skip[] at;

    private final List<Skip> all = new ArrayList<>();
    /** Events that were skipped. */
    private long skipped;

    PartSkips(LinkTransmitter wire, Ancestry ancestry, NetworkRestore restore, int nodes) {
        this.wire = wire;
        queue = wire.queue;
        this.ancestry = ancestry;
        this.restore = restore;
        at = new Skip[nodes];
    }

    /** Whether a node belongs to a part that is being skipped. */
    boolean holds(int node) {
        return at[node] != null;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    long skippedEvents() {
        return skipped;
    }

    /** The first tick at which a skip ends, or {@link Long#MAX_VALUE}. */
    long next() {
        long next = Long.MAX_VALUE;
        for (Skip skip : all) {
            next = Math.min(next, skip.until());
        }
        return next;
    }

    /** Begins to skip a part at the end of a tick. */
    void begin(NetworkPart part, PartSegment segment, NetworkState.Numbering numbering, PendingEvents events) {
        ancestry.takeOut(events);
        long now = queue.now();
        Skip skip = new Skip(part, segment, numbering, events, now, now + segment.nanos());
        all.add(skip);
        for (int node : part.nodes()) {
            at[node] = skip;
        }
    }

    /** Ends the skips whose end is due; returns whether there were any. */
    boolean land() {
        boolean any = false;
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).until() <= queue.now()) {
                land(all.get(i));
                any = true;
            }
        }
        return any;
    }

    /** Brings all parts to what fires now. */
    void releaseAll() {
        while (!all.isEmpty()) {
            simulate(all.get(all.size() - 1));
        }
    }

    /** Brings the part of a node to what fires now. */
    void release(int node) {
        if (at[node] != null) {
            simulate(at[node]);
        }
    }

    private void forget(Skip skip) {
        all.remove(skip);
        for (int node : skip.part().nodes()) {
            at[node] = null;
        }
    }

    private void land(Skip skip) {
        forget(skip);
        PendingEvents held = skip.held();
        Origins starts = ancestry.of(held.event, held.count);
        int group = ancestry.newGroup();
        PartSegment segment = skip.segment();
        Origin.Landed origin = ancestry.landed(segment.ancestry(), starts, skip.begun(), group);
        int[] pending = segment.ancestry().pending();
        PendingEvents after = restore.restorePart(segment, skip.numbering(), held, skip.until());
        int carried = after.count - pending.length;
        for (int i = 0; i < after.count; i++) {
            int event = after.event[i];
            if (i < carried) {
                ancestry.heirs(event, group);
            } else {
                ancestry.set(event, origin, pending[i - carried], group);
            }
        }
        ancestry.putInstead(after, held);
        segment.growth().addTo(wire.ports, wire.counters, skip.numbering());
        queue.countFired(segment.growth().fired());
        skipped += segment.growth().fired();
    }

    private void simulate(Skip skip) {
        forget(skip);
        ancestry.bringBack(skip.held());
    }
}
