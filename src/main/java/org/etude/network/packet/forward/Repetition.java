// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.Arrays;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;

/**
 * Detects that a network is periodic: its state, relative to now and to what each flow has sent, equals an earlier one. Everything
 * since then repeats until a flow nears its end or something outside acts, and all whole periods until then are skipped. Checks
 * once per acknowledgement of one flow, and keeps one state at a time, the next after twice as many checks (R. P. Brent, An improved
 * Monte Carlo factorization algorithm, BIT 20, 1980).
 */
final class Repetition {
    private static final int FIRST_KEPT = 16;

    private final EventQueue queue;
    private final Flows flows;
    private final Ports ports;
    private final NetworkState state;
    private final NetworkRestore restore;
    private final CounterSnapshot snapshot;
    private final int payload;
    private final long reach;
    private final StateKey kept = new StateKey();
    private long keptAt;
    private NetworkState.Numbering numbering;
    private long[] nexts = new long[0];
    /** How far flows had sent when they went back to send again since the kept state, by slot; 0 for those that did not. */
    private long[] peaks = new long[0];

    private int peaked;
    private long keptSignature;
    private long checks;
    private long keepAtCheck;
    private long work;
    private long before;
    private long foreign;
    private boolean endless;

    Repetition(
            LinkTransmitter wire,
            NetworkState state,
            NetworkRestore restore,
            CounterSnapshot snapshot,
            int payload,
            int largestFrame) {
        queue = wire.queue;
        flows = wire.flows;
        ports = wire.ports;
        this.state = state;
        this.restore = restore;
        this.snapshot = snapshot;
        this.payload = payload;
        long longest = 0;
        for (int port = 0; port < ports.count; port++) {
            longest = Math.max(
                    longest, ports.at(port).delay + ports.frames.nanos(largestFrame, ports.at(port).bitsPerSecond));
        }
        reach = longest;
    }

    /** Forgets the kept state, because something outside acted. */
    void reset() {
        checks = 0;
        keepAtCheck = FIRST_KEPT;
        before = queue.now();
    }

    /** A flow is about to send again from what is acknowledged. */
    void goesBack(int slot) {
        if (slot >= peaks.length) {
            peaks = Arrays.copyOf(peaks, Math.max(slot + 1, 2 * peaks.length));
        }
        peaks[slot] = Math.max(peaks[slot], flows.at(slot).next);
        peaked = Math.max(peaked, slot + 1);
    }

    private long peak(int slot) {
        return slot < peaked ? peaks[slot] : 0;
    }

    /** Numbers written or compared since the last call. */
    long takeWork() {
        long done = work;
        work = 0;
        return done;
    }

    /** The tick of the first foreign event, as found when periods were skipped. */
    long foreign() {
        return foreign;
    }

    /** Whether the last period found goes on for good: in it no flow advances, and nothing outside will act. */
    boolean isEndless() {
        return endless;
    }

    /**
     * Checks for a period at the end of a tick.
     *
     * @param watched the flow whose acknowledgements are counted
     * @param last the last tick that may be skipped to
     * @return whether a period was found and all that can be skipped was skipped
     */
    boolean check(int watched, long last) {
        checks++;
        long signature = signature(watched);
        before = queue.now();
        if (checks == keepAtCheck) {
            keep(signature);
            return false;
        }
        if (checks < keepAtCheck / 2 || signature != keptSignature || checks <= FIRST_KEPT) {
            return false;
        }
        kept.match();
        state.walk(kept, false);
        work += kept.work();
        if (!kept.matched() || snapshot.drew() || !same(state.numbering())) {
            return false;
        }
        skip(last);
        return true;
    }

    /** Whether the walk found the same flows and links. */
    private boolean same(NetworkState.Numbering now) {
        return Arrays.equals(numbering.slots(), now.slots()) && Arrays.equals(numbering.links(), now.links());
    }

    /** A cheap signature; different states seldom share it. */
    private long signature(int slot) {
        PacketFlow flow = flows.at(slot);
        long signature = queue.now() - before;
        signature = signature * 31 + queue.pending();
        signature = signature * 31 + flow.next - flow.acknowledged;
        signature = signature * 31 + flow.next - flow.expected;
        int node = flow.source;
        for (int hop = 0; node != flow.destination && hop < flows.stride; hop++) {
            int port = flow.path[hop];
            signature = signature * 31 + ports.at(port).queuedBytes * 2 + (ports.at(port).busy ? 1 : 0);
            node = ports.at(port ^ 1).node;
        }
        return signature;
    }

    private void keep(long signature) {
        kept.record();
        state.walk(kept, false);
        work += kept.size();
        keptAt = queue.now();
        keptSignature = signature;
        numbering = state.numbering();
        int[] slots = numbering.slots();
        nexts = new long[slots.length];
        for (int i = 0; i < slots.length; i++) {
            nexts[i] = flows.at(slots[i]).next;
        }
        snapshot.set(queue.fired());
        Arrays.fill(peaks, 0, peaked, 0);
        peaked = 0;
        keepAtCheck = 2 * checks;
    }

    private void skip(long last) {
        foreign = state.foreign();
        long period = queue.now() - keptAt;
        long times = (Math.min(last, foreign - 1) - queue.now()) / period;
        int[] slots = numbering.slots();
        long[] grown = new long[slots.length];
        boolean advances = false;
        for (int i = 0; i < slots.length; i++) {
            PacketFlow flow = flows.at(slots[i]);
            grown[i] = flow.next - nexts[i];
            advances |= grown[i] != 0;
            if (grown[i] != 0) {
                // One full packet stays, so that no skipped event is the end of the flow, also before it went back.
                long most = Math.max(flow.next, peak(slots[i]));
                times = Math.min(times, (flow.size - payload - most) / grown[i]);
            }
        }
        endless = !advances && foreign == Long.MAX_VALUE;
        if (endless) {
            return;
        }
        // The skip must be longer than any event is pending: foreign events then precede all moved ones, as they must
        // within a tick.
        if (times < 1 || times * period <= reach) {
            return;
        }
        for (int i = 0; i < slots.length; i++) {
            grown[i] *= times;
        }
        long fired = times * snapshot.firedSince(queue.fired());
        snapshot.repeat(times, period);
        restore.shift(times * period, slots, grown, fired);
    }
}
