// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.etude.network.packet.state.PacketFlow;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.Ports;

/**
 * What the switches on a path write into HPCC packets: time, bytes sent and queue, in units, and by which port. Readers see each
 * field as wide as the headers have it: in the reference it wraps round, a link's rate has one of seven codes, and there are five
 * records; of our own, fields are as wide as counters, and as many as a path has switches. Source of the widths: the reference's
 * {@code IntHop}.
 */
final class HopRecords {
    private static final long GBPS = 1_000_000_000L;
    private static final long[] CODED = {
        25 * GBPS, 50 * GBPS, 100 * GBPS, 200 * GBPS, 400 * GBPS, 2400 * GBPS, 1200 * GBPS
    };

    static final int REFERENCE_HOPS = 5;
    private static final long BYTES_UNIT = 128;
    private static final long QUEUE_UNIT = 80;
    private static final int TIME_BITS = 24;
    private static final int BYTES_BITS = 20;
    private static final int QUEUE_BITS = 17;

    private static final int BITS = Byte.SIZE;
    private static final int TIME = 0;
    private static final int BYTES = 1;
    private static final int QUEUE = 2;
    private static final int PORT = 3;
    private static final int WORDS = 4;

    /** The number of records that fit. */
    final int hops;

    private final long timeMask;
    private final long bytesMask;
    private final long queueMask;
    private final boolean wide;
    private final long scale;
    private final Telemetry packets;
    /** The rate that a record states, by port, bit/s. */
    private final long[] rates;
    /** By flow and hop, the record read last. */
    private long[] seen = {};

    private long misread;

    private HopRecords(boolean wide, int hops, int scale, long[] rates) {
        this.wide = wide;
        this.hops = hops;
        timeMask = wide ? Long.MAX_VALUE : (1L << TIME_BITS) - 1;
        bytesMask = wide ? Long.MAX_VALUE : (1L << BYTES_BITS) - 1;
        queueMask = wide ? Long.MAX_VALUE : (1L << QUEUE_BITS) - 1;
        this.scale = scale;
        this.rates = rates;
        packets = new Telemetry(hops * WORDS);
    }

    /** The reference's: a rate that is not coded is stated as 25 Gbit/s. The scale multiplies the units. */
    static HopRecords ofReference(Ports ports, int scale) {
        return new HopRecords(false, REFERENCE_HOPS, scale, rates(ports, rate -> isCoded(rate) ? rate : CODED[0]));
    }

    /** Records of full width for paths of up to this many switches. */
    static HopRecords wide(Ports ports, int scale, int hops) {
        return new HopRecords(true, Math.max(REFERENCE_HOPS, hops), scale, rates(ports, rate -> rate));
    }

    private static long[] rates(Ports ports, LongUnaryOperator stated) {
        return ports.column(port -> stated.applyAsLong(port.bitsPerSecond));
    }

    /** Whether the reference has a code for a rate, bit/s. */
    static boolean isCoded(long bitsPerSecond) {
        return LongStream.of(CODED).anyMatch(coded -> coded == bitsPerSecond);
    }

    void grow(int flows) {
        seen = Arrays.copyOf(seen, flows * hops * WORDS);
    }

    /** Forgets what was read of a flow's path. */
    void forget(int flow) {
        Arrays.fill(seen, flow * hops * WORDS, (flow + 1) * hops * WORDS, 0);
    }

    /** Takes over what was read of a flow's path from records of the same format. */
    void copy(HopRecords other, int flow) {
        int at = flow * hops * WORDS;
        System.arraycopy(other.seen, at, seen, at, hops * WORDS);
    }

    /** Takes over a packet's records from records of the same format, in which it is another cell. */
    void copyPacket(HopRecords other, int cellThere, int cell) {
        packets.copy(other.packets, cellThere, cell);
    }

    void addMisread(long more) {
        misread += more;
    }

    /** A switch writes its record into a packet, over an earlier one when there are more switches than records. */
    void write(int packet, int writer, long now, Port port) {
        int at = writer % hops * WORDS;
        packets.set(packet, at + TIME, now);
        packets.set(packet, at + BYTES, port.sentBytes / (BYTES_UNIT * scale));
        packets.set(packet, at + QUEUE, port.queuedBytes / (QUEUE_UNIT * scale));
        packets.set(packet, at + PORT, port.id + 1L);
    }

    /** Remembers a packet's record of a hop as the one read last. */
    void keep(int flow, int packet, int hop) {
        int at = (flow * hops + hop) * WORDS;
        for (int word = 0; word < WORDS; word++) {
            seen[at + word] = packets.get(packet, hop * WORDS + word);
        }
    }

    /** The queue that a packet's record states, bytes. */
    long queue(int packet, int hop) {
        return queue(packets.get(packet, hop * WORDS + QUEUE));
    }

    /** The smaller one of that and of the record read last. */
    long standingQueue(int flow, int packet, int hop) {
        return Math.min(queue(packet, hop), queue(seen[(flow * hops + hop) * WORDS + QUEUE]));
    }

    private long queue(long units) {
        return read(units, queueMask) * QUEUE_UNIT * scale;
    }

    /** The time since the record read last, ns; at least 1 unless the field is the reference's. */
    long elapsed(int flow, int packet, int hop) {
        long time = since(flow, packet, hop, TIME);
        return wide ? Math.max(1, time) : read(time, timeMask);
    }

    /** The bytes sent since the record read last; none of another port, unless the field is the reference's. */
    long sent(int flow, int packet, int hop) {
        long units = since(flow, packet, hop, BYTES);
        boolean known = !wide || units > 0 && since(flow, packet, hop, PORT) == 0;
        return known ? read(units, bytesMask) * BYTES_UNIT * scale : 0;
    }

    private long since(int flow, int packet, int hop, int word) {
        return packets.get(packet, hop * WORDS + word) - seen[(flow * hops + hop) * WORDS + word];
    }

    /** What a full window of a flow holds, bytes: without windows its bandwidth-delay product, where the reference takes 0. */
    long window(PacketFlow flow) {
        return wide && flow.window == 0 ? Math.max(1, flow.lineRate / BITS * flow.baseRtt / GBPS) : flow.window;
    }

    private long read(long value, long mask) {
        if ((value & mask) != value) {
            misread++;
        }
        return value & mask;
    }

    /** The rate that a packet's record states, bit/s. */
    long rate(int packet, int hop) {
        return rates[(int) packets.get(packet, hop * WORDS + PORT) - 1];
    }

    /** How many values did not fit into their fields. */
    long misread() {
        return misread;
    }
}
