// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.etude.network.packet.congestion.RateControl;
import org.etude.network.packet.state.CellPool;
import org.etude.network.packet.state.Flows;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.PacketLedger;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.Ports;
import org.etude.spec.network.FrameSpec;
import org.etude.spec.network.TransportSpec;

/**
 * Chooses what a host's NIC sends next: acknowledgements first, then the flows in turn, each within its window and at
 * its rate.
 */
public final class HostNic {
    private static final long NO_WAKE = Long.MAX_VALUE;

    private final LinkTransmitter wire;
    private final CellPool pool;
    private final Ports ports;
    private final Flows flows;
    private final TransportSpec spec;
    private final RateControl control;
    private final boolean inOrder;
    private final int wakes;
    private final int dataOverhead;

    private final int[][] list;
    private final int[] listed;
    private final int[] last;
    private final long[] wakeAt;
    /** Distinguishes a superseded wake-up from the valid one. */
    private final int[] wakeStamp;
    /** The number of wake-ups that have fired. */
    private long woken;

    /** Which packets of sprayed flows are to be sent again, or null when flows are not sprayed. */
    private final PacketLedger ledger;

    /** The handler notified when a flow's last packet is on the wire, or -1. */
    private int leaves = -1;

    /** Hears of each flow whose last packet begins to leave, or null. */
    private IntConsumer lastPackets;

    /** Creates the NICs of all hosts. */
    public HostNic(
            LinkTransmitter wire,
            TransportSpec spec,
            RateControl control,
            int telemetryBytes,
            int wakes,
            PacketLedger ledger) {
        this.wire = wire;
        this.pool = wire.pool;
        this.ports = wire.ports;
        this.flows = wire.flows;
        this.spec = spec;
        this.control = control;
        inOrder = spec.inOrder();
        this.wakes = wakes;
        this.ledger = ledger;
        dataOverhead = spec.frames().dataBytes() + telemetryBytes;
        list = new int[ports.count][4];
        listed = new int[ports.count];
        last = new int[ports.count];
        wakeAt = new long[ports.count];
        wakeStamp = new int[ports.count];
        Arrays.fill(wakeAt, NO_WAKE);
    }

    /** Calls a handler with the message of each flow whose last packet has left. */
    public void onDeparture(int handler) {
        leaves = handler;
    }

    /** Calls with each flow whose last packet begins to leave, again if it is sent again. */
    void onLastPacket(IntConsumer hears) {
        lastPackets = hears;
    }

    /** Appends a flow to a port's list. */
    public void add(int port, int flow) {
        if (listed[port] == list[port].length) {
            list[port] = Arrays.copyOf(list[port], listed[port] * 2);
        }
        list[port][listed[port]++] = flow;
        flows.refer(flow);
    }

    /** Empties a port's list, because paths changed. */
    void takeAll(int port) {
        for (int i = 0; i < listed[port]; i++) {
            flows.release(list[port][i]);
        }
        listed[port] = 0;
    }

    /** Whether a port has no flows and no wake-up. */
    public boolean idle(int port) {
        return listed[port] == 0 && wakeAt[port] == NO_WAKE;
    }

    public int listed(int port) {
        return listed[port];
    }

    public int flow(int port, int index) {
        return list[port][index];
    }

    /** Whether nothing of a flow is left but its place in a NIC's list, from which it will be dropped. */
    public boolean isMerelyListed(int slot) {
        PacketFlow flow = flows.at(slot);
        if (!flow.done || flows.references(slot) != 1) {
            return false;
        }
        for (int i = 0; i < listed[flow.nic]; i++) {
            if (list[flow.nic][i] == slot) {
                return true;
            }
        }
        return false;
    }

    public int last(int port) {
        return last[port];
    }

    /** Time until a port's wake-up in ns, or -1 when none is scheduled. */
    public long wakeAfter(int port, long now) {
        return wakeAt[port] == NO_WAKE ? -1 : wakeAt[port] - now;
    }

    /** Whether a wake-up is still valid. */
    public boolean holds(long argument) {
        return wakeStamp[(int) argument] == (int) (argument >> 32);
    }

