// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import org.etude.network.packet.device.HostNic;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.Ports;

/** The counters of a part of a network at some time, from which their growth is computed. */
final class PartCounters {
    private static final int WIDTH = 5;

    private final Ports ports;
    private final HostNic nic;
    private final int[] of;
    private final long[] before;
    private final long[] peaks;
    private long wakeUps;

    /** Takes the counters of some ports, and lets their peaks begin anew. */
    PartCounters(Ports ports, HostNic nic, int[] of) {
        this.ports = ports;
        this.nic = nic;
        this.of = of;
        before = new long[ports.count * WIDTH];
        peaks = new long[of.length];
        for (int i = 0; i < of.length; i++) {
            Port port = ports.at(of[i]);
            write(port, before);
            peaks[i] = port.peakQueueBytes;
            port.peakQueueBytes = 0;
        }
        wakeUps = nic.wakeUps(of);
    }

    private static void write(Port port, long[] into) {
        int at = port.id * WIDTH;
        into[at] = port.sentBytes;
        into[at + 1] = port.packets;
        into[at + 2] = port.busyNanos;
        into[at + 3] = port.arrived;
    }

    /** Merges the peaks reached since with those before. */
    void mergePeaks() {
        for (int i = 0; i < of.length; i++) {
            Port port = ports.at(of[i]);
            port.peakQueueBytes = Math.max(port.peakQueueBytes, peaks[i]);
        }
    }

    /** The number of packets that have passed a link since. */
    long hops() {
        long hops = 0;
        for (int port : of) {
            hops += ports.at(port).arrived - before[port * WIDTH + 3];
        }
        return hops;
    }

    /** The number of events that were scheduled since. */
    long scheduled() {
        long events = nic.wakeUps(of) - wakeUps;
        for (int port : of) {
            events += 2 * (ports.at(port).packets - before[port * WIDTH + 1]);
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
        long[] now = new long[ports.count * WIDTH];
        for (int i = 0; i < count; i++) {
            int at = numbering.port(i) * WIDTH;
            write(ports.at(numbering.port(i)), now);
            for (int j = 0; j < WIDTH - 1; j++) {
                grown[i * WIDTH + j] = now[at + j] - before[at + j];
            }
            grown[i * WIDTH + WIDTH - 1] = ports.at(numbering.port(i)).peakQueueBytes;
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
                port.sentBytes += counts[at];
                port.packets += counts[at + 1];
                port.busyNanos += counts[at + 2];
                port.arrived += counts[at + 3];
                port.peakQueueBytes = Math.max(port.peakQueueBytes, counts[at + 4]);
            }
            counters.hops += hops;
            counters.skippedHops += hops;
        }
    }
}
