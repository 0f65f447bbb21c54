// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import java.util.Arrays;
import org.etude.et.graph.IntRows;
import org.etude.et.host.BackendThreads;
import org.etude.et.host.HostTimeline;
import org.etude.link.model.EdgeKind;
import org.etude.link.model.LinkedRank;
import org.etude.link.model.NodeKind;

/**
 * The dependencies within one rank: the host slice after which each piece of work starts, the work it waits for, and
 * the work that slices wait for. Free of cycles by construction: work waits only for work that started earlier, and a
 * slice waits for work only when all that the work needs comes before the slice.
 */
final class RankPlan {
    /** Tolerance in ns: a collective may have waited for work that ends up to this much later than it. */
    private static final long CLOCK = WorkLanes.ROUNDING;

    private static final int LOOK_BACK = 512;

    private final LinkedRank rank;
    private final WorkNodes work;
    private final HostTimeline host;
    private final WorkLanes lanes;
    private final ResultCopies copies;
    private final Launches launches;
    private final int[] launch;
    private final long[] launched;
    private final int[] position;
    private final IntRows waits;
    /** By slice, the work it waits for; null for none. */
    private final IntArrayList[] syncs;

    private final BusyCallers busy;
    /** Which slices wait for another line of host threads. */
    private final LineHandOvers lineHandOvers;
    /** By node, the index of its work; -1 for nodes that are not work. */
    private final int[] workOf;

    private int dropped;
    private int inferred;
    private int anchored;

    RankPlan(
            LinkedRank rank,
            WorkNodes work,
            HostTimeline host,
            WorkLanes lanes,
            BackendThreads backend,
            SideThreads threads,
            Launches launches) {
        this.rank = rank;
        this.work = work;
        this.host = host;
        this.lanes = lanes;
        this.launches = launches;
        this.launch = new int[work.size()];
        this.launched = new long[work.size()];
        this.position = new int[work.size()];
        this.waits = new IntRows(work.size());
        this.syncs = new IntArrayList[host.size()];
        this.workOf = new int[rank.size()];
        Arrays.fill(workOf, -1);
        for (int k = 0; k < work.size(); k++) {
            workOf[work.node(k)] = k;
        }
        this.copies = new ResultCopies(rank, work, backend, workOf);
        this.busy = new BusyCallers(work, host, backend);
        placeWork();
        linkedSyncs();
        polls();
        fullQueues();
        hostWaits(backend);
        copies.handOver(work);
        handOvers(threads);
        lineHandOvers = new LineHandOvers(rank, host, this);
    }

    private void placeWork() {
        IntArrayList before = new IntArrayList();
        for (int k = 0; k < work.size(); k++) {
            launch[k] = launchSlice(k);
            before.clear();
            before.addAll(lanes.before(k));
            if (copies.transfer(k) >= 0) {
                before.add(copies.transfer(k));
            }
            boolean linked = addLinkedWaits(k, before);
            if (rank.kind(work.node(k)) == NodeKind.COMM_KERNEL && !linked) {
                inferProducer(k, before);
            }
            if (rank.kind(work.node(k)).isGpu()) {
                inferCause(k, before);
            }
            waits.add(before);
            position[k] = launch[k];
            for (int i = 0; i < before.size(); i++) {
                position[k] = Math.max(position[k], position[before.getInt(i)]);
            }
        }
    }

    private int launchSlice(int k) {
        int node = work.node(k);
        int call = BackendThreads.call(rank, node);
        int launcher = call >= 0 ? call : Cuts.launcher(rank, node);
        launched[k] = Long.MIN_VALUE;
        if (work.slot(k) == WorkNodes.Slot.THREAD) {
            return handedOverBy(node);
        }
        if (copies.transfer(k) >= 0) {
            return launch[copies.transfer(k)];
        }
        if (call >= 0 && work.isMessage(k)) {
            return host.previous(host.sliceOf(call));
        }
        int line = host.lineOf(launcher);
        int ended = host.lastEndedBy(line, work.start(k));
        if (call < 0 && Cuts.anchored(rank, node, launcher)) {
            if (rank.kind(node).isGpu() && work.start(k) - freeBefore(k) <= Cuts.QUEUE_IDLE) {
                return HostTimeline.NONE;
            }
            anchored++;
            return ended;
        }
        launched[k] = launches.copies().launched(node, launcher, work.start(k), freeBefore(k));
        return Math.min(ended, host.lastStartedBy(line, launched[k] - 1));
    }

