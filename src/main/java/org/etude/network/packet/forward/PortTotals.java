// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import org.etude.network.packet.state.Port;

/** The counters of a port that every packet changes, as numbers in a row: bytes, packets, busy ns, arrivals. */
final class PortTotals {
    /** How many numbers they are. */
    static final int COUNT = 4;

    private PortTotals() {}

    static void read(Port port, long[] into, int at) {
        into[at] = port.sentBytes;
        into[at + 1] = port.packets;
        into[at + 2] = port.busyNanos;
        into[at + 3] = port.arrived;
    }

    /** Writes how much they grew since they were read. */
    static void growth(Port port, long[] before, int from, long[] into, int at) {
        read(port, into, at);
        for (int i = 0; i < COUNT; i++) {
            into[at + i] -= before[from + i];
        }
    }

    /** Adds a growth to them, this many times. */
    static void grow(Port port, long[] by, int at, long times) {
        port.sentBytes += times * by[at];
        port.packets += times * by[at + 1];
        port.busyNanos += times * by[at + 2];
        port.arrived += times * by[at + 3];
    }

    /** Raises the largest queue to one that was seen at another time. */
    static void mergePeak(Port port, long peak) {
        port.peakQueueBytes = Math.max(port.peakQueueBytes, peak);
    }
}
