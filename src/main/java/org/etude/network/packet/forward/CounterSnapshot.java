// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.function.IntUnaryOperator;
import org.etude.network.packet.device.EcnMarker;
import org.etude.network.packet.device.LinkTransmitter;
import org.etude.network.packet.state.MarkRun;
import org.etude.network.packet.state.PauseLog;
import org.etude.network.packet.state.Port;
import org.etude.network.packet.state.PortCounters;
import org.etude.network.packet.state.Ports;

/** A snapshot of all counters, from which their growth is computed. */
final class CounterSnapshot {
    private static final int OF_PORT = PortTotals.COUNT;

    private final Ports ports;
    private final PortCounters counters;
    private final EcnMarker marker;
    private final PauseLog pauses;
    /** Counters that seldom grow, in columns by port. */
    private final long[][] columns;

    private final long[][] before;
    /** Those of {@link Port}, by port. */
    private final long[] totalsBefore;

    private final long[] peaks;
    /** A growth by column, within a column by the number of the port: those of one column are often alike. */
    private long[] grown = {};

    private final long[] ofPort = new long[OF_PORT + 1];
    private final StatePacker packer = new StatePacker();
    private long hops;
    private long dropped;
    private long frames;
    private long drawn;
    private long fired;
    private int pauseRows;
    private int decisions;

    CounterSnapshot(LinkTransmitter wire, EcnMarker marker, PauseLog pauses) {
        ports = wire.ports;
        counters = wire.counters;
        this.marker = marker;
        this.pauses = pauses;
        columns = counters.growing();
        before = new long[columns.length][ports.count];
        totalsBefore = new long[ports.count * OF_PORT];
        peaks = new long[ports.count];
    }

    /** Takes the snapshot now. */
    void set(long firedNow) {
        for (int column = 0; column < columns.length; column++) {
            System.arraycopy(columns[column], 0, before[column], 0, ports.count);
        }
        for (int at = 0; at < ports.count; at++) {
            PortTotals.read(ports.at(at), totalsBefore, at * OF_PORT);
        }
        hops = counters.hops;
        dropped = counters.dropped;
        frames = marker.frames();
        drawn = marker.drawn();
        fired = firedNow;
        pauseRows = pauses == null ? 0 : pauses.size();
        decisions = marker.later() == null ? 0 : marker.later().size();
    }

    /** Resets queue peaks, so that those reached from here on can be read. */
    void resetPeaks() {
        for (int port = 0; port < ports.count; port++) {
            peaks[port] = ports.at(port).peakQueueBytes;
            ports.at(port).peakQueueBytes = 0;
        }
    }

    /** Merges the peaks reached since {@link #resetPeaks} with those before. */
    void mergePeaks() {
        for (int port = 0; port < ports.count; port++) {
            PortTotals.mergePeak(ports.at(port), peaks[port]);
        }
    }

    /** Whether a random number was drawn since the snapshot. */
    boolean drew() {
        return marker.drawn() != drawn;
    }

    long hopsSince() {
        return counters.hops - hops;
    }

    long firedSince(long firedNow) {
        return firedNow - fired;
    }

    /** Adds the growth since the snapshot again, {@code times} times, each {@code nanos} after the previous. */
    void repeat(long times, long nanos) {
        for (int column = 0; column < columns.length; column++) {
            long[] now = columns[column];
            for (int port = 0; port < ports.count; port++) {
                now[port] += times * (now[port] - before[column][port]);
            }
        }
        long[] grown = new long[OF_PORT];
        for (int at = 0; at < ports.count; at++) {
            PortTotals.growth(ports.at(at), totalsBefore, at * OF_PORT, grown, 0);
            PortTotals.grow(ports.at(at), grown, 0, times);
        }
        long more = times * (counters.hops - hops);
        counters.hops += more;
        counters.skippedHops += more;
        counters.dropped += times * (counters.dropped - dropped);
        marker.framesMade(times * (marker.frames() - frames));
        if (marker.later() != null) {
            marker.later().repeat(decisions, times);
        }
        if (pauses != null) {
            int end = pauses.size();
            for (long i = 1; i <= times && end > pauseRows; i++) {
                pauses.repeat(pauseRows, end, i * nanos);
            }
        }
    }

