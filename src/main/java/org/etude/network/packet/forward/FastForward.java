// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.device.EcnMarker;
import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.device.RdmaEndpoint;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.MarkDecisions;
import org.etude.network.packet.state.PacketObservers;
import org.etude.network.packet.state.PauseLog;
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

    private static final long TRIAL_WORK = 1 << 12;
    private static final long LEAST_NANOS = 64;
    /** Memoised segments may take a quarter of the heap: heap bytes per 8-byte word kept. */
    private static final long HEAP_SHARE = 4 * 8;

    private final PacketEngine engine;
    private final EventQueue queue;
    private final Flows flows;
    private final RateControl control;
    private final Ports ports;
    private final NetworkState state;
    private final NetworkRestore restore;
    private final Repetition repetition;
    private final CounterSnapshot snapshot;
    private final SegmentMemo memo = new SegmentMemo(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    private final Trail trail;
    /** Called for each state that is known by its trail and was compared with what is known of it, or null. */
    private Runnable compared;

    /** Fast-forwards components one by one, or null where that does not apply. */
    private final ComponentForward components;

    private final ComponentSwitch byComponent = new ComponentSwitch();

    private final StateKey key = new StateKey();
    private final StateProspects prospects = new StateProspects();
    private final SegmentRecorder recorder;
    private final RdmaEndpoint hosts;

    private final MarkDecisions later;

    private boolean attempt;
    private boolean ended;
    private final SearchBudget segmentBudget = new SearchBudget();

    private final SearchBudget periodBudget = new SearchBudget();
    private long skippedEvents;
    private long attemptAt = Long.MAX_VALUE;

    /** Creates the fast path of the network of these parts, with an empty memo. */
    public FastForward(PacketEngine engine, PacketNetworkSpec spec, PauseLog pauses, PacketTopology topology) {
        this.engine = engine;
        LinkTransmitter wire = engine.wire;
        HostNic nic = engine.nic;
        SwitchBuffers buffers = engine.buffers;
        EcnMarker marker = engine.marker;
        int largestFrame = nic.frameBytes();
        NetworkState.Handlers handlers = new NetworkState.Handlers(engine.freed, engine.arrived, engine.woken);
        queue = wire.queue;
        flows = wire.flows;
        ports = wire.ports;
        control = engine.control;
        hosts = engine.hosts;
        state = new NetworkState(wire, nic, buffers, handlers, topology.nodes(), NetworkState.kinds(engine, topology));
        restore = new NetworkRestore(wire, nic, buffers, handlers);
        snapshot = new CounterSnapshot(wire, marker, pauses);
        recorder = new SegmentRecorder(queue, state, handlers, snapshot, memo, control, prospects, segmentBudget);
        CounterSnapshot ofPeriod = new CounterSnapshot(wire, marker, pauses);
        repetition =
                new Repetition(wire, state, restore, ofPeriod, spec.transport().payloadBytes(), largestFrame);
        hosts.onGoingBack(repetition::goesBack);
        trail = new Trail(wire, nic, marker, control, memo);
        components = ComponentForward.supports(spec, ports, Math.min(hosts.replyBytes(), nic.headerBytes() + 1))
                        && buffers.watch(
                                port -> marker.lowBytes(
                                        ports.at(port), spec.switches().ecn()),
                                largestFrame)
                ? new ComponentForward(engine, state, restore, topology.nodes())
                : null;
        queue.settles(this::settled);
        later = marker.later();
        if (later != null) {
            later.whenFull(this::abandon);
        }
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

    /**
     * Fast-forwards components one by one from now on, or never, instead of when whole states do not recur.
     *
     * @param always whether to do so from now on
     */
    public void byComponent(boolean always) {
        byComponent.force(always);
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

    /** Called when all data of a flow has arrived and the layer above is to hear of it. */
    public void arrived(int flow) {
        if (isByComponent()) {
            components.arrived(flow);
        } else {
            interacted();
        }
    }

    /** Called when the layer above acts or is notified: a flow begins, has arrived or ends. */
    private void interacted() {
        if (ended) {
            return;
        }
        flows.watched = Flows.NONE;
        recorder.interrupt();
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
        recorder.stop();
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
        recorder.stop();
        repetition.reset();
    }

    /** Called when the last packet of a flow has reached its receiver, so the flow is about to end. */
    public void aboutToEnd(int flow) {
        if (recorder.isRecording() || isByComponent()) {
            actsAfter(flow, hosts.quietUntilEnd(flow));
        }
    }

    /** Called when the last packet of a flow leaves its sender, if the layer above is to hear when it arrives. */
    public void aboutToArrive(int flow) {
        if (recorder.isRecording() || isByComponent()) {
            actsAfter(flow, hosts.quietUntilArrival(flow));
        }
    }

    private void actsAfter(int flow, long tick) {
        if (isByComponent()) {
            components.actsAfter(flow, tick);
        } else if (recorder.endAt(tick)) {
            setAlarm();
        }
    }

    private void setAlarm() {
        long at = Math.min(attemptAt, recorder.until());
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
        if (recorder.isRecording() && now >= recorder.until()) {
            recorder.capture();
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
            later.hold(recorder.isRecording() || flows.watched != Flows.NONE);
        }
    }

    /** Begins to fast-forward component by component if whole states did not recur and there are several. */
    private boolean beginsByComponent() {
        if (components == null
                || !byComponent.isDue(queue.fired(), skippedEvents)
                || queue.horizon() != Long.MAX_VALUE
                || !control.isStationary()
                || !components.mayBegin()) {
            return false;
        }
        recorder.stop();
        trail.lose();
        flows.watched = Flows.NONE;
        attempt = false;
        attemptAt = Long.MAX_VALUE;
        if (later != null) {
            later.hold(false);
        }
        components.begin(byComponent.begin());
        return true;
    }

    private boolean affordable(SearchBudget budget) {
        return budget.lasts(queue.fired(), skippedEvents);
    }

    private void check() {
        long before = queue.fired();
        long last = recorder.isRecording() ? Math.min(queue.horizon(), recorder.until() - 1) : queue.horizon();
        boolean repeats = repetition.check(flows.watched, last);
        periodBudget.spend(repetition.takeWork());
        if (repeats) {
            skippedEvents += queue.fired() - before;
            flows.watched = Flows.NONE;
            attemptAt = repetition.foreign();
            if (repetition.isEndless()) {
                engine.endless().recurs();
            }
        }
    }

    private void attempt() {
        recorder.stop();
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
        long signature = state.signature();
        if (!worthSerialising(signature)) {
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
            record(hash, signature);
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
    private boolean worthSerialising(long signature) {
        boolean trusted = segmentBudget.spent() < TRIAL_WORK || skippedEvents * TRUST > queue.fired();
        segmentBudget.spend(queue.pending() + flows.live());
        return (trusted || !prospects.isNew(signature))
                && !prospects.isShort(signature)
                && !prospects.isShort(StateProspects.withForeign(signature, state.foreign() - queue.now()));
    }

    private void record(long hash, long signature) {
        attemptAt = state.foreign();
        recorder.start(key, hash, signature, attemptAt);
        if (recorder.isRecording()) {
            segmentBudget.spend(ports.count);
        }
    }
}
