// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.device.EcnMarker;
import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.MarkDecisions;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.packet.state.PauseLog;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.Ports;
import org.etude.network.packet.state.SwitchBuffers;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.TransportSpec;

/**
 * The exact fast path. Between two actions of the layer above, a network's state determines everything that follows. So what it
 * did from a state on is memoised as a {@link Segment} and replayed at once when the same state recurs, and a state that recurs
 * without an action in between is a period, of which many are skipped ({@link Repetition}). Both leave exactly the state, the
 * counters and the order of events that simulating each packet would have left. States are compared in full, never by hash. Off
 * where a state would not be complete: random losses, telemetry, timers.
 */
public final class FastForward {
    /** Every state is written down at first, and while at least one event in this many was skipped. */
    private static final long TRUST = 4;

    private static final long TRIAL_WORK = 1 << 12;
    private static final int MOST_SIGNS = 1 << 16;
    private static final long LEAST_HOPS = 32;
    private static final long LEAST_NANOS = 64;
    /** Largest state, in numbers per packet-hop saved. */
    private static final long WORDS_PER_HOP = 16;
    /** Segments kept may take a quarter of the heap. */
    private static final long HEAP_SHARE = 4 * 8;

    private final EventQueue queue;
    private final Flows flows;
    private final RateControl control;
    private final Ports ports;
    private final NetworkState state;
    private final NetworkRestore restore;
    private final Repetition repetition;
    private final CounterMarks marks;
    private final PortCounters counters;
    private final SegmentMemo memo = new SegmentMemo(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    private final NetworkState.Handlers handlers;
    private final StateKey tape = new StateKey();
    /** Signatures of states met when fast-forward had not proved itself. */
    private final LongOpenHashSet signs = new LongOpenHashSet();
    /** Signatures of states from which something happens too soon for a segment to pay. */
    private final LongOpenHashSet shorts = new LongOpenHashSet();
    /** By the signature of a state, after how many ns something ended its segment unforeseen. */
    private final Long2LongOpenHashMap ends = new Long2LongOpenHashMap();

    private final long replyBytes;

    private final MarkDecisions later;

    private boolean attempt;
    private boolean ended;
    /** What known stretches have cost, and the search for periods. */
    private final LookingBudget stretches = new LookingBudget();

    private final LookingBudget periods = new LookingBudget();
    private long leapt;
    /** The segment being recorded. */
    private boolean recording;

    /** The signature of the state looked at, or of the start of the segment being recorded. */
    private long sign;

    private StateKey start;
    private long startHash;
    private long begun;
    private NetworkState.Met met;
    private long[] pending;
    private long captureAt;
    private boolean cut;
    private long attemptAt = Long.MAX_VALUE;

    /** Fast-forward for the network of these parts, with an empty memo. */
    public FastForward(
            LinkTransmitter wire,
            HostNic nic,
            SwitchBuffers buffers,
            EcnMarker marker,
            RateControl control,
            TransportSpec transport,
            PauseLog pauses,
            NetworkState.Handlers handlers,
            PacketTopology topology,
            int replyBytes,
            int largestFrame) {
        queue = wire.queue;
        flows = wire.flows;
        ports = wire.ports;
        counters = wire.counters;
        this.control = control;
        this.handlers = handlers;
        this.replyBytes = replyBytes;
        state = new NetworkState(wire, nic, buffers, handlers, topology.nodes(), kinds(topology, buffers));
        restore = new NetworkRestore(wire, nic, buffers, handlers);
        marks = new CounterMarks(wire, marker, pauses);
        CounterMarks ofPeriod = new CounterMarks(wire, marker, pauses);
        repetition = new Repetition(wire, state, restore, ofPeriod, transport.payloadBytes(), largestFrame);
        queue.settles(this::settled);
        later = marker.later();
        if (later != null) {
            later.whenFull(this::letGo);
        }
    }

    /** The class of each port; ports of one class differ only in location. */
    private int[] kinds(PacketTopology topology, SwitchBuffers buffers) {
        Map<List<Long>, Integer> known = new HashMap<>();
        int[] kinds = new int[ports.count];
        for (int port = 0; port < ports.count; port++) {
            List<Long> fixed = new ArrayList<>(buffers.fixed(port));
            fixed.add(ports.at(port).bitsPerSecond);
            fixed.add(ports.at(port).delay);
            fixed.add(topology.isHost(ports.at(port).node) ? 1L : 0L);
            kinds[port] = known.computeIfAbsent(fixed, key -> known.size());
        }
        return kinds;
    }

    /** Whether the configuration allows it at all. */
    public static boolean serves(PacketNetworkSpec spec, PacketObservers observers, boolean losses) {
        TransportSpec transport = spec.transport();
        CongestionControl control = spec.congestion().control();
        return spec.fastForward()
                && !losses
                && !transport.sprays()
                && observers.recorder().isEmpty()
                && (control == CongestionControl.NONE || control == CongestionControl.DCQCN)
                && transport.ackIntervalBytes() >= 1
                && transport.ackIntervalBytes() <= transport.payloadBytes()
                && !transport.backToZero()
                && transport.nicPauses() == 0
                && transport.retransmitNanos() == 0;
    }

    /** The layer above acts or is notified: a flow begins or ends. */
    public void interacted() {
        if (ended) {
            return;
        }
        flows.watched = Flows.NONE;
        if (recording) {
            noteEnd();
        }
        stopRecording();
        attempt = true;
        queue.settle();
    }

    /** Turns fast-forward off for the rest of the run. */
    public void end() {
        stopRecording();
        flows.watched = Flows.NONE;
        ended = true;
    }

    /** Brings the counters to what they are without fast-forward. */
    public void settleCounters() {
        letGo();
    }

    /** Called when there are too many pending mark decisions to keep. */
    private void letGo() {
        stopRecording();
        repetition.reset();
    }

    private void stopRecording() {
        if (recording) {
            recording = false;
            marks.mergePeaks();
        }
    }

    /** The last packet of a flow reached its receiver, so the flow is going to end. */
    public void endsSoon(int flow) {
        if (!recording) {
            return;
        }
        long at = queue.now() - 1;
        int node = flows.at(flow).destination;
        for (int hop = 0; node != flows.at(flow).source && hop < flows.stride; hop++) {
            int port = flows.at(flow).path[flows.stride + hop];
            at += ports.at(port).delay + ports.serialisation(ports.at(port), (int) replyBytes);
            node = ports.at(port ^ 1).node;
        }
        if (at < captureAt && at > queue.now()) {
            captureAt = at;
            cut = false;
            setAlarm();
        }
    }

    private void setAlarm() {
        long at = Math.min(attemptAt, recording ? captureAt : Long.MAX_VALUE);
        queue.settleAt(at > queue.horizon() ? Long.MAX_VALUE : at);
    }

    private void settled() {
        if (ended) {
            return;
        }
        long now = queue.now();
        if (recording && now >= captureAt) {
            capture();
        }
        if (now >= attemptAt) {
            attemptAt = Long.MAX_VALUE;
            attempt = true;
        }
        if (attempt) {
            attempt = false;
            if (mayWork(stretches) && control.still()) {
                attempt();
            }
            repetition.reset();
            flows.watched = Flows.ANY;
        } else if (flows.watched >= 0 && mayWork(periods) && control.still()) {
            look();
        }
        setAlarm();
        if (later != null) {
            later.hold(recording || flows.watched != Flows.NONE);
        }
    }

    private boolean mayWork(LookingBudget budget) {
        return budget.lasts(queue.fired(), leapt);
    }

    private void look() {
        long before = queue.fired();
        long last = recording ? Math.min(queue.horizon(), captureAt - 1) : queue.horizon();
        boolean repeats = repetition.look(flows.watched, last);
        periods.spend(repetition.takeWork());
        if (repeats) {
            leapt += queue.fired() - before;
            flows.watched = Flows.NONE;
            attemptAt = repetition.foreign();
        }
    }

    private void attempt() {
        stopRecording();
        if (queue.horizon() != Long.MAX_VALUE) {
            // A segment may end at a tick without events, where a limited run must not stop.
            attemptAt = Long.MAX_VALUE;
            return;
        }
        if (state.foreignWithin(LEAST_NANOS)) {
            attemptAt = state.foreign();
            return;
        }
        if (!worthWriting()) {
            attemptAt = state.foreign();
            return;
        }
        while (true) {
            tape.record();
            state.walk(tape, true);
            stretches.spend(tape.size() + ports.count / 4);
            long foreign = state.foreign();
            long last = foreign - 1;
            long hash = tape.hash();
            Segment segment = last > queue.now() ? memo.find(tape, hash, last - queue.now()) : null;
            if (segment == null) {
                record(hash, foreign);
                return;
            }
            long from = queue.now();
            NetworkState.Met place = state.met();
            restore.restore(segment, place);
            marks.add(segment.growth(), from, place);
            leapt += segment.growth().fired();
            stretches.spend(segment.end().size() + ports.count / 4);
            attemptAt = foreign;
            if (!segment.cut()) {
                return;
            }
            sign = 0;
        }
    }

    /**
     * Whether to write the state down, by its signature, which costs a glance at the pending events and the flows. Where states do
     * not recur, as under ECMP, that would be all for nothing, so until fast-forward has proved itself only states are written whose
     * signature was met before; and never those from which a segment was too short to be kept.
     */
    private boolean worthWriting() {
        boolean trusted = stretches.spent() < TRIAL_WORK || leapt * TRUST > queue.fired();
        sign = state.sign();
        stretches.spend((queue.pending() + flows.live()) / 4);
        return (trusted || !remember(signs, sign))
                && !shorts.contains(sign)
                && !shorts.contains(signFor(state.foreign() - queue.now()));
    }

    /** Adds a signature to a set of bounded size; whether it is new there. */
    private static boolean remember(LongOpenHashSet some, long signature) {
        if (some.size() >= MOST_SIGNS) {
            some.clear();
        }
        return some.add(signature);
    }

    /**
     * The segment being recorded ends before it could be kept: the flow that ends now had its last acknowledgement in flight when it
     * began. It is kept another time.
     */
    private void noteEnd() {
        if (!pays(marks.hopsSince())) {
            noteShort(sign);
        } else if (sign != 0) {
            if (ends.size() >= MOST_SIGNS) {
                ends.clear();
            }
            ends.put(sign, queue.now() - begun);
        }
    }

    private void noteShort(long of) {
        if (sign != 0) {
            remember(shorts, of);
        }
    }

    /** A signature that holds only while nothing outside acts for so long. */
    private long signFor(long nanos) {
        return StateKey.mix(sign, nanos);
    }

    /** Whether a segment of this many packet-hops is worth the numbers of its start. */
    private boolean pays(long hops) {
        return hops >= LEAST_HOPS && start.size() <= WORDS_PER_HOP * hops;
    }

    private void record(long hash, long foreign) {
        attemptAt = foreign;
        if (foreign - 1 <= queue.now()) {
            return;
        }
        recording = true;
        start = tape.copy();
        startHash = hash;
        begun = queue.now();
        met = state.met();
        pending = ticks();
        marks.set(queue.fired());
        marks.setPeaks();
        captureAt = foreign == Long.MAX_VALUE ? foreign : foreign - 1;
        cut = true;
        long known = begun + ends.getOrDefault(sign, 0) - 1;
        if (known > begun && known < captureAt) {
            captureAt = known;
            cut = false;
        }
        stretches.spend(ports.count);
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

    private void capture() {
        long hops = marks.hopsSince();
        boolean known = !marks.drew() && control.still() && queue.now() > begun;
        if (known && !pays(hops)) {
            // What a foreign event cuts short may be longer when it is due later.
            noteShort(cut ? signFor(queue.now() + 1 - begun) : sign);
        } else if (known) {
            StateKey end = new StateKey();
            end.record();
            state.walkOn(end, met, pending);
            stretches.spend(end.size());
            CounterMarks.Growth growth = marks.growth(queue.fired(), begun, met.links(), state::portNumber);
            memo.add(new Segment(start, queue.now() - begun, end.copy(), growth, cut), startHash);
        }
        stopRecording();
    }
}