    /** The argument of a valid or superseded wake-up of a port. */
    public long wakeArgument(int port, boolean holds) {
        return (long) (holds ? wakeStamp[port] : wakeStamp[port] - 1) << 32 | port;
    }

    /** Restores a port's list; the caller accounts for the references to flows. */
    public void restore(int port, int[] flowsListed, int lastChosen, long wake) {
        if (list[port].length < flowsListed.length) {
            list[port] = new int[flowsListed.length];
        }
        System.arraycopy(flowsListed, 0, list[port], 0, flowsListed.length);
        listed[port] = flowsListed.length;
        last[port] = lastChosen;
        wakeAt[port] = wake < 0 ? NO_WAKE : wake;
    }

    /** Takes over a port's list and wake-up from the same port in a copy of the network. */
    public void copy(HostNic other, int port) {
        int count = other.listed[port];
        if (list[port].length < count) {
            list[port] = new int[other.list[port].length];
        }
        System.arraycopy(other.list[port], 0, list[port], 0, count);
        listed[port] = count;
        last[port] = other.last[port];
        wakeAt[port] = other.wakeAt[port];
        wakeStamp[port] = other.wakeStamp[port];
    }

    /** Delays a port's wake-up. */
    public void delay(int port, long nanos) {
        if (wakeAt[port] != NO_WAKE) {
            wakeAt[port] += nanos;
        }
    }

    /** Sends the next packet at a host's port, unless it is busy. */
    public void kick(int port) {
        Port own = ports.at(port);
        if (own.busy || own.down) {
            return;
        }
        if (own.controlHead >= 0 && !(own.paused && !spec.ackHighPriority())) {
            wire.transmit(own, Ports.takeControl(pool, own));
            return;
        }
        if (listed[port] == 0) {
            return;
        }
        int choice = choose(port);
        if (choice >= 0) {
            last[port] = choice;
            sendData(port, list[port][choice]);
        } else {
            sleep(port);
        }
    }

    private int choose(int port) {
        int[] all = list[port];
        int n = listed[port];
        long now = wire.queue.now();
        boolean paused = ports.at(port).paused;
        int found = -1;
        int finished = Integer.MAX_VALUE;
        int at = last[port] < n ? last[port] : last[port] % n;
        for (int i = 0; i < n; i++) {
            at = at + 1 == n ? 0 : at + 1;
            PacketFlow flow = flows.at(all[at]);
            if (!paused && hasData(flow, all[at]) && flows.hasWindow(flow)) {
                if (flow.nextAvail <= now && isTurnOf(port, at)) {
                    found = at;
                    break;
                }
            } else if (flow.acknowledged >= flow.size && at < finished) {
                finished = at;
            }
        }
        return finished == Integer.MAX_VALUE ? found : compact(port, finished, found);
    }

    private boolean hasData(PacketFlow flow, int slot) {
        return flow.next < flow.size || ledger != null && !flow.done && ledger.waits(slot);
    }

    /** Whether no earlier message to the same host has anything left to send. */
    private boolean isTurnOf(int port, int index) {
        int[] all = list[port];
        PacketFlow own = flows.at(all[index]);
        if (!inOrder || own.isBackground()) {
            return true;
        }
        for (int i = 0; i < index; i++) {
            PacketFlow earlier = flows.at(all[i]);
            if (earlier.destination == own.destination && earlier.next < earlier.size && !earlier.isBackground()) {
                return false;
            }
        }
        return true;
    }

    private int compact(int port, int from, int found) {
        int[] all = list[port];
        int kept = from;
        int chosen = found;
        for (int i = from; i < listed[port]; i++) {
            int flow = all[i];
            // A flow may be acknowledged whole while part of it is to be sent again; if that is chosen it stays until
            // then.
            if (i != found && flows.at(flow).acknowledged >= flows.at(flow).size) {
                flows.release(flow);
                continue;
            }
            if (i == found) {
                chosen = kept;
            }
            all[kept++] = flow;
        }
        listed[port] = kept;
        return chosen;
    }

