// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.comm.CommJudge;
import org.etude.et.host.BackendThreads;
import org.etude.link.model.Collective;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.MessageBatch;
import org.etude.link.model.NodeKind;
import org.etude.spec.CollectiveType;
import org.etude.trace.model.EventOrder;

/**
 * The nodes of a rank that run concurrently with the host (kernels, copies, collectives) in start order, with the
 * resource that each holds and for how long exclusively. If two hold the same resource at once (kernels of two
 * streams), the later one counts from the end of the earlier, so that back to back they take the measured time.
 */
final class WorkNodes {
    /** The resource of a node in a simulator. */
    enum Slot {
        /** GPU compute: kernels, copies, sets. */
        COMPUTE,
        /** Communication. */
        COMM,
        /** A receive holds nothing, nor does a send that a host backend has posted. */
        FREE,
        /** A side thread of the host, unknown to other simulators. */
        THREAD;

        /** Whether other simulators have a (single) resource of this kind. */
        boolean isShared() {
            return this == COMPUTE || this == COMM;
        }
    }

    private final LinkedRank rank;
    private final int[] nodes;
    private final Slot[] slots;
    private final Collective[] transfers;
    /** The messages of pieces that carry several. */
    private final Int2ObjectOpenHashMap<MessageBatch> batches = new Int2ObjectOpenHashMap<>();

    /** By piece that carries several messages, one that cannot be simulated, if any. */
    private final Int2ObjectOpenHashMap<Collective> rests = new Int2ObjectOpenHashMap<>();

    private final long[] start;
    /** Its end, or the hand-over of its result if that precedes it. */
    private final long[] end;

    private final long[] duration;
    /** By piece, when it was over at the latest, in ns; null when nothing is known of any. */
    private long[] over;

    WorkNodes(LinkedRank rank, CommJudge judge) {
        this(rank, judge, null);
    }

    /** Includes the operators of side threads, unless they are null. */
    WorkNodes(LinkedRank rank, CommJudge judge, SideThreads threads) {
        this.rank = rank;
        this.nodes = collect(rank, threads);
        this.slots = new Slot[nodes.length];
        this.transfers = new Collective[nodes.length];
        this.duration = new long[nodes.length];
        this.start = new long[nodes.length];
        this.end = new long[nodes.length];
        for (int k = 0; k < nodes.length; k++) {
            transfer(k, judge);
            slots[k] = threads != null && threads.runs(nodes[k]) ? Slot.THREAD : resourceOf(k);
            int call = isMessage(k) ? BackendThreads.call(rank, nodes[k]) : -1;
            start[k] = timed(rank.startNanos(call >= 0 ? call : nodes[k]));
            end[k] = timed(rank.startNanos(nodes[k])) + Math.max(0, rank.durationNanos(nodes[k]));
        }
        share();
        yieldToKernels();
    }

    private static int[] collect(LinkedRank rank, SideThreads threads) {
        IntArrayList found = new IntArrayList();
        boolean timed = false;
        for (int i = 0; i < rank.size(); i++) {
            timed |= rank.startNanos(i) != LinkedRank.UNTIMED;
        }
        for (int i = 0; i < rank.size(); i++) {
            NodeKind kind = rank.kind(i);
            boolean thread = threads != null && threads.isOutermost(i);
            if ((thread || kind.isGpu() || kind.isComm()) && (rank.startNanos(i) != LinkedRank.UNTIMED || !timed)) {
                found.add(i);
            }
        }
        // Ascending by start, ties by number: the graph is already sorted this way, but other implementations may not
        // be.
        long[] starts = new long[found.size()];
        for (int k = 0; k < starts.length; k++) {
            starts[k] = rank.startNanos(found.getInt(k));
        }
        int[] nodes = EventOrder.ascending(starts, starts.length);
        for (int k = 0; k < nodes.length; k++) {
            nodes[k] = found.getInt(nodes[k]);
        }
        asCalled(rank, nodes);
        return nodes;
    }

    /**
     * Sorts host-side collectives by their calls: a backend's threads start them in a different order on every rank,
     * but the program calls them in the same order, the only one without deadlock. Those of one call go by their numbers.
     */
    private static void asCalled(LinkedRank rank, int[] nodes) {
        IntArrayList places = new IntArrayList();
        IntArrayList calls = new IntArrayList();
        for (int k = 0; k < nodes.length; k++) {
            if (rank.kind(nodes[k]) == NodeKind.HOST_COMM) {
                places.add(k);
                calls.add(nodes[k]);
            }
        }
        calls.sort((a, b) -> {
            int order = Long.compare(calledAt(rank, a), calledAt(rank, b));
            order = order == 0 ? Long.compare(number(rank, a), number(rank, b)) : order;
            return order != 0 ? order : Integer.compare(a, b);
        });
        for (int i = 0; i < places.size(); i++) {
            nodes[places.getInt(i)] = calls.getInt(i);
        }
    }

    private static long calledAt(LinkedRank rank, int node) {
        int caller = rank.parent(node);
        return caller >= 0 && rank.kind(caller) == NodeKind.HOST_OP && rank.startNanos(caller) != LinkedRank.UNTIMED
                ? rank.startNanos(caller)
                : rank.startNanos(node);
    }

    private static long number(LinkedRank rank, int node) {
        Collective collective = rank.collective(node);
        return collective == null ? -1 : collective.sequence();
    }

