// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.Ports;

/** The counters of a part of a network at some time, from which their growth is computed. */
final class PartCounters {
    private static final int OF_PORT = PortTotals.COUNT;
    /** With the largest queue. */
    private static final int WIDTH = OF_PORT + 1;

    private final Ports ports;
    private final HostNic nic;
    private final int[] of;
    /** By port, its place among these. */
    private final Int2IntOpenHashMap places = new Int2IntOpenHashMap();

    private final long[] before;
    private final long[] peaks;
    private long wakeUps;

    /** Takes the counters of some ports, and lets their peaks begin anew. */
    PartCounters(Ports ports, HostNic nic, int[] of) {
        this.ports = ports;
        this.nic = nic;
        this.of = of;
        places.defaultReturnValue(-1);
        before = new long[of.length * OF_PORT];
        peaks = new long[of.length];
        for (int i = 0; i < of.length; i++) {
            Port port = ports.at(of[i]);
            places.put(of[i], i);
            PortTotals.read(port, before, i * OF_PORT);
            peaks[i] = port.peakQueueBytes;
            port.peakQueueBytes = 0;
        }
        wakeUps = nic.wakeUps(of);
    }

    /** Merges the peaks reached since with those before. */
    void mergePeaks() {
        for (int i = 0; i < of.length; i++) {
            PortTotals.mergePeak(ports.at(of[i]), peaks[i]);
        }
    }

    /** The number of packets that have passed a link since. */
    long hops() {
        long hops = 0;
        for (int i = 0; i < of.length; i++) {
            hops += ports.at(of[i]).arrived - before[i * OF_PORT + 3];
        }
        return hops;
    }

    /** The number of events that were scheduled since. */
    long scheduled() {
        long events = nic.wakeUps(of) - wakeUps;
        for (int i = 0; i < of.length; i++) {
            events += 2 * (ports.at(of[i]).packets - before[i * OF_PORT + 1]);
        }
        return events;
    }

    /**
     * The growth since.
     *
     * @param numbering the numbers of the ports
     * @param fired the number of events that fired since
     */
    Growth growth(NetworkState.Numbering numbering, long fired) {
        int count = 2 * numbering.links().length;
        long[] grown = new long[count * WIDTH];
        for (int i = 0; i < count; i++) {
            Port port = ports.at(numbering.port(i));
            PortTotals.growth(port, before, places.get(port.id) * OF_PORT, grown, i * WIDTH);
            grown[i * WIDTH + OF_PORT] = port.peakQueueBytes;
        }
        return new Growth(grown, hops(), fired);
    }

    /**
     * How much counters grew.
     *
     * @param counts by number of the port: bytes, packets, busy ns, arrivals and the largest queue
     * @param hops packets that passed a link
     * @param fired events that fired
     */
    record Growth(long[] counts, long hops, long fired) {
        /** Adds it to the ports with these numbers. */
        void addTo(Ports ports, PortCounters counters, NetworkState.Numbering numbering) {
            for (int i = 0; i < counts.length / WIDTH; i++) {
                Port port = ports.at(numbering.port(i));
                int at = i * WIDTH;
                PortTotals.grow(port, counts, at, 1);
                PortTotals.mergePeak(port, counts[at + OF_PORT]);
            }
            counters.hops += hops;
            counters.skippedHops += hops;
        }
    }
}