    private void sendData(int port, int slot) {
        PacketFlow flow = flows.at(slot);
        boolean again = ledger != null && ledger.waits(slot);
        long sequence = again ? ledger.take(slot) : flow.next;
        int payload = (int) Math.min(spec.payloadBytes(), flow.size - sequence);
        int size = payload + dataOverhead;
        int cell = pool.take();
        int at = cell << CellPool.SHIFT;
        int[] cells = pool.cells();
        cells[at + CellPool.FLOW] = slot;
        cells[at + CellPool.SIZE] = size;
        cells[at + CellPool.MARKS] = 0;
        pool.sequence(at, sequence);
        flows.refer(slot);
        flow.next += again ? 0 : payload;
        control.builds(cell);
        Port own = ports.at(port);
        long took = ports.serialisation(own, size);
        if (leaves >= 0 && flow.next == flow.size) {
            wire.queue.schedule(wire.queue.now() + took, leaves, flow.message);
        }
        wire.transmit(own, cell);
        flow.lastSize = size;
        if (lastPackets != null && flow.next == flow.size) {
            lastPackets.accept(slot);
        }
        long pace = spec.rateBound() ? flow.rate : flow.lineRate;
        long gap = pace == own.bitsPerSecond ? took : ports.frames.nanos(size, pace);
        flow.nextAvail = wire.queue.now() + gap;
    }

    /** The size of a full data packet, headers included. */
    public int frameBytes() {
        return spec.payloadBytes() + dataOverhead;
    }

    /** The size of a data packet's headers. */
    public int headerBytes() {
        return dataOverhead;
    }

    /** The payload of a data packet of this size. */
    public int payloadOf(int size) {
        return size - dataOverhead;
    }

    /**
     * Schedules a wake-up for when the first flow may send. As in the reference, flows that cannot send for another reason count as
     * well, and one that has sent all keeps the others asleep until it is acknowledged; not where arrivals are announced, after which
     * the next flow begins.
     */
    private void sleep(int port) {
        if (wakeAt[port] != NO_WAKE) {
            return;
        }
        int[] all = list[port];
        long now = wire.queue.now();
        long first = Long.MAX_VALUE;
        for (int i = 0; i < listed[port]; i++) {
            PacketFlow flow = flows.at(all[i]);
            long next = flow.nextAvail;
            boolean counts = lastPackets == null || hasData(flow, all[i]) && flows.hasWindow(flow);
            if (next < first && counts && isTurnOf(port, i)) {
                if (next <= now) {
                    return;
                }
                first = next;
            }
        }
        if (first != Long.MAX_VALUE) {
            wakeUp(port, first);
        }
    }

    private void wakeUp(int port, long at) {
        wakeAt[port] = at;
        wire.queue.schedule(at, wakes, (long) ++wakeStamp[port] << 32 | port);
    }

    /** Handles a wake-up; ignored when superseded. */
    public void wake(long argument) {
        int port = (int) argument;
        woken++;
        if (wakeStamp[port] == (int) (argument >> 32)) {
            wakeAt[port] = NO_WAKE;
            kick(port);
        }
    }

    /** The number of wake-ups ever scheduled at some ports. */
    public long wakeUps(int[] some) {
        long sum = 0;
        for (int port : some) {
            sum += wakeStamp[port];
        }
        return sum;
    }

    /** The number of wake-ups that have fired, superseded ones included. */
    public long woken() {
        return woken;
    }

    /** Changes a flow's rate, and with it the time at which the flow may send again. */
    public void changeRate(int slot, long bitsPerSecond) {
        PacketFlow flow = flows.at(slot);
        int size = flow.lastSize;
        FrameSpec frames = ports.frames;
        flow.nextAvail += frames.nanos(size, bitsPerSecond) - frames.nanos(size, flow.rate);
        int port = flow.nic;
        if (wakeAt[port] != NO_WAKE && flow.nextAvail < wakeAt[port]) {
            wakeUp(port, Math.max(wire.queue.now(), flow.nextAvail));
        }
        flows.setRate(slot, bitsPerSecond);
    }
}
