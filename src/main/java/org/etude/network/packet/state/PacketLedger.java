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
    private BitSet[] acknowledged = new BitSet[64];
    private BitSet[] again = new BitSet[64];
    private BitSet[] received = new BitSet[64];

    /** Creates an empty ledger; {@code payload} is in bytes per packet. */
    public PacketLedger(Flows flows, int payload) {
        this.flows = flows;
        this.payload = payload;
    }

    /** A flow begins with no packet sent. */
    public void begins(int flow) {
        if (flow >= again.length) {
            int to = Math.max(flow + 1, again.length * 2);
            acknowledged = Arrays.copyOf(acknowledged, to);
            again = Arrays.copyOf(again, to);
            received = Arrays.copyOf(received, to);
        }
        acknowledged[flow] = new BitSet();
        again[flow] = new BitSet();
        received[flow] = new BitSet();
        flows.at(flow).returned = 0;
    }

    /** A flow is done. */
    public void ends(int flow) {
        acknowledged[flow] = null;
        again[flow] = null;
        received[flow] = null;
    }

    /** Whether a packet is to be resent; such packets go first. */
    public boolean waits(int flow) {
        return !again[flow].isEmpty();
    }

    /** Takes the first byte of the earliest packet to be resent. */
    public long take(int flow) {
        int packet = again[flow].nextSetBit(0);
        again[flow].clear(packet);
        flows.at(flow).returned -= bytes(flow, packet);
        return (long) packet * payload;
    }

    /** The packet that starts with a byte has reached the receiver; whether it was the last one that was missing there. */
    public boolean received(int flow, long sequence) {
        int packet = packet(sequence);
        if (received[flow].get(packet)) {
            return false;
        }
        received[flow].set(packet);
        int packets = packet(flows.at(flow).size + payload - 1);
        return received[flow].nextClearBit(0) == packets;
    }

    /** The packet that starts with a byte is acknowledged; counts once. */
    public void acknowledged(int flow, long sequence) {
        int packet = packet(sequence);
        if (acknowledged[flow].get(packet)) {
            return;
        }
        acknowledged[flow].set(packet);
        flows.at(flow).acknowledged += bytes(flow, packet);
        if (again[flow].get(packet)) {
            again[flow].clear(packet);
            flows.at(flow).returned -= bytes(flow, packet);
        }
    }

    /** The packet that starts with a byte did not arrive intact and will be resent. */
    public void returned(int flow, long sequence) {
        int packet = packet(sequence);
        if (!acknowledged[flow].get(packet) && !again[flow].get(packet)) {
            again[flow].set(packet);
            flows.at(flow).returned += bytes(flow, packet);
        }
    }

    /** Everything sent and not acknowledged will be resent. */
    public void returnAll(int flow) {
        int sent = packet(flows.at(flow).next + payload - 1);
        for (int packet = acknowledged[flow].nextClearBit(0);
                packet < sent;
                packet = acknowledged[flow].nextClearBit(packet + 1)) {
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
