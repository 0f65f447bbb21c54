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
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.Ports;
import org.etude.network.packet.state.SwitchBuffers;
import org.etude.network.queue.EventQueue;
import org.etude.spec.network.CongestionControl;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.TransportSpec;

/**
 * The exact fast path. Between two actions of the layer above, a network's state determines how it evolves. What it did from a state
 * on is therefore memoised as a {@link Segment} and applied at once when the state recurs; and if a state recurs with no action in
 * between, the network is periodic and whole periods are skipped ({@link Repetition}). Both leave exactly the state, counters and
 * order of events that simulating each packet would have left. States are compared in full, never by hash alone. Off where the
 * state would be incomplete: random losses, telemetry, timers.
 */
public final class FastForward {
    /** Every state is serialised at first, and as long as at least one in this many events was skipped. */
    private static final long TRUST = 4;

    /** After how many events components are looked for, if more than one in {@link #ENOUGH} was simulated. */
    private static final long COMPONENTS_AFTER = 1 << 16;

    private static final long ENOUGH = 8;
    /** Ticks with acts in which whole states are learnt; after as many more it is seen whether they recur. */
    private static final int FIRST_ACTS = 8;

    /** How often components are looked for until the number of events has doubled, and after how many times as many if in vain. */
    private static final long COMPONENT_LOOKS = 16;

    private static final long COMPONENTS_AGAIN = 4;

    private static final long TRIAL_WORK = 1 << 12;
    private static final int MOST_SIGNATURES = 1 << 16;
    private static final long LEAST_HOPS = 32;
    private static final long LEAST_NANOS = 64;
    /** Largest state, in numbers per packet-hop saved. */
    private static final long WORDS_PER_HOP = 16;
    /** Memoised segments may take a quarter of the heap: heap bytes per 8-byte word kept. */
    private static final long HEAP_SHARE = 4 * 8;

