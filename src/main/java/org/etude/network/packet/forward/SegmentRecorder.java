// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import org.etude.network.packet.congestion.RateControl;
import org.etude.network.queue.EventQueue;

/** Records what a network does from a state on, and keeps it as a {@link Segment} if that is worth its memory. */
final class SegmentRecorder {
    private static final long LEAST_HOPS = 32;
    /** Largest state, in numbers per packet-hop saved. */
    private static final long WORDS_PER_HOP = 16;

    private final EventQueue queue;
    private final NetworkState state;
    private final NetworkState.Handlers handlers;
    private final CounterSnapshot snapshot;
    private final SegmentMemo memo;
    private final RateControl control;
    private final StateProspects prospects;
    private final SearchBudget budget;

    private boolean recording;
    /** The signature of the state at the start; 0 if unknown. */
    private long signature;

    private final StateKey start = new StateKey();
    private final StateKey end = new StateKey();
    private long startHash;
    private long begun;
    private NetworkState.Numbering numbering;
    private long[] pending;
    private long captureAt;
    /** Whether a foreign event ends the segment. */
    private boolean cut;

    SegmentRecorder(
            EventQueue queue,
            NetworkState state,
            NetworkState.Handlers handlers,
            CounterSnapshot snapshot,
            SegmentMemo memo,
            RateControl control,
            StateProspects prospects,
            SearchBudget budget) {
        this.queue = queue;
        this.state = state;
        this.handlers = handlers;
        this.snapshot = snapshot;
        this.memo = memo;
        this.control = control;
        this.prospects = prospects;
        this.budget = budget;
    }

    boolean isRecording() {
        return recording;
    }

    /** The tick at which the segment is kept; {@link Long#MAX_VALUE} when none is being recorded. */
    long until() {
        return recording ? captureAt : Long.MAX_VALUE;
    }

    /**
     * Begins to record, unless the next foreign event is due at once.
     *
     * @param key the network's state
     * @param hash the hash of that state
     * @param signatureOfKey the signature of that state
     * @param foreign the tick of the next foreign event
     */
    void start(StateKey key, long hash, long signatureOfKey, long foreign) {
        if (foreign - 1 <= queue.now()) {
            return;
        }
        recording = true;
        signature = signatureOfKey;
        start.copyFrom(key);
        startHash = hash;
        begun = queue.now();
        numbering = state.numbering();
        pending = ticks();
        snapshot.set(queue.fired());
        snapshot.resetPeaks();
        captureAt = foreign == Long.MAX_VALUE ? foreign : foreign - 1;
        cut = true;
        long known = begun + prospects.end(signature) - 1;
        if (known > begun && known < captureAt) {
            captureAt = known;
            cut = false;
        }
    }

    private long[] ticks() {
        LongArrayList ticks = new LongArrayList((int) queue.pending());
        queue.visit((tick, event) -> {
            if (handlers.kind(queue.handlerOf(event)) != NetworkState.FOREIGN) {
                ticks.add(tick);
            }
            return true;
        });
        return ticks.toLongArray();
    }

    /** Ends the segment at this tick, in which a flow is about to end, if that is sooner; returns whether it is. */
    boolean endAt(long tick) {
        if (tick >= captureAt || tick <= queue.now()) {
            return false;
        }
        captureAt = tick;
        cut = false;
        return true;
    }

    /** Stops, because the layer above acts or is notified. */
    void interrupt() {
        if (recording) {
            noteEnd();
        }
        stop();
    }

    /**
     * Notes that the segment ended before it could be kept, because the last acknowledgement of the flow that ends now was in flight
     * when it began. Next time the segment is kept up to here.
     */
    private void noteEnd() {
        if (!pays(snapshot.hopsSince())) {
            noteShort(signature);
        } else if (signature != 0) {
            prospects.noteEnd(signature, queue.now() - begun);
        }
    }

    private void noteShort(long of) {
        if (signature != 0) {
            prospects.noteShort(of);
        }
    }

    /** Whether a segment of this many packet-hops is worth the memory of its start state. */
    private boolean pays(long hops) {
        return hops >= LEAST_HOPS && start.size() <= WORDS_PER_HOP * hops;
    }

    /** Stops without keeping anything. */
    void stop() {
        if (recording) {
            recording = false;
            snapshot.mergePeaks();
        }
    }

    /** Stops, and keeps the segment up to now if it pays and can be repeated exactly. */
    void capture() {
        long hops = snapshot.hopsSince();
        boolean known = !snapshot.drew() && control.isStationary();
        if (known && !pays(hops)) {
            // A segment that a foreign event cut short may be longer when that event is due later.
            noteShort(cut ? StateProspects.withForeign(signature, queue.now() + 1 - begun) : signature);
        } else if (known) {
            end.record();
            state.walkOn(end, numbering, pending);
            budget.spend(end.size());
            CounterSnapshot.Growth growth = snapshot.growth(queue.fired(), begun, numbering.links(), state::portNumber);
            KeptState from = start.keep();
            long name = memo.name(from, startHash);
            memo.add(new Segment(
                    from, queue.now() - begun, end.keep(), growth, cut, startHash, name, new ArrayList<>(1)));
        }
        stop();
    }
}