    /** The slice of the host timeline that a side thread's operator continues, or NONE. */
    private int handedOverBy(int node) {
        int slice = HostTimeline.NONE;
        for (int d = 0; d < rank.dependencyCount(node); d++) {
            int giver = rank.dependency(node, d);
            if (rank.dependencyKind(node, d) == EdgeKind.INTER_THREAD && host.sliceOf(giver) >= 0) {
                long end = rank.startNanos(giver) + Math.max(0, rank.durationNanos(giver));
                int line = host.lineOf(giver);
                int last = Math.max(host.sliceOf(giver), host.lastStartedBy(line, end - 1));
                slice = Math.max(slice, Math.min(last, host.lastEndedBy(line, rank.startNanos(node))));
            }
        }
        return slice;
    }

    /**
     * Makes idle times of the host timeline wait for side-thread work that ends just before them, unless something else
     * it waits for ends later.
     */
    private void handOvers(SideThreads threads) {
        for (int node = 0; node < rank.size(); node++) {
            int slice = host.previous(host.sliceOf(node));
            if (slice < 0 || host.operator(slice) != HostTimeline.NONE) {
                continue;
            }
            for (int d = 0; d < rank.dependencyCount(node); d++) {
                int giver = threads.outermost(rank.dependency(node, d));
                int k = giver < 0 || rank.dependencyKind(node, d) != EdgeKind.INTER_THREAD ? -1 : workOf[giver];
                if (k >= 0 && work.end(k) > host.start(slice) && endsLast(slice, k) && addSync(slice, k)) {
                    inferred++;
                }
            }
        }
    }

    private boolean endsLast(int slice, int k) {
        for (int other : syncs(slice)) {
            if (work.end(other) >= work.end(k)) {
                return false;
            }
        }
        return true;
    }

    /** When the stream before a piece of work became free, in ns. */
    private long freeBefore(int k) {
        long free = Long.MIN_VALUE / 2;
        IntList before = lanes.before(k);
        for (int i = 0; i < before.size(); i++) {
            free = Math.max(free, work.end(before.getInt(i)));
        }
        return free;
    }

    /** Adds the waits on other streams from the linked graph; returns whether there are any. */
    private boolean addLinkedWaits(int k, IntArrayList before) {
        int node = work.node(k);
        boolean any = false;
        for (int d = 0; d < rank.dependencyCount(node); d++) {
            int other = workOf[rank.dependency(node, d)];
            if (other < 0
                    || before.contains(other)
                    || rank.dependencyKind(node, d) == EdgeKind.NESTING
                    || work.queue(other) == work.queue(k)) {
                continue;
            }
            if (other >= k || work.end(other) > work.start(k) + CLOCK) {
                dropped++;
            } else {
                before.add(other);
                any = true;
            }
        }
        return any;
    }

    /** Work that starts late, just when work on another stream ends, is assumed to wait for it. */
    private void inferCause(int k, IntArrayList before) {
        long ready = Math.max(launched[k], launch[k] >= 0 ? host.end(launch[k]) : Long.MIN_VALUE);
        for (int i = 0; i < before.size(); i++) {
            ready = Math.max(ready, work.end(before.getInt(i)));
        }
        if (work.start(k) - ready <= WorkTimes.LAUNCH_LATENCY) {
            return;
        }
        int cause = -1;
        for (int other = k - 1; other >= Math.max(0, k - LOOK_BACK); other--) {
            boolean fits = work.queue(other) != work.queue(k)
                    && rank.kind(work.node(other)).isGpu()
                    && work.end(other) <= work.start(k)
                    && work.end(other) > Math.max(ready, work.start(k) - WorkTimes.LAUNCH_LATENCY);
            if (fits && (cause < 0 || work.end(other) > work.end(cause))) {
                cause = other;
            }
        }
        if (cause >= 0) {
            before.add(cause);
            inferred++;
        }
    }