    /**
     * The growth since the snapshot including peaks, to be added elsewhere.
     *
     * @param links the links whose ports changed, by number
     * @param numberOf the number of a port
     */
    Growth growth(long firedNow, long begun, int[] links, IntUnaryOperator numberOf) {
        int count = 2 * links.length;
        makeRoom(count);
        for (int i = 0; i < count; i++) {
            int port = 2 * links[i >> 1] + (i & 1);
            for (int column = 0; column < columns.length; column++) {
                grown[column * count + i] = columns[column][port] - before[column][port];
            }
            PortTotals.growth(ports.at(port), totalsBefore, port * OF_PORT, ofPort, 0);
            ofPort[OF_PORT] = ports.at(port).peakQueueBytes;
            for (int total = 0; total <= OF_PORT; total++) {
                grown[(columns.length + total) * count + i] = ofPort[total];
            }
        }
        packer.pack(grown, width() * count);
        int rows = pauses == null ? 0 : pauses.size() - pauseRows;
        long[] pauseAt = new long[rows];
        int[] pausePort = new int[rows];
        for (int i = 0; i < rows; i++) {
            pauseAt[i] = pauses.nanos(pauseRows + i) - begun;
            pausePort[i] = numberOf.applyAsInt(pauses.port(pauseRows + i)) << 1 | (pauses.pause(pauseRows + i) ? 1 : 0);
        }
        return new Growth(
                new KeptState(packer.packed(), width() * count),
                new long[] {counters.hops - hops, counters.dropped - dropped, marker.frames() - frames, firedNow - fired
                },
                pauseAt,
                pausePort,
                marker.later() == null ? MarkRun.none() : marker.later().since(decisions, numberOf));
    }

    /** How many numbers a port has: of each column, its totals, its largest queue. */
    private int width() {
        return columns.length + OF_PORT + 1;
    }

    private void makeRoom(int count) {
        if (grown.length < width() * count) {
            grown = new long[width() * count];
        }
    }

    /** Adds a growth recorded at another time, possibly at other ports. */
    void add(Growth growth, long begun, NetworkState.Numbering numbering) {
        int count = 2 * numbering.links().length;
        makeRoom(count);
        StatePacker.unpack(growth.grown.packed(), grown);
        for (int i = 0; i < count; i++) {
            int port = numbering.port(i);
            for (int column = 0; column < columns.length; column++) {
                columns[column][port] += grown[column * count + i];
            }
            for (int total = 0; total <= OF_PORT; total++) {
                ofPort[total] = grown[(columns.length + total) * count + i];
            }
            PortTotals.grow(ports.at(port), ofPort, 0, 1);
            PortTotals.mergePeak(ports.at(port), ofPort[OF_PORT]);
        }
        counters.hops += growth.totals[0];
        counters.skippedHops += growth.totals[0];
        counters.dropped += growth.totals[1];
        marker.framesMade(growth.totals[2]);
        if (marker.later() != null) {
            marker.later().addAll(growth.decisions, numbering.links());
        }
        for (int i = 0; i < growth.pauseAt.length; i++) {
            pauses.add(
                    begun + growth.pauseAt[i],
                    numbering.port(growth.pausePort[i] >> 1),
                    (growth.pausePort[i] & 1) == 1);
        }
    }

    /** How much counters grew: for each port by number, its growths and its largest queue; totals; pauses; mark decisions to be drawn. */
    record Growth(KeptState grown, long[] totals, long[] pauseAt, int[] pausePort, MarkRun decisions) {
        long hops() {
            return totals[0];
        }

        long fired() {
            return totals[3];
        }

        long words() {
            return grown.words() + pauseAt.length * 2L + decisions.words();
        }
    }
}
