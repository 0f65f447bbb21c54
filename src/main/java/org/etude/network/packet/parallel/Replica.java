// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import java.util.function.Function;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.device.RdmaEndpoint;
import org.etude.network.packet.part.AncestryTree;
import org.etude.network.packet.part.DeviceEvents;
import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.PendingEvents;

/**
 * A copy of a network's devices on a clock of its own, on which one part is simulated until just before one of its flows ends. It
 * shares nothing that changes with the network, so it may run on any thread.
 */
final class Replica implements RdmaEndpoint.Completion {
    /** Events after which a part comes back even if no flow ends, so that what is written down of them stays small. */
    private static final long MOST_EVENTS = 1 << 17;

    private static final int EVENTS_PER_LOOK = 256;

    final PacketEngine engine;
    private final DeviceEvents events;
    private final EventLineage lineage;
    private final PendingEvents pending = new PendingEvents();
    private AncestryTree tree;
    /** Up to and including this tick the layer above hears of no flow. */
    private long quietUntil;

    private long begun;
    private long joinAt;
    private volatile boolean stopped;
    private long firedBefore;
    private long hopsBefore;
    private long misreadBefore;

    Replica(Function<RdmaEndpoint.Completion, PacketEngine> maker) {
        engine = maker.apply(this);
        events = new DeviceEvents(engine);
        lineage = new EventLineage(engine.queue);
        engine.queue.trace(lineage);
    }

    /** Takes over a part at the end of a tick of the network. */
    void load(PacketEngine network, NetworkPart part, int[] slots, PendingEvents held, long join) {
        PartCopy in = new PartCopy(network, engine);
        long now = network.queue.now();
        leap(now);
        for (int slot : slots) {
            engine.flows.hold(slot, network.flows.at(slot));
            engine.control.copy(network.control, slot);
        }
        in.nodes(part);
        int[] copies = new int[held.count];
        for (int i = 0; i < held.count; i++) {
            copies[i] = in.event(held.event[i]);
            engine.queue.put(held.tick[i], copies[i]);
        }
        lineage.begin(copies);
        begun = now;
        joinAt = join;
        stopped = false;
        quietUntil = Long.MAX_VALUE;
        firedBefore = engine.queue.fired();
        hopsBefore = engine.wire.counters.hops;
        misreadBefore = engine.control.misread();
    }

    /** Drops the part that was loaded, with all of its events. */
    void clear(NetworkPart part) {
        PartCopy out = new PartCopy(engine, engine);
        pending.list(engine.queue);
        out.releaseWaiting(part);
        out.releaseAll(pending);
        leap(engine.queue.now());
    }

    private void leap(long tick) {
        engine.queue.leap(tick, new long[0], new int[0], 0, 0);
    }

    /** Lets a simulation that runs on another thread end soon, whatever it has reached. */
    void stop() {
        stopped = true;
    }

    /** Simulates the part; returns the tick at whose end it stops. */
    long run() {
        long until = simulate();
        pending.list(engine.queue);
        tree = lineage.tree(pending);
        return until;
    }

    private long simulate() {
        long look = engine.queue.fired() + EVENTS_PER_LOOK;
        long most = firedBefore + MOST_EVENTS;
        while (true) {
            if (engine.queue.fired() >= look) {
                look = engine.queue.fired() + EVENTS_PER_LOOK;
                if (stopped) {
                    return engine.queue.now();
                }
                if (engine.queue.fired() >= most && engine.queue.now() >= joinAt) {
                    return engine.queue.now();
                }
            }
            if (quietUntil != Long.MAX_VALUE) {
                long next = engine.queue.nextTick();
                if (next > quietUntil && acts(next)) {
                    return next - 1;
                }
            }
            if (!engine.queue.step()) {
                return Math.max(joinAt, engine.queue.now());
            }
        }
    }

    /** Whether the layer above hears of a flow in the next tick that has events. */
    private boolean acts(long next) {
        boolean[] acts = {next == Long.MAX_VALUE};
        engine.queue.visit((tick, event) -> {
            acts[0] |= tick == next && events.isAct(event);
            return tick == next && !acts[0];
        });
        return acts[0] && next != Long.MAX_VALUE;
    }

    @Override
    public void ending(int slot) {
        quietUntil = Math.min(quietUntil, engine.hosts.quietUntilEnd(slot));
    }

    @Override
    public void leaving(int slot) {
        quietUntil = Math.min(quietUntil, engine.hosts.quietUntilArrival(slot));
    }

    @Override
    public void arrived(int flow) {
        throw new IllegalStateException("a message arrived while its part of the network was simulated apart");
    }

    @Override
    public void completed(int flow) {
        throw new IllegalStateException("a flow ended while its part of the network was simulated apart");
    }

    /** The events pending at the end. */
    PendingEvents pending() {
        return pending;
    }

    /** The ancestors of the events that are pending and were not at the beginning. */
    AncestryTree tree() {
        return tree;
    }

    /** The place of a pending event among those of the beginning, or -1 if it is newer. */
    int place(int event) {
        return lineage.place(event);
    }

    /** The tick at which the part was taken over. */
    long begun() {
        return begun;
    }

    long fired() {
        return engine.queue.fired() - firedBefore;
    }

    long hops() {
        return engine.wire.counters.hops - hopsBefore;
    }

    long misread() {
        return engine.control.misread() - misreadBefore;
    }
}