    /**
     * A collective with unrecorded dependencies is assumed to wait for the last kernel that was launched before it and
     * had ended.
     */
    private void inferProducer(int k, IntArrayList before) {
        for (int other = k - 1; other >= Math.max(0, k - LOOK_BACK); other--) {
            if (work.slot(other) == WorkNodes.Slot.COMPUTE
                    && work.queue(other) != work.queue(k)
                    && launch[other] <= launch[k]
                    && work.end(other) <= work.start(k) + CLOCK) {
                before.add(other);
                inferred++;
                return;
            }
        }
    }

    /** Adds the waits of host operators from the linked graph. */
    private void linkedSyncs() {
        for (int node = 0; node < rank.size(); node++) {
            if (host.sliceOf(node) == HostTimeline.NONE) {
                continue;
            }
            for (int d = 0; d < rank.dependencyCount(node); d++) {
                int k = workOf[rank.dependency(node, d)];
                // Operators nested in a collective's own range do not wait for its end.
                if (k >= 0
                        && work.slot(k) != WorkNodes.Slot.THREAD
                        && rank.dependencyKind(node, d) != EdgeKind.NESTING) {
                    long end = rank.startNanos(node) + rank.durationNanos(node);
                    int slice = Math.max(host.sliceOf(node), host.lastStartedBy(host.lineOf(node), end - 1));
                    if (rank.dependencyKind(node, d) == EdgeKind.SYNC && position[k] < slice) {
                        // It ended in the call, whatever the clock of the GPU says.
                        work.handOver(k, host.end(slice));
                    }
                    addSync(slice, k);
                }
            }
        }
    }

    /** Adds the waits for kernels whose results the host polls. */
    private void polls() {
        PolledResults results = new PolledResults(rank, work, host);
        for (int k = 0; k < work.size(); k++) {
            int slice = results.slice(k, launched[k]);
            if (slice >= 0 && position[k] < slice) {
                work.handOver(k, results.resumed(slice));
                hold(slice, k);
                inferred++;
            }
        }
    }

    /** Adds the waits of launches for which the queue of the GPU had no room. */
    private void fullQueues() {
        FullQueues full = launches.full();
        for (int i = 0; i < full.size(); i++) {
            int line = host.lineOf(Cuts.launcher(rank, work.node(full.launched(i))));
            int slice = host.lastStartedBy(line, full.returned(i) - 1);
            if (slice >= 0 && host.start(slice) == full.begin(i) && addSync(slice, full.freed(i))) {
                inferred++;
            }
        }
    }

    private boolean addSync(int slice, int k) {
        if (position[k] >= slice || work.end(k) > host.end(slice) + CLOCK) {
            dropped++;
            return false;
        }
        hold(slice, k);
        return true;
    }

    private void hold(int slice, int k) {
        if (syncs[slice] == null) {
            syncs[slice] = new IntArrayList(1);
        }
        if (!syncs[slice].contains(k)) {
            syncs[slice].add(k);
        }
    }

    /** Adds the host gaps that waited for a host-side collective. */
    private void hostWaits(BackendThreads backend) {
        HostWaits waits = new HostWaits(rank, work, host, backend, busy);
        for (int k = 0; k < work.size(); k++) {
            int slice = rank.kind(work.node(k)) == NodeKind.HOST_COMM ? waits.slice(k) : HostTimeline.NONE;
            if (slice < 0 || position[k] >= slice) {
                continue;
            }
            if (HostWaits.known(work, k) <= host.end(slice)) {
                work.handOver(k, host.end(slice));
            }
            int held = waits.holds(k) ? host.previous(slice) : HostTimeline.NONE;
            for (; held > launch[k]; held = host.previous(held)) {
                hold(held, k);
            }
            if (addSync(slice, k)) {
                inferred++;
            }
        }
    }

