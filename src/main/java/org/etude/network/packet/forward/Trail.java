// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.device.EcnMarker;
import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;

/**
 * Recognises a state by how it came about instead of by its content. The end of a {@link Segment} is known in full, and from there a
 * network evolves as the flows decide that begin, each at its place among the network's own events. So the segment that followed
 * once follows again when the same flows begin at the same places, and no state must be serialised to find it. Flows are compared by
 * size, window and path in the numbering of the segment. Random numbers and timers of a congestion control end a trail.
 */
final class Trail {
    private static final int NONE = -1;
    /** A step takes at most this share of the memory of the segment that it follows, or this many words. */
    private static final int SHARE = 16;

    private static final int SMALL = 512;

    private final EventQueue queue;
    private final Flows flows;
    private final Ports ports;
    private final HostNic nic;
    private final EcnMarker marker;
    private final RateControl control;
    private final SegmentMemo memo;
    /** The segment at whose end the trail begins, or null. */
    private Segment from;

    private NetworkState.Numbering numbering;
    /** The number that the segment gives each link. */
    private final int[] linkNumber;

    private final LongArrayList inputs = new LongArrayList();
    /** Slots of the flows that began since. */
    private final IntArrayList begun = new IntArrayList();

    /** The largest step that is kept, in 8-byte words. */
    private long most;

    private long since;
    private long eventsBefore;
    private long drawnBefore;
    private long timersBefore;

    Trail(LinkTransmitter wire, HostNic nic, EcnMarker marker, RateControl control, SegmentMemo memo) {
        queue = wire.queue;
        flows = wire.flows;
        ports = wire.ports;
        this.nic = nic;
        this.marker = marker;
        this.control = control;
        this.memo = memo;
        linkNumber = new int[ports.count / 2];
    }

    /** Starts at the end of a segment, at which the network now is. */
    void start(Segment segment, NetworkState.Numbering at) {
        from = segment;
        most = Math.max(SMALL, segment.words() / SHARE);
        numbering = at;
        Arrays.fill(linkNumber, NONE);
        for (int i = 0; i < at.links().length; i++) {
            linkNumber[at.links()[i]] = i;
        }
        inputs.clear();
        begun.clear();
        since = queue.now();
        eventsBefore = ownEvents();
        drawnBefore = marker.drawn();
        timersBefore = control.timersStarted();
    }

    /** Forgets the trail. */
    void lose() {
        from = null;
    }

    /** The number of events of the network itself that have fired. */
    private long ownEvents() {
        return queue.fired() - queue.firedUnowned() + nic.woken();
    }

    /** Notes a flow that began just now. */
    void began(int slot) {
        if (from == null) {
            return;
        }
        PacketFlow flow = flows.at(slot);
        begun.add(slot);
        inputs.add(queue.now() - since);
        // Where frames take less than half a nanosecond, a flow may begin between two events of a NIC in one tick.
        inputs.add(ownEvents() - eventsBefore);
        inputs.add(flow.size);
        inputs.add(flow.isBackground() ? ~flow.window : flow.window);
        // Where nothing was listed at the end of the segment, whose turn it was is not part of the state.
        inputs.add(nic.last(flow.nic));
        if (!path(flow.path, 0, flow.source, flow.destination)
                || !path(flow.path, flows.stride, flow.destination, flow.source)
                || inputs.size() > most) {
            lose();
        }
    }

    /** Writes a path; returns whether the segment numbers all of its links. */
    private boolean path(int[] path, int base, int source, int destination) {
        int node = source;
        for (int hop = 0; node != destination && hop < flows.stride; hop++) {
            int port = path[base + hop];
            int link = linkNumber[port >> 1];
            if (link == NONE) {
                return false;
            }
            inputs.add(2L * link + (port & 1));
            node = ports.at(port ^ 1).node;
        }
        inputs.add(NONE);
        return true;
    }

    private boolean isIntact() {
        if (marker.drawn() != drawnBefore || control.timersStarted() != timersBefore) {
            lose();
        }
        return from != null;
    }

    /** The step that led from the last known state to this one, if it was learnt. */
    TrailStep known() {
        if (isIntact()) {
            for (TrailStep step : from.steps()) {
                if (step.is(queue.now() - since, inputs)) {
                    return step;
                }
            }
        }
        return null;
    }

    /** The numbering of the state that a known step leads to. */
    NetworkState.Numbering numbering(TrailStep step) {
        int[] slots = step.slots().clone();
        for (int i = 0; i < slots.length; i++) {
            slots[i] = slots[i] < 0 ? begun.getInt(~slots[i]) : numbering.slots()[slots[i]];
        }
        return new NetworkState.Numbering(
                slots, pick(numbering.links(), step.links()), pick(numbering.nodes(), step.nodes()));
    }

    private static int[] pick(int[] ids, int[] places) {
        int[] picked = new int[places.length];
        Arrays.setAll(picked, i -> ids[places[i]]);
        return picked;
    }

    /** Learns that the trail led to the first state of this segment, numbered so. */
    void learn(Segment segment, NetworkState.Numbering at) {
        if (!isIntact()) {
            return;
        }
        Int2IntOpenHashMap slots = places(numbering.slots());
        for (int i = 0; i < begun.size(); i++) {
            // A slot that was used again holds the later flow.
            slots.put(begun.getInt(i), ~i);
        }
        Int2IntOpenHashMap links = places(numbering.links());
        Int2IntOpenHashMap nodes = places(numbering.nodes());
        if (holds(slots, at.slots()) && holds(links, at.links()) && holds(nodes, at.nodes())) {
            TrailStep step = new TrailStep(
                    queue.now() - since,
                    inputs.clone(),
                    segment.name(),
                    segment.hash(),
                    map(slots, at.slots()),
                    map(links, at.links()),
                    map(nodes, at.nodes()));
            keep(step);
        }
    }

    private void keep(TrailStep step) {
        if (step.words() <= most) {
            memo.follow(from, step);
        }
    }

    private static Int2IntOpenHashMap places(int[] ids) {
        Int2IntOpenHashMap places = new Int2IntOpenHashMap(ids.length);
        for (int i = 0; i < ids.length; i++) {
            places.put(ids[i], i);
        }
        return places;
    }

    private static boolean holds(Int2IntOpenHashMap places, int[] ids) {
        return Arrays.stream(ids).allMatch(places::containsKey);
    }

    private static int[] map(Int2IntOpenHashMap places, int[] ids) {
        return Arrays.stream(ids).map(places::get).toArray();
    }
}
