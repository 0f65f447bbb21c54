// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.engine;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.etude.collective.PhaseAlgorithm;
import org.etude.network.queue.EventQueue;
import org.etude.network.queue.SteadyNetwork;
import org.etude.spec.SimOptions;
import org.etude.spec.SimOptions.Symmetry;

/**
 * Skips rounds of ring phases in which every rank repeats itself: each waits for one message of the same size and
 * forwards one. The messages then circulate at one pace until another event is due, and only the state that rounds
 * change is advanced. docs/scheduling.md explains why the result is identical to the last bit.
 */
final class SteadyRounds {
    /** Below this number, simulating rounds is as fast as skipping them. */
    private static final int LEAST_ROUNDS = 3;
    /** Number of events between two unsuccessful checks: a constant, plus a number per event examined. */
    private static final int WAIT = 32;

    private static final int WAIT_PER_EVENT = 16;
    private static final int NONE = -1;

    private final Engine engine;
    private final EventQueue queue;
    private final SteadyNetwork network;
    private final PendingArrivals landings = new PendingArrivals();
    private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();
    /** The last check in which each rank was seen. */
    private final int[] seen;

    private int look;
    private long nextLook;

    /** Properties common to all messages and their receivers. */
    private long bytes;

    private boolean reduced;
    private boolean local;
    private int pathClass;
    private long transitNs;
    /** The number of rounds ahead of all receivers, and whether a rank has several of them. */
    private int ahead;

    private boolean several;
    /** The tick of the first other event. */
    private long next;

    private SteadyRounds(Engine engine, SteadyNetwork network) {
        this.engine = engine;
        this.queue = engine.queue;
        this.network = network;
        seen = new int[engine.ranks.length];
        places.defaultReturnValue(NONE);
    }

    /** Installs the search for such rounds in a run, unless every event must be simulated. */
    static void install(Engine engine) {
        SimOptions options = engine.scenario.options();
        boolean listed = engine.log != null || options.rendezvous() || options.symmetry() == Symmetry.EXHAUSTIVE;
        if (engine.reduction == null && !listed && engine.network instanceof SteadyNetwork steady) {
            engine.queue.settles(new SteadyRounds(engine, steady)::settled);
        }
    }

    private void settled() {
        if (queue.fired() < nextLook || !network.resting()) {
            return;
        }
        int rounds = gather() ? rounds() : 0;
        if (rounds < LEAST_ROUNDS) {
            nextLook = queue.fired() + WAIT + (long) WAIT_PER_EVENT * landings.count;
        } else {
            skip(rounds);
        }
    }

    /** Collects the messages that arrive next, up to the first event of another kind. */
    private boolean gather() {
        landings.clear();
        look++;
        several = false;
        ahead = Integer.MAX_VALUE;
        next = Long.MAX_VALUE;
        queue.visit((tick, event) -> {
            boolean taken =
                    queue.handlerOf(event) == network.arrivals() && takes(tick, event, (int) queue.argumentOf(event));
            next = taken ? Long.MAX_VALUE : tick;
            return taken;
        });
        return landings.count > 0 && landings.span() < transitNs && (!several || landings.span() == 0);
    }

    private boolean takes(long tick, int event, int message) {
        ChunkStream stream = engine.receiver(message);
        if (stream == null || !network.lands(message) || !engine.messages.alone(message)) {
            return false;
        }
        PhaseAlgorithm algorithm = stream.phase().algorithm();
        int rounds = algorithm.steadyRounds();
        if (rounds < LEAST_ROUNDS || !alike(stream, algorithm) || !sideBySide(stream)) {
            return false;
        }
        ahead = Math.min(ahead, rounds);
        landings.add(tick, event, message, stream);
        return true;
    }

    /** Whether a receiver equals the first one in all relevant properties; the first one sets them. */
    private boolean alike(ChunkStream stream, PhaseAlgorithm algorithm) {
        int rank = stream.dataset.rank;
        long size = stream.sentBytes();
        int kind = network.pathClass(rank, stream.sentTo());
        if (landings.count == 0) {
            bytes = size;
            reduced = algorithm.steadyReduced();
            local = stream.phase().local();
            pathClass = kind;
            transitNs = network.transitNs(rank, stream.sentTo(), size);
            return kind >= 0;
        }
        return size == bytes
                && kind == pathClass
                && algorithm.steadyReduced() == reduced
                && stream.phase().local() == local
                && network.transitNs(rank, stream.sentTo(), size) == transitNs;
    }

    /**
     * Several chunks of a rank must arrive consecutively and take the same path, so that they do so again a round
     * later.
     */
    private boolean sideBySide(ChunkStream stream) {
        int rank = stream.dataset.rank;
        if (seen[rank] != look) {
            seen[rank] = look;
            return true;
        }
        ChunkStream before = landings.stream[landings.count - 1];
        several = true;
        return network.unshared() && before.dataset.rank == rank && before.sentTo() == stream.sentTo();
    }

    /** The number of rounds that can be skipped. */
    private int rounds() {
        long period = periodNs();
        if (period <= 0 || !closes()) {
            return 0;
        }
        long slack = Math.min(next - 1 - landings.last(), queue.horizon() - queue.now());
        return (int) Math.min(ahead, slack / period);
    }

    private long periodNs() {
        long endpoint = engine.bundleNs(landings.stream[0], bytes, reduced);
        return endpoint < 0 ? 0 : endpoint + transitNs;
    }

    /** Whether the messages circulate among their receivers; finds each one's successor. */
    private boolean closes() {
        places.clear();
        for (int i = 0; i < landings.count; i++) {
            places.put(place(landings.stream[i].dataset.rank, landings.stream[i].tag), i);
        }
        for (int i = 0; i < landings.count; i++) {
            ChunkStream stream = landings.stream[i];
            int to = places.get(place(stream.sentTo(), stream.tag));
            if (to == NONE || engine.messages.sender(landings.message[to]) != stream.dataset.rank) {
                return false;
            }
            landings.successor[i] = to;
        }
        return true;
    }

    private static long place(int rank, int tag) {
        return (long) rank << 32 | tag & 0xFFFFFFFFL;
    }

    private void skip(int rounds) {
        long time = rounds * periodNs();
        for (int i = 0; i < landings.count; i++) {
            ChunkStream stream = landings.stream[i];
            stream.phase().algorithm().skip(rounds);
            network.passed(stream.dataset.rank, stream.sentTo(), bytes, rounds);
        }
        engine.messages.count((long) rounds * landings.count);
        landings.turn(rounds, time);
        landings.addOthers(queue);
        queue.leap(queue.now() + time, landings.tick, landings.event, landings.count, 0);
    }
}
