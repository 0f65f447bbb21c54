// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Tracks which packets of a sprayed flow have arrived, which are acknowledged and which are to be resent, by number. Packets arrive
 * in any order over different paths, so each is acknowledged and resent individually; a flow takes three bits per packet.
 */
public final class PacketLedger {
    private final Flows flows;
    private final int payload;
    private Packets[] of = new Packets[64];

    /** What became of the packets of a flow. */
    private static final class Packets {
        final BitSet received = new BitSet();
        final BitSet acknowledged = new BitSet();
        final BitSet again = new BitSet();
        /** Before this one, none is to be resent. */
        int firstAgain;
        /** How many have not reached the receiver. */
        int missing;
    }

    /** Creates an empty ledger; {@code payload} is in bytes per packet. */
    public PacketLedger(Flows flows, int payload) {
        this.flows = flows;
        this.payload = payload;
    }

    /** A flow begins with no packet sent. */
    public void begins(int flow) {
        if (flow >= of.length) {
            of = Arrays.copyOf(of, Math.max(flow + 1, of.length * 2));
        }
        of[flow] = new Packets();
        of[flow].missing = packet(flows.at(flow).size + payload - 1);
        flows.at(flow).returned = 0;
    }

    /** A flow is done. */
    public void ends(int flow) {
        of[flow] = null;
    }

    /** Whether a packet is to be resent; such packets go first. */
    public boolean waits(int flow) {
        return !of[flow].again.isEmpty();
    }

    /** Takes the first byte of the earliest packet to be resent. */
    public long take(int flow) {
        Packets packets = of[flow];
        int packet = packets.again.nextSetBit(packets.firstAgain);
        packets.again.clear(packet);
        packets.firstAgain = packet;
        flows.at(flow).returned -= bytes(flow, packet);
        return (long) packet * payload;
    }

    /** The packet that starts with a byte has reached the receiver; whether it was the last one that was missing there. */
    public boolean received(int flow, long sequence) {
        Packets packets = of[flow];
        int packet = packet(sequence);
        if (packets.received.get(packet)) {
            return false;
        }
        packets.received.set(packet);
        return --packets.missing == 0;
    }

    /** The packet that starts with a byte is acknowledged; counts once. */
    public void acknowledged(int flow, long sequence) {
        Packets packets = of[flow];
        int packet = packet(sequence);
        if (packets.acknowledged.get(packet)) {
            return;
        }
        packets.acknowledged.set(packet);
        flows.at(flow).acknowledged += bytes(flow, packet);
        if (packets.again.get(packet)) {
            packets.again.clear(packet);
            flows.at(flow).returned -= bytes(flow, packet);
        }
    }

    /** The packet that starts with a byte did not arrive intact and will be resent. */
    public void returned(int flow, long sequence) {
        Packets packets = of[flow];
        int packet = packet(sequence);
        if (!packets.acknowledged.get(packet) && !packets.again.get(packet)) {
            packets.again.set(packet);
            packets.firstAgain = Math.min(packets.firstAgain, packet);
            flows.at(flow).returned += bytes(flow, packet);
        }
    }

    /** Everything sent and not acknowledged will be resent. */
    public void returnAll(int flow) {
        BitSet acknowledged = of[flow].acknowledged;
        int sent = packet(flows.at(flow).next + payload - 1);
        for (int packet = acknowledged.nextClearBit(0); packet < sent; packet = acknowledged.nextClearBit(packet + 1)) {
            returned(flow, (long) packet * payload);
        }
    }

    private int packet(long sequence) {
        return Math.toIntExact(sequence / payload);
    }

    private long bytes(int flow, int packet) {
        return Math.min(payload, flows.at(flow).size - (long) packet * payload);
    }
}
