// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.part.Ancestry;
import org.etude.network.packet.part.AncestryTree;
import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.Origin;
import org.etude.network.packet.part.PartTable;
import org.etude.network.packet.part.PendingEvents;
import org.etude.network.queue.EventQueue;

/** Records segments of parts while they are simulated. */
final class PartRecordings {
    private static final long LEAST_HOPS = 64;
    /** Largest state, in numbers per packet-hop saved. */
    private static final long WORDS_PER_HOP = 8;

    private static final int MOST_HASHES = 1 << 16;

    private final LinkTransmitter wire;
    private final EventQueue queue;
    private final HostNic nic;
    private final NetworkState state;
    private final Ancestry ancestry;
    private final PartMemo memo;
    private final PartTable<PartRecording> parts;
    /** Hashes of states whose segments are too short to pay. */
    private final LongOpenHashSet tooShort = new LongOpenHashSet();
    /** By the hash of a state: after how many ns the end of a flow ended its segment unforeseen. */
    private final Long2LongOpenHashMap ends = new Long2LongOpenHashMap();

    private final PendingEvents events = new PendingEvents();
    private final StateKey end = new StateKey();

    PartRecordings(LinkTransmitter wire, HostNic nic, NetworkState state, Ancestry ancestry, PartMemo memo, int nodes) {
        this.wire = wire;
        queue = wire.queue;
        this.nic = nic;
        this.state = state;
        this.ancestry = ancestry;
        this.memo = memo;
        parts = new PartTable<>(nodes);
    }

    /** The first tick after which a segment is kept, or {@link Long#MAX_VALUE}. */
    long next() {
        return parts.next();
    }

    /** Begins to record from a state, unless its segment is known to be too short. */
    void begin(NetworkPart part, StateKey key, long hash, PendingEvents pending) {
        if (tooShort.contains(hash)) {
            return;
        }
        PartRecording recording = new PartRecording(
                part,
                key.keep(),
                hash,
                state.numbering(),
                queue.now(),
                ancestry.of(pending.event, pending.count),
                new PartCounters(wire.ports, nic, part.ports()));
        long known = ends.getOrDefault(hash, 0);
        if (known > 1) {
            recording.due = queue.now() + known - 1;
        }
        parts.add(recording);
    }

    /** A flow from this node will end, at the earliest a tick after this one. */
    void endsAfter(int node, long tick) {
        PartRecording recording = parts.at(node);
        if (recording != null && tick > queue.now()) {
            recording.due = Math.min(recording.due, tick);
        }
    }

    /** Ends the recording of the part of a node, because a flow begins or ends there. */
    void stop(int node, boolean ends) {
        parts.take(node, recording -> {
            if (ends) {
                noteEnd(recording);
            }
            stop(recording);
        });
    }

    void stopAll() {
        parts.takeAll(PartRecordings::stop);
    }

    private static void stop(PartRecording recording) {
        recording.counters.mergePeaks();
    }

    private void noteEnd(PartRecording recording) {
        if (!pays(recording)) {
            noteShort(recording);
            return;
        }
        if (ends.size() >= MOST_HASHES) {
            ends.clear();
        }
        ends.put(recording.hash, queue.now() - recording.begun);
    }

    private void noteShort(PartRecording recording) {
        if (tooShort.size() >= MOST_HASHES) {
            tooShort.clear();
        }
        tooShort.add(recording.hash);
    }

    private static boolean pays(PartRecording recording) {
        long hops = recording.counters.hops();
        return hops >= LEAST_HOPS && recording.start.size() <= WORDS_PER_HOP * hops;
    }

    /** Keeps the segments whose end has come. */
    void capture() {
        parts.takeDue(queue.now(), this::capture);
    }

    private void capture(PartRecording recording) {
        if (!pays(recording)) {
            noteShort(recording);
        } else {
            keep(recording);
        }
        stop(recording);
    }

    private void keep(PartRecording recording) {
        events.clear();
        int[] pending = {0};
        List<Origin.Born> since = new ArrayList<>();
        queue.visit((tick, event) -> {
            if (state.isOwn(event) && recording.part.members().get(state.nodeOf(event))) {
                pending[0]++;
                if (ancestry.scheduledAt(event) > recording.begun) {
                    events.add(tick, event);
                    since.add((Origin.Born) ancestry.origin(event));
                }
            }
            return true;
        });
        end.record();
        if (state.walkPartOn(end, recording.numbering, events, recording.part)) {
            long fired = recording.starts.origin().length + recording.counters.scheduled() - pending[0];
            memo.add(new PartSegment(
                    recording.start,
                    recording.hash,
                    queue.now() - recording.begun,
                    end.keep(),
                    recording.counters.growth(recording.numbering, fired),
                    AncestryTree.of(since, recording.starts, recording.begun)));
        }
    }
}