    /** The slice after which a piece of work is launched, or {@link HostTimeline#NONE}. */
    int launch(int k) {
        return launch[k];
    }

    /** When the call that launched a piece of work returned, in ns; {@link Long#MIN_VALUE} when no call did. */
    long launched(int k) {
        return launched[k];
    }

    /** Whether the trace tells when a piece of work was launched, which is its launch slice's beginning or later. */
    boolean tellsLaunch(int k) {
        return launch[k] >= 0
                && launched[k] > host.start(launch[k])
                && rank.kind(work.node(k)).isGpu()
                && rank.launchEvent(work.node(k)) >= 0;
    }

    /** The slice whose end is the beginning of another, or {@link HostTimeline#NONE} if that waits for something else. */
    int before(int slice) {
        return syncs(slice).isEmpty() && handOver(slice) < 0 ? host.previous(slice) : HostTimeline.NONE;
    }

    /** The last slice that must run before a piece of work, directly or through its dependencies. */
    int position(int k) {
        return position[k];
    }

    /** The work that a piece of work waits for. */
    IntList waits(int k) {
        return waits.get(k);
    }

    /** The work that a slice waits for. */
    IntList syncs(int slice) {
        IntArrayList list = syncs[slice];
        return list == null ? IntLists.EMPTY_LIST : list;
    }

    /** Whether a slice is a gap in which the program was busy with what was not recorded, although its messages were open. */
    boolean isBusy(int slice) {
        return busy.in(slice);
    }

    /** The slice of another line of host threads that a slice waits for, or {@link HostTimeline#NONE}. */
    int handOver(int slice) {
        return lineHandOvers.awaited(slice);
    }

    /** Follows what the host has waited for, slice by slice. */
    HostSyncs hostSyncs() {
        return new HostSyncs();
    }

    /**
     * The work that the host has waited for, which work launched next waits for where the host itself is left out. Pieces
     * that another one of them waits for are dropped: it was launched after the host had waited for them, or follows them
     * on its stream.
     */
    final class HostSyncs {
        private final IntArrayList pieces = new IntArrayList();
        /** By piece, the slice that waited for it. */
        private final IntArrayList slices = new IntArrayList();

        /** Adds what a slice waits for; slices come in order. */
        void add(int slice) {
            syncs(slice).forEach((int piece) -> add(piece, slice));
        }

        /** Adds what another line has waited for. */
        void addAll(HostSyncs other) {
            for (int i = 0; i < other.pieces.size(); i++) {
                add(other.pieces.getInt(i), other.slices.getInt(i));
            }
        }

        private void add(int piece, int slice) {
            int kept = 0;
            for (int i = 0; i < pieces.size(); i++) {
                int earlier = pieces.getInt(i);
                int waitedIn = slices.getInt(i);
                if (earlier != piece && (waitedIn == slice || !isBehind(piece, earlier, waitedIn))) {
                    pieces.set(kept, earlier);
                    slices.set(kept++, waitedIn);
                }
            }
            pieces.size(kept);
            slices.size(kept);
            pieces.add(piece);
            slices.add(slice);
        }

        /** Whether a piece waits for one that a slice waited for. */
        private boolean isBehind(int piece, int earlier, int waitedIn) {
            boolean onStream = rank.lane(work.node(piece)) == rank.lane(work.node(earlier))
                    && rank.kind(work.node(piece)).isGpu()
                    && work.start(earlier) <= work.start(piece);
            return onStream || position(piece) >= waitedIn;
        }

        /** What the host has waited for so far; valid until the next {@link #add}. */
        IntList pieces() {
            return pieces;
        }
    }

    /** Number of edges of the linked graph dropped because they point back in time. */
    int dropped() {
        return dropped;
    }

    /** Number of edges inferred for unrecorded waits. */
    int inferred() {
        return inferred;
    }

    /** Number of pieces of work placed by time because they have no launch. */
    int anchored() {
        return anchored;
    }
}
