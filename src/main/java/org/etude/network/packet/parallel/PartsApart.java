// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.part.Ancestry;
import org.etude.network.packet.part.AncestryTree;
import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.part.Origin;
import org.etude.network.packet.part.Origins;
import org.etude.network.packet.part.PendingEvents;
import org.etude.report.WorkerPool;

/**
 * The parts of a network that are simulated apart, each on a {@link Replica}, by threads that are waited for only when the clock of
 * the network has come to where a part may concern others. While it waits, the thread of the network simulates parts itself.
 */
final class PartsApart {
    private static final int MOST_REPLICAS = 64;

    private final PacketEngine engine;
    private final Ancestry ancestry;
    private final WorkerPool workers;
    private final Supplier<Replica> maker;
    private final Deque<Replica> idle = new ArrayDeque<>();
    private final List<PartRun> all = new ArrayList<>();
    /** By node. */
    private final PartRun[] at;

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
        at = new PartRun[nodes];
    }

    /** Whether a node belongs to a part that is simulated apart. */
    boolean holds(int node) {
        return at[node] != null;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    boolean isFull() {
        return all.size() >= MOST_REPLICAS;
    }

    /** The number of ancestors that have been kept since the last {@link #forget}. */
    long ancestors() {
        return ancestors;
    }

    void forget() {
        ancestors = 0;
    }

    /** The first tick at which something must be done, or {@link Long#MAX_VALUE}. */
    long next() {
        long next = Long.MAX_VALUE;
        for (PartRun run : all) {
            next = Math.min(next, run.due());
        }
        return next;
    }

    /** Begins to simulate a part apart at the end of a tick, which will be joined at the end of a later one. */
    void begin(NetworkPart part, int[] slots, PendingEvents held, long joinAt) {
        ancestry.takeOut(held);
        Replica replica = idle.isEmpty() ? maker.get() : idle.pop();
        replica.load(engine, part, slots, held, joinAt);
        PartRun run = new PartRun(part, slots, held, replica, joinAt);
        all.add(run);
        for (int node : part.nodes()) {
            at[node] = run;
        }
        workers.execute(run.task);
    }

    /** Takes the results that are needed now, and those parts back whose end is reached; returns whether there were any of these. */
    boolean land() {
        boolean any = false;
        for (int i = 0; i < all.size(); i++) {
            PartRun run = all.get(i);
            if (!run.isJoined() && run.due() <= engine.queue.now()) {
                join(run);
            }
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).isJoined() && all.get(i).due() <= engine.queue.now()) {
                land(all.get(i));
                any = true;
            }
        }
        return any;
    }

    private void join(PartRun run) {
        run.task.run();
        for (int i = 0; i < all.size() && !run.task.isOver(); i++) {
            all.get(i).task.run();
        }
        run.join(run.task.result());
        if (run.due() < engine.queue.now()) {
            throw new IllegalStateException(
                    "a part of the network ends before the tick until which it had to be quiet");
        }
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

    private void forget(PartRun run) {
        all.remove(run);
        for (int node : run.part.nodes()) {
            at[node] = null;
        }
    }

    /** Simulates a part anew up to now, because a flow begins in it, and gives up what was simulated apart. */
    private void simulate(PartRun run) {
        forget(run);
        if (run.task.giveUp()) {
            run.replica.clear(run.part);
            idle.push(run.replica);
        }
        long before = engine.wire.counters.hops;
        ancestry.bringBack(run.held);
        work.repeated(engine.wire.counters.hops - before);
    }

    private void land(PartRun run) {
        forget(run);
        Replica replica = run.replica;
        Origins starts = ancestry.of(run.held.event, run.held.count);
        int group = ancestry.newGroup();
        AncestryTree tree = replica.tree();
        Origin.Landed origin = ancestry.landed(tree, starts, replica.begun(), group);
        ancestors += tree.words();
        PendingEvents after = store(run);
        int next = 0;
        for (int i = 0; i < after.count; i++) {
            if (replica.place(replica.pending().event[i]) >= 0) {
                ancestry.heirs(after.event[i], group);
            } else {
                ancestry.set(after.event[i], origin, tree.pending()[next++], group);
            }
        }
        ancestry.putInstead(after, run.held);
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