    /** Finds what a node transfers; of several messages, those that can be simulated. */
    private void transfer(int k, CommJudge judge) {
        List<Collective> calls = rank.kind(nodes[k]).isComm()
                ? rank.collectives(nodes[k]).stream()
                        .filter(call -> !staysHere(call))
                        .toList()
                : List.of();
        List<Collective> known = calls.stream().filter(judge::canSimulate).toList();
        transfers[k] = known.isEmpty() ? null : known.get(0);
        if (calls.size() > 1 && !known.isEmpty()) {
            batches.put(k, new MessageBatch(known));
        }
        if (calls.size() > known.size() && !known.isEmpty()) {
            rests.put(
                    k,
                    calls.stream()
                            .filter(call -> !judge.canSimulate(call))
                            .findFirst()
                            .orElseThrow());
        }
    }

    /** Whether it is a message of a rank to itself, which a group of messages may contain and no network carries. */
    private boolean staysHere(Collective call) {
        boolean message = call.type() == CollectiveType.SEND || call.type() == CollectiveType.RECV;
        return message && call.peer() == rank.trace().rank();
    }

    private Slot resourceOf(int k) {
        Collective transfer = transfers[k];
        if (transfer == null) {
            return Slot.COMPUTE;
        }
        if (batches.containsKey(k)) {
            return batches.get(k).sends() ? Slot.COMM : Slot.FREE;
        }
        boolean posted = transfer.type() == CollectiveType.SEND && BackendThreads.call(rank, nodes[k]) >= 0;
        return posted || transfer.type() == CollectiveType.RECV ? Slot.FREE : Slot.COMM;
    }

    /** Assigns each moment of a resource to the node that came first. */
    private void share() {
        long[] busyUntil = {Long.MIN_VALUE, Long.MIN_VALUE};
        for (int k = 0; k < nodes.length; k++) {
            long end = end(k);
            if (slots[k] == Slot.THREAD) {
                continue;
            }
            if (slots[k] == Slot.FREE || standsIn(k)) {
                duration[k] = end - start(k);
                continue;
            }
            int slot = slots[k].ordinal();
            duration[k] = Math.max(0, end - Math.max(start(k), busyUntil[slot]));
            busyUntil[slot] = Math.max(busyUntil[slot], end);
        }
    }

    /** Whether it is unknown communication that must be replayed as computation. */
    boolean standsIn(int k) {
        return transfers[k] == null && rank.kind(nodes[k]).isComm();
    }

    /** A stand-in holds the compute resource only where no kernel ran next to it. */
    private void yieldToKernels() {
        for (int k = 0; k < nodes.length; k++) {
            if (standsIn(k)) {
                duration[k] = uncovered(k);
            }
        }
    }

    /** The time in ns of a piece during which no kernel ran next to it. */
    long uncovered(int k) {
        long covered = 0;
        for (int other = k - 1; other >= 0 && k - other < 64; other--) {
            covered += overlap(k, other);
        }
        for (int other = k + 1; other < nodes.length && start(other) < end(k); other++) {
            covered += overlap(k, other);
        }
        return Math.max(0, end(k) - start(k) - covered);
    }

    private long overlap(int k, int other) {
        if (slots[other] != Slot.COMPUTE || standsIn(other) && other > k) {
            return 0;
        }
        long from = Math.max(start(k), end(other) - duration[other]);
        return Math.max(0, Math.min(end(k), end(other)) - from);
    }

    int size() {
        return nodes.length;
    }

    int node(int k) {
        return nodes[k];
    }

    Slot slot(int k) {
        return slots[k];
    }

    /** The messages of a piece that carries several, otherwise null. */
    MessageBatch batch(int k) {
        return batches.get(k);
    }

    /** Of a piece that carries several messages, one that cannot be simulated, for which the piece keeps its time; or null. */
    Collective rest(int k) {
        return rests.get(k);
    }

    /** The number of nodes that a piece becomes: one per message, and one for those that cannot be simulated. */
    int count(int k) {
        return batches.containsKey(k) ? batches.get(k).size() + (rests.containsKey(k) ? 1 : 0) : 1;
    }

    /** Its transfer, the first of several messages, or null when it computes or is a stand-in. */
    Collective transfer(int k) {
        return transfers[k];
    }

    /** Whether it is a send or a receive. */
    boolean isMessage(int k) {
        CollectiveType type = transfers[k] == null ? null : transfers[k].type();
        return type == CollectiveType.SEND || type == CollectiveType.RECV;
    }

    private static long timed(long start) {
        return start == LinkedRank.UNTIMED ? 0 : start;
    }

    /** Its start in ns; a host backend's message starts with its call, which may block. */
    long start(int k) {
        return start[k];
    }

    /** Its end in ns, or the hand-over of its result if that precedes the recorded end. */
    long end(int k) {
        return end[k];
    }

    /** Notes that a piece of work was over at this time in ns, whenever its end was noted. */
    void over(int k, long time) {
        if (over == null) {
            over = new long[nodes.length];
            Arrays.fill(over, Long.MAX_VALUE);
        }
        over[k] = time;
    }

    /** Whether it was over well before its end was noted. */
    boolean wasOver(int k) {
        return over != null && over[k] < HostWaits.known(this, k);
    }

    /** Notes a time, in ns, at which the result of a piece was available; the earliest counts. */
    void handOver(int k, long time) {
        end[k] = Math.min(end[k], Math.max(time, start[k]));
    }

    /** Time in ns for which it holds the single resource of its kind in other simulators. */
    long duration(int k) {
        return duration[k];
    }

    /**
     * Key of the queue it runs in: one per GPU stream and per host backend thread. A posted host-side receive blocks
     * nothing, so each has its own queue.
     */
    int queue(int k) {
        int lane = rank.lane(nodes[k]);
        if (rank.kind(nodes[k]).isGpu()) {
            return 2 * lane;
        }
        return slots[k] == Slot.FREE ? -1 - k : 2 * lane + 1;
    }
}
