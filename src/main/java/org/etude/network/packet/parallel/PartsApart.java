// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.part.Ancestry;
import org.etude.network.packet.part.Landing;
import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.PartTable;
import org.etude.network.packet.part.PendingEvents;
import org.etude.report.WorkerPool;

/**
 * The parts of a network that are simulated apart, each on a {@link Replica}, by threads that are waited for only when the clock of
 * the network has come to where a part may concern others. While it waits, the thread of the network simulates parts itself.
 */
final class PartsApart {
    private static final int MOST_REPLICAS = 64;

    final PartTable<PartRun> parts;
    private final PacketEngine engine;
    private final Ancestry ancestry;
    private final WorkerPool workers;
    private final Supplier<Replica> maker;
    private final Deque<Replica> idle = new ArrayDeque<>();
    private final ThreadedWork work;
    private long ancestors;

    PartsApart(
            PacketEngine engine,
            Ancestry ancestry,
            int nodes,
            WorkerPool workers,
            Supplier<Replica> maker,
            ThreadedWork work) {
        this.engine = engine;
        this.ancestry = ancestry;
        this.workers = workers;
        this.maker = maker;
        this.work = work;
        parts = new PartTable<>(nodes);
    }

    boolean isFull() {
        return parts.size() >= MOST_REPLICAS;
    }

    /** The number of ancestors that have been kept since the last {@link #forget}. */
    long ancestors() {
        return ancestors;
    }

    void forget() {
        ancestors = 0;
    }

    /** Begins to simulate a part apart at the end of a tick, which will be joined at the end of a later one. */
    void begin(NetworkPart part, int[] slots, PendingEvents held, long joinAt) {
        ancestry.takeOut(held);
        Replica replica = idle.isEmpty() ? maker.get() : idle.pop();
        replica.load(engine, part, slots, held, joinAt);
        PartRun run = new PartRun(part, slots, held, replica, joinAt);
        parts.add(run);
        workers.execute(run.task);
    }

    /** Takes the results that are needed now, and those parts back whose end is reached; returns whether there were any of these. */
    boolean land() {
        for (PartRun run : parts.all()) {
            if (!run.isJoined() && run.due <= engine.queue.now()) {
                join(run);
            }
        }
        return parts.takeDue(engine.queue.now(), this::land);
    }

    private void join(PartRun run) {
        run.task.run();
        for (int i = 0; i < parts.size() && !run.task.isOver(); i++) {
            parts.all().get(i).task.run();
        }
        run.join(run.task.result());
        if (run.due < engine.queue.now()) {
            throw new IllegalStateException(
                    "a part of the network ends before the tick until which it had to be quiet");
        }
    }

    /** Brings all parts to what fires now. */
    void releaseAll() {
        parts.takeAll(this::simulate);
    }

    /** Brings the part of a node to what fires now. */
    void release(int node) {
        parts.take(node, this::simulate);
    }

    /** Simulates a part anew up to now, because a flow begins in it, and gives up what was simulated apart. */
    private void simulate(PartRun run) {
        if (run.task.giveUp()) {
            run.replica.clear(run.part);
            idle.push(run.replica);
        }
        long before = engine.wire.counters.hops;
        ancestry.bringBack(run.held);
        work.repeated(engine.wire.counters.hops - before);
    }

    private void land(PartRun run) {
        Replica replica = run.replica;
        Landing landing = new Landing(ancestry, replica.tree(), run.held, replica.begun());
        ancestors += replica.tree().words();
        landing.put(store(run), i -> replica.place(replica.pending().event[i]) >= 0);
        engine.queue.countFired(replica.fired());
        engine.wire.counters.hops += replica.hops();
        engine.control.addMisread(replica.misread());
        work.landed(replica.hops(), replica.fired());
        replica.clear(run.part);
        idle.push(replica);
    }

    /** Copies a part back; returns its pending events in the order of the replica's. */
    private PendingEvents store(PartRun run) {
        Replica replica = run.replica;
        PendingEvents pending = replica.pending();
        boolean[] carried = new boolean[run.held.count];
        for (int i = 0; i < pending.count; i++) {
            int place = replica.place(pending.event[i]);
            if (place >= 0) {
                carried[place] = true;
            }
        }
        PartCopy own = new PartCopy(engine, replica.engine);
        own.releaseWaiting(run.part);
        for (int i = 0; i < carried.length; i++) {
            if (!carried[i]) {
                own.release(run.held.event[i]);
            }
        }
        for (int slot : run.slots) {
            engine.control.copy(replica.engine.control, slot);
            engine.flows.advance(slot, replica.engine.flows.at(slot));
        }
        PartCopy out = new PartCopy(replica.engine, engine);
        out.nodes(run.part);
        PendingEvents after = new PendingEvents();
        for (int i = 0; i < pending.count; i++) {
            int place = replica.place(pending.event[i]);
            after.add(pending.tick[i], place >= 0 ? run.held.event[place] : out.event(pending.event[i]));
        }
        return after;
    }
}
