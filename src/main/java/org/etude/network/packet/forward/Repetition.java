// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.Arrays;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Ports;
import org.etude.network.queue.EventQueue;

/**
 * Detects that a network is periodic: its state, relative to now and to what each flow has sent, equals an earlier one. Then
 * everything since repeats until a flow nears its end or something outside acts, and that many whole periods are skipped.
 * Checks once per acknowledgement of one flow and keeps one state at a time, the next after twice as many checks (R. P. Brent, An
 * improved Monte Carlo factorization algorithm, BIT 20, 1980).
 */
final class Repetition {
    private static final int FIRST_KEPT = 16;

    private final EventQueue queue;
    private final Flows flows;
    private final Ports ports;
    private final NetworkState state;
    private final NetworkRestore restore;
    private final CounterMarks marks;
    private final int payload;
    private final long reach;
    private final StateKey kept = new StateKey();
    private long keptAt;
    private NetworkState.Met met;
    private long[] nexts = new long[0];
    private long keptSign;
    private long looks;
    private long keepAtLook;
    private long work;
    private long before;
    private long foreign;

    Repetition(
            LinkTransmitter wire,
            NetworkState state,
            NetworkRestore restore,
            CounterMarks marks,
            int payload,
            int largestFrame) {
        queue = wire.queue;
        flows = wire.flows;
        ports = wire.ports;
        this.state = state;
        this.restore = restore;
        this.marks = marks;
        this.payload = payload;
        long longest = 0;
        for (int port = 0; port < ports.count; port++) {
            longest = Math.max(
                    longest, ports.at(port).delay + ports.frames.nanos(largestFrame, ports.at(port).bitsPerSecond));
        }
        reach = longest;
    }

    /** Forgets the kept state: something outside acted. */
    void reset() {
        looks = 0;
        keepAtLook = FIRST_KEPT;
        before = queue.now();
    }

    /** Numbers written or compared since the last call. */
    long takeWork() {
        long done = work;
        work = 0;
        return done;
    }

    /** The first event outside the network when periods were skipped. */
    long foreign() {
        return foreign;
    }

    /**
     * Checks for a period at the end of a tick.
     *
     * @param watched the flow whose acknowledgements are counted
     * @param last the last tick that may be skipped to
     * @return whether a period was found and all that can be skipped was skipped
     */
    boolean look(int watched, long last) {
        looks++;
        long sign = sign(watched);
        before = queue.now();
        if (looks == keepAtLook) {
            keep(sign);
            return false;
        }
        if (looks < keepAtLook / 2 || sign != keptSign || looks <= FIRST_KEPT) {
            return false;
        }
        kept.match();
        state.walk(kept, false);
        work += kept.work();
        if (!kept.matched() || marks.drew() || !same(state.met())) {
            return false;
        }
        skip(last);
        return true;
    }

    /** Whether it is the same place, too. */
    private boolean same(NetworkState.Met now) {
        return Arrays.equals(met.slots(), now.slots()) && Arrays.equals(met.links(), now.links());
    }

    /** A cheap fingerprint that is seldom equal by chance. */
    private long sign(int slot) {
        PacketFlow flow = flows.at(slot);
        long sign = queue.now() - before;
        sign = sign * 31 + queue.pending();
        sign = sign * 31 + flow.next - flow.acknowledged;
        sign = sign * 31 + flow.next - flow.expected;
        int node = flow.source;
        for (int hop = 0; node != flow.destination && hop < flows.stride; hop++) {
            int port = flow.path[hop];
            sign = sign * 31 + ports.at(port).queuedBytes * 2 + (ports.at(port).busy ? 1 : 0);
            node = ports.at(port ^ 1).node;
        }
        return sign;
    }

    private void keep(long sign) {
        kept.record();
        state.walk(kept, false);
        work += kept.size();
        keptAt = queue.now();
        keptSign = sign;
        met = state.met();
        int[] slots = met.slots();
        nexts = new long[slots.length];
        for (int i = 0; i < slots.length; i++) {
            nexts[i] = flows.at(slots[i]).next;
        }
        marks.set(queue.fired());
        keepAtLook = 2 * looks;
    }

    private void skip(long last) {
        foreign = state.foreign();
        long period = queue.now() - keptAt;
        long times = (Math.min(last, foreign - 1) - queue.now()) / period;
        int[] slots = met.slots();
        long[] grown = new long[slots.length];
        for (int i = 0; i < slots.length; i++) {
            PacketFlow flow = flows.at(slots[i]);
            grown[i] = flow.next - nexts[i];
            if (grown[i] != 0) {
                // One full packet stays, so that no skipped event is the end of the flow.
                times = Math.min(times, (flow.size - payload - flow.next) / grown[i]);
            }
        }
        // Events from outside must be older than all that is moved, since they fire first within a tick.
        if (times < 1 || times * period <= reach) {
            return;
        }
        for (int i = 0; i < slots.length; i++) {
            grown[i] *= times;
        }
        long fired = times * marks.firedSince(queue.fired());
        marks.repeat(times, period);
        restore.shift(times * period, slots, grown, fired);
    }
}