    private final EventQueue queue;
    private final Flows flows;
    private final RateControl control;
    private final Ports ports;
    private final NetworkState state;
    private final NetworkRestore restore;
    private final Repetition repetition;
    private final CounterSnapshot snapshot;
    private final SegmentMemo memo = new SegmentMemo(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    private final NetworkState.Handlers handlers;
    private final Trail trail;
    /** Called for each state that is known by its trail and was compared with what is known of it, or null. */
    private Runnable compared;

    /** Fast-forwards components one by one, or null where that does not apply. */
    private final ComponentForward components;

    /** How many events must have fired before components are looked for. */
    private long componentsAt = COMPONENTS_AFTER;

    private long acts;
    /** The share of events that were skipped between the last two looks. */
    private double recentShare;

    private long firedAtLook;
    private long skippedAtLook;

    private final StateKey key = new StateKey();
    /** Signatures of the states met while fast-forward has not yet paid. */
    private final LongOpenHashSet signatures = new LongOpenHashSet();
    /** Signatures of states whose segments are too short to pay. */
    private final LongOpenHashSet tooShort = new LongOpenHashSet();
    /** By the signature of a state: after how many ns its segment was interrupted by the end of a flow. */
    private final Long2LongOpenHashMap ends = new Long2LongOpenHashMap();

    private final long replyBytes;

    private final MarkDecisions later;

    private boolean attempt;
    private boolean ended;
    private final SearchBudget segmentBudget = new SearchBudget();

    private final SearchBudget periodBudget = new SearchBudget();
    private long skippedEvents;
    /** Whether a segment is being recorded. */
    private boolean recording;

    /** The signature of the current state, or of the start of the segment being recorded; 0 if unknown. */
    private long signature;

    private StateKey start;
    private long startHash;
    private long begun;
    private NetworkState.Numbering numbering;
    private long[] pending;
    private long captureAt;
    private boolean cut;
    private long attemptAt = Long.MAX_VALUE;

    /** Creates the fast path of the network of these parts, with an empty memo. */
    public FastForward(
            LinkTransmitter wire,
            HostNic nic,
            SwitchBuffers buffers,
            EcnMarker marker,
            RateControl control,
            PacketNetworkSpec spec,
            PauseLog pauses,
            NetworkState.Handlers handlers,
            PacketTopology topology,
            int replyBytes,
            int largestFrame) {
        queue = wire.queue;
        flows = wire.flows;
        ports = wire.ports;
        this.control = control;
        this.handlers = handlers;
        this.replyBytes = replyBytes;
        state = new NetworkState(wire, nic, buffers, handlers, topology.nodes(), kinds(topology, buffers));
        restore = new NetworkRestore(wire, nic, buffers, handlers);
        snapshot = new CounterSnapshot(wire, marker, pauses);
        CounterSnapshot ofPeriod = new CounterSnapshot(wire, marker, pauses);
        repetition =
                new Repetition(wire, state, restore, ofPeriod, spec.transport().payloadBytes(), largestFrame);
        trail = new Trail(wire, nic, marker, control, memo);
        components = supportsComponents(spec)
                        && sendsInTime(Math.min(replyBytes, nic.headerBytes() + 1))
                        && buffers.watch(port -> lowBytes(spec, marker, port), largestFrame)
                ? new ComponentForward(wire, nic, control, state, restore, handlers, topology.nodes())
                : null;
        queue.settles(this::settled);
        later = marker.later();
        if (later != null) {
            later.whenFull(this::abandon);
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

    /** Whether the configuration allows fast-forward. */
    public static boolean supports(PacketNetworkSpec spec, PacketObservers observers, boolean losses) {
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

    /** Whether nothing but flows that begin changes what a component does. */
    private static boolean supportsComponents(PacketNetworkSpec spec) {
        return spec.transport().startNanos() == 0
                && spec.routing().failures().isEmpty()
                && !spec.routing().hostForwarding()
                && !spec.switches().trimming();
    }

    private long lowBytes(PacketNetworkSpec spec, EcnMarker marker, int port) {
        boolean marks = spec.switches().ecn() && ports.at(port).active && !ports.at(port).host;
        return marks ? marker.lowBytes(port) : Long.MAX_VALUE;
    }

    /** Whether no frame arrives in the tick in which it is sent. */
    private boolean sendsInTime(int smallestFrame) {
        for (int port = 0; port < ports.count; port++) {
            Port at = ports.at(port);
            if (at.delay + ports.frames.nanos(smallestFrame, at.bitsPerSecond) < 1) {
                return false;
            }
        }
        return true;
    }

    /**
     * Fast-forwards components one by one from now on, or never, instead of when whole states do not recur.
     *
     * @param always whether to do so from now on
     */
    public void byComponent(boolean always) {
        componentsAt = always ? 0 : Long.MAX_VALUE;
    }

    /** Called when the marks and pauses of switches depend on the order of all packets. */
    public void alert() {
        if (components != null) {
            components.alert();
        }
    }

    private boolean isByComponent() {
        return components != null && components.isActive();
    }

    /** Called before a flow begins. */
    public void begins(int flow) {
        if (isByComponent()) {
            components.begins(flow);
        }
    }

    /** Called when a flow has begun. */
    public void began(int flow) {
        if (!isByComponent()) {
            trail.began(flow);
            interacted();
        }
    }

    /** Called when a flow has ended. */
    public void completed(int flow) {
        if (isByComponent()) {
            components.ended(flow);
        } else {
            interacted();
        }
    }

    /** Called when the layer above acts or is notified: a flow begins or ends. */
    private void interacted() {
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

    /**
     * Also serialises the states that are known by how they came about, to compare, and calls back for each; checks the order of
     * each component's events. Slower.
     */
    public void compareTrails(Runnable callBack) {
        compared = callBack;
        if (components != null) {
            components.check();
        }
    }

    /** Turns fast-forward off for the rest of the run. */
    public void end() {
        stopRecording();
        trail.lose();
        flows.watched = Flows.NONE;
        ended = true;
    }

    /** Called between two ticks, before the network is saved: components that are at times of their own are brought to the queue's. */
    public void beforeSave() {
        if (isByComponent()) {
            components.gatherNow();
        }
    }

    /** Brings the counters to the values that they have without fast-forward. */
    public void settleCounters() {
        if (isByComponent()) {
            components.settleCounters();
        }
        abandon();
    }

    /** Stops recording and searching, because there are too many pending mark decisions to keep. */
    private void abandon() {
        stopRecording();
        repetition.reset();
    }

    private void stopRecording() {
        if (recording) {
            recording = false;
            snapshot.mergePeaks();
        }
    }

    /** Called when the last packet of a flow has reached its receiver, so the flow is about to end. */
    public void aboutToEnd(int flow) {
        if (!recording && !isByComponent()) {
            return;
        }
        long at = queue.now() - 1;
        int node = flows.at(flow).destination;
        for (int hop = 0; node != flows.at(flow).source && hop < flows.stride; hop++) {
            int port = flows.at(flow).path[flows.stride + hop];
            at += ports.at(port).delay + ports.serialisation(ports.at(port), (int) replyBytes);
            node = ports.at(port ^ 1).node;
        }
        if (isByComponent()) {
            components.aboutToEnd(flow, at);
        } else if (at < captureAt && at > queue.now()) {
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
        if (isByComponent()) {
            components.settled();
            if (components.isActive()) {
                return;
            }
            attempt = true;
        }
        if (attempt && beginsByComponent()) {
            components.settled();
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
            if (affordable(segmentBudget) && control.isStationary()) {
                attempt();
            }
            repetition.reset();
            flows.watched = Flows.ANY;
        } else if (flows.watched >= 0 && affordable(periodBudget) && control.isStationary()) {
            check();
        }
        setAlarm();
        if (later != null) {
            later.hold(recording || flows.watched != Flows.NONE);
        }
    }

    /** Begins to fast-forward component by component if whole states did not recur and there are several. */
    private boolean beginsByComponent() {
        acts++;
        if (acts == FIRST_ACTS) {
            statesRecur();
        }
        boolean tells = componentsAt == 0 || acts >= 2 * FIRST_ACTS;
        if (components == null || !tells || queue.fired() < componentsAt) {
            return false;
        }
        boolean recur = componentsAt > 0 && statesRecur();
        long next = queue.fired() + Math.max(COMPONENTS_AFTER, queue.fired()) / COMPONENT_LOOKS;
        componentsAt = componentsAt == 0 ? 0 : next;
        if (recur || queue.horizon() != Long.MAX_VALUE || !control.isStationary() || !components.mayBegin()) {
            return false;
        }
        stopRecording();
        trail.lose();
        flows.watched = Flows.NONE;
        attempt = false;
        attemptAt = Long.MAX_VALUE;
        if (later != null) {
            later.hold(false);
        }
        components.begin(componentsAt == 0 ? 0 : recentShare);
        componentsAt *= COMPONENTS_AGAIN;
        return true;
    }

    /** Whether most events since the last call were skipped. */
    private boolean statesRecur() {
        long fired = queue.fired() - firedAtLook;
        long skipped = skippedEvents - skippedAtLook;
        firedAtLook = queue.fired();
        skippedAtLook = skippedEvents;
        recentShare = fired == 0 ? 0 : (double) skipped / fired;
        return (fired - skipped) * ENOUGH < fired;
    }

    private boolean affordable(SearchBudget budget) {
        return budget.lasts(queue.fired(), skippedEvents);
    }

    private void check() {
        long before = queue.fired();
        long last = recording ? Math.min(queue.horizon(), captureAt - 1) : queue.horizon();
        boolean repeats = repetition.check(flows.watched, last);
        periodBudget.spend(repetition.takeWork());
        if (repeats) {
            skippedEvents += queue.fired() - before;
            flows.watched = Flows.NONE;
            attemptAt = repetition.foreign();
        }
    }

    private void attempt() {
        stopRecording();
        if (queue.horizon() != Long.MAX_VALUE) {
            // A segment may end at a tick without events, where a run with a limit must not stop.
            attemptAt = Long.MAX_VALUE;
            return;
        }
        if (state.foreignWithin(LEAST_NANOS)) {
            attemptAt = state.foreign();
            return;
        }
        Segment skipped;
        do {
            skipped = followed();
            if (skipped == null) {
                skipped = recognised();
            }
        } while (skipped != null && skipped.cut() && state.foreign() - 1 > queue.now());
    }

    /** Skips the segment that follows as it followed before; returns it, or null if none is known to. */
    private Segment followed() {
        TrailStep step = trail.known();
        if (step == null) {
            return null;
        }
        state.findForeign();
        long room = state.foreign() - 1 - queue.now();
        Segment segment = room > 0 ? memo.find(step.name(), step.hash(), room) : null;
        segmentBudget.spend(step.words());
        if (segment == null) {
            return null;
        }
        NetworkState.Numbering here = trail.numbering(step);
        if (compared != null) {
            compare(segment, here);
        }
        skip(segment, here);
        return segment;
    }

    private void compare(Segment segment, NetworkState.Numbering here) {
        key.record();
        state.walk(key, true);
        if (!key.sameAs(segment.start()) || !here.isSame(state.numbering())) {
            throw new IllegalStateException(
                    "at " + queue.now() + " ns the network is not in the state that its trail names");
        }
        compared.run();
    }

    /** Skips the segment that this state begins, and returns it; if none is known, records one where that may pay. */
    private Segment recognised() {
        if (!worthSerialising()) {
            attemptAt = state.foreign();
            return null;
        }
        key.record();
        state.walk(key, true);
        segmentBudget.spend(key.size() + ports.count / 4);
        long room = state.foreign() - 1 - queue.now();
        long hash = key.hash();
        Segment segment = room > 0 ? memo.find(key, hash, room) : null;
        if (segment == null) {
            record(hash, state.foreign());
            return null;
        }
        NetworkState.Numbering here = state.numbering();
        trail.learn(segment, here);
        skip(segment, here);
        return segment;
    }

    private void skip(Segment segment, NetworkState.Numbering here) {
        long from = queue.now();
        restore.restore(segment, here);
        snapshot.add(segment.growth(), from, here);
        skippedEvents += segment.growth().fired();
        segmentBudget.spend(segment.end().size() + ports.count / 4);
        attemptAt = state.foreign();
        trail.start(segment, here);
    }

    /**
     * Decides by the state's signature, which is cheap to compute, whether to serialise it. Where states do not recur, as under ECMP,
     * serialising all of them would be wasted; so until fast-forward has paid, only states are serialised whose signature was met
     * before, and never those whose segments were too short to keep.
     */
    private boolean worthSerialising() {
        boolean trusted = segmentBudget.spent() < TRIAL_WORK || skippedEvents * TRUST > queue.fired();
        signature = state.signature();
        segmentBudget.spend(queue.pending() + flows.live());
        return (trusted || !remember(signatures, signature))
                && !tooShort.contains(signature)
                && !tooShort.contains(signatureFor(state.foreign() - queue.now()));
    }

    /** Adds a signature to a set of bounded size and returns whether it was new. */
    private static boolean remember(LongOpenHashSet some, long signature) {
        if (some.size() >= MOST_SIGNATURES) {
            some.clear();
        }
        return some.add(signature);
    }

    /**
     * Notes that the segment being recorded ended before it could be kept, because the last acknowledgement of the flow that ends now
     * was in flight when it began. Next time the segment is kept up to here.
     */
    private void noteEnd() {
        if (!pays(snapshot.hopsSince())) {
            noteShort(signature);
        } else if (signature != 0) {
            if (ends.size() >= MOST_SIGNATURES) {
                ends.clear();
            }
            ends.put(signature, queue.now() - begun);
        }
    }

    private void noteShort(long of) {
        if (signature != 0) {
            remember(tooShort, of);
        }
    }

    /** The signature of this state with a foreign event due after {@code nanos}. */
    private long signatureFor(long nanos) {
        return StateKey.mix(signature, nanos);
    }

    /** Whether a segment of this many packet-hops is worth the memory of its start state. */
    private boolean pays(long hops) {
        return hops >= LEAST_HOPS && start.size() <= WORDS_PER_HOP * hops;
    }

    private void record(long hash, long foreign) {
        attemptAt = foreign;
        if (foreign - 1 <= queue.now()) {
            return;
        }
        recording = true;
        start = key.copy();
        startHash = hash;
        begun = queue.now();
        numbering = state.numbering();
        pending = ticks();
        snapshot.set(queue.fired());
        snapshot.resetPeaks();
        captureAt = foreign == Long.MAX_VALUE ? foreign : foreign - 1;
        cut = true;
        long known = begun + ends.getOrDefault(signature, 0) - 1;
        if (known > begun && known < captureAt) {
            captureAt = known;
            cut = false;
        }
        segmentBudget.spend(ports.count);
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
        long hops = snapshot.hopsSince();
        boolean known = !snapshot.drew() && control.isStationary() && queue.now() > begun;
        if (known && !pays(hops)) {
            // A segment that a foreign event cut short may be longer when that event is due later.
            noteShort(cut ? signatureFor(queue.now() + 1 - begun) : signature);
        } else if (known) {
            StateKey end = new StateKey();
            end.record();
            state.walkOn(end, numbering, pending);
            segmentBudget.spend(end.size());
            CounterSnapshot.Growth growth = snapshot.growth(queue.fired(), begun, numbering.links(), state::portNumber);
            long name = memo.name(start, startHash);
            memo.add(new Segment(
                    start, queue.now() - begun, end.copy(), growth, cut, startHash, name, new ArrayList<>(1)));
        }
        stopRecording();
    }
}
