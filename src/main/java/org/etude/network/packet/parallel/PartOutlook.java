// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import org.etude.network.packet.device.PacketEngine;
import org.etude.network.packet.part.NetworkPart;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.SwitchBuffers;

/**
 * What a part of a network will do as far as that is known beforehand: for how long none of its flows can end, how many packets pass
 * meanwhile, and whether a switch may mark a packet or pause a port.
 */
final class PartOutlook {
    private final PacketEngine engine;
    private final int payload;
    private final int frameBytes;
    private final int replyBytes;

    /** By port: the most bytes that may be in flight through it at a time, and those that are still to come to it. */
    private final Int2LongOpenHashMap inFlight = new Int2LongOpenHashMap();

    private final Int2LongOpenHashMap toCome = new Int2LongOpenHashMap();
    /** By port and the port by which they enter its switch: the bytes to come. */
    private final Long2LongOpenHashMap toComeBy = new Long2LongOpenHashMap();
    /** By port: the most bytes to come by one link that is no faster. */
    private final Int2LongOpenHashMap byOne = new Int2LongOpenHashMap();

    PartOutlook(PacketEngine engine, int payload) {
        this.engine = engine;
        this.payload = payload;
        frameBytes = engine.nic.frameBytes();
        replyBytes = engine.hosts.replyBytes();
    }

    /**
     * A number of ns after which the layer above can have heard of no flow: the packets left take that long at the NIC, and the last one
     * that long on an empty path, with its acknowledgement unless arrivals are announced; 0 when that is not known.
     */
    long quietNanos(int[] slots) {
        long least = Long.MAX_VALUE;
        for (int slot : slots) {
            PacketFlow flow = engine.flows.at(slot);
            if (!flow.done) {
                least = Math.min(least, quietNanos(slot, flow));
            }
        }
        return least == Long.MAX_VALUE ? 0 : least;
    }

    private long quietNanos(int slot, PacketFlow flow) {
        if (flow.nackTimer != 0 || flow.expected >= flow.size) {
            // What is sent again may be on its way already.
            return 0;
        }
        boolean announces = engine.announcesArrivals();
        long back = announces ? 0 : engine.flows.pathNanos(slot, true, engine.ports, replyBytes);
        if (flow.next >= flow.size) {
            return back;
        }
        Port nic = engine.ports.at(flow.nic);
        long all = (packetsLeft(flow) - 1) * engine.ports.serialisation(nic, frameBytes);
        return all + engine.flows.pathNanos(slot, false, engine.ports, 0) + back;
    }

    private long packetsLeft(PacketFlow flow) {
        return (flow.size - flow.next + payload - 1) / payload;
    }

    /** About how many packet-hops pass within a number of ns if every flow sends at the rate of its NIC. */
    long hops(int[] slots, long nanos) {
        long hops = 0;
        for (int slot : slots) {
            PacketFlow flow = engine.flows.at(slot);
            if (!flow.done && flow.next < flow.size) {
                long each = Math.max(1, engine.ports.serialisation(engine.ports.at(flow.nic), frameBytes));
                hops += Math.min(packetsLeft(flow), nanos / each) * (links(flow, 0) + links(flow, engine.flows.stride));
            }
        }
        return hops;
    }

    private long links(PacketFlow flow, int base) {
        boolean back = base > 0;
        int node = back ? flow.destination : flow.source;
        int to = back ? flow.source : flow.destination;
        int hop = 0;
        while (node != to && hop < engine.flows.stride) {
            node = engine.ports.at(flow.path[base + hop++] ^ 1).node;
        }
        return hop;
    }

    /**
     * Whether no packet can be marked and no port paused, whatever happens in the part. At a port no more can wait than the windows
     * and messages of its flows let be in flight; nor more than all that is still to come by other links than one which is no
     * faster than the port, as what comes by that one leaves as fast as it comes.
     */
    boolean isCalm(NetworkPart part, int[] slots) {
        inFlight.clear();
        toCome.clear();
        toComeBy.clear();
        for (int slot : slots) {
            add(slot);
        }
        for (Long2LongMap.Entry entry : toComeBy.long2LongEntrySet()) {
            int out = (int) (entry.getLongKey() >> 32);
            if (leavesAsItComes(engine.ports.at((int) entry.getLongKey()), engine.ports.at(out))) {
                byOne.put(out, Math.max(byOne.get(out), entry.getLongValue()));
            }
        }
        boolean calm = staysQuiet(part);
        byOne.clear();
        return calm;
    }

    private boolean staysQuiet(NetworkPart part) {
        Int2LongOpenHashMap ofNode = new Int2LongOpenHashMap();
        for (Int2LongMap.Entry entry : inFlight.int2LongEntrySet()) {
            ofNode.addTo(engine.ports.at(entry.getIntKey()).node, most(entry.getIntKey()));
        }
        for (int id : part.ports()) {
            Port port = engine.ports.at(id);
            if (port.paused || port.pausing || port.down || port.headroomUsed > 0) {
                return false;
            }
            if (!port.host && !SwitchBuffers.staysQuiet(port, most(id), ofNode.get(port.node))) {
                return false;
            }
        }
        return true;
    }

    private long most(int port) {
        long others = toCome.get(port) - byOne.get(port);
        return Math.min(inFlight.get(port), engine.ports.at(port).egress + 2L * frameBytes + others);
    }

    private static boolean leavesAsItComes(Port in, Port out) {
        // Times are rounded to ns, so only equal or clearly slower links are known to be no faster.
        return in.bitsPerSecond == out.bitsPerSecond || in.bitsPerSecond <= out.bitsPerSecond / 2;
    }

    private void add(int slot) {
        PacketFlow flow = engine.flows.at(slot);
        if (flow.done && engine.nic.isMerelyListed(slot)) {
            return;
        }
        long packets = engine.flows.references(slot);
        long most = packets;
        if (!flow.done) {
            long bytes = flow.size - Math.min(flow.acknowledged, flow.next);
            long sent = flow.window == 0 ? bytes : Math.min(bytes, flow.window + payload);
            most += sent / payload + 2;
            packets += bytes / payload + 2;
        }
        add(flow, 0, most * frameBytes, packets * frameBytes);
        add(flow, engine.flows.stride, most * replyBytes, packets * replyBytes);
    }

    private void add(PacketFlow flow, int base, long flying, long coming) {
        int node = base == 0 ? flow.source : flow.destination;
        int to = base == 0 ? flow.destination : flow.source;
        int in = -1;
        for (int hop = 0; node != to && hop < engine.flows.stride; hop++) {
            int port = flow.path[base + hop];
            inFlight.addTo(port, flying);
            toCome.addTo(port, coming);
            if (in >= 0) {
                toComeBy.addTo((long) port << 32 | in, coming);
            }
            in = port ^ 1;
            node = engine.ports.at(in).node;
        }
    }
}
