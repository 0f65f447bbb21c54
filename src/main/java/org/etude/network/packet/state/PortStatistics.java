// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.ArrayList;
import java.util.List;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.FrameSpec;

/** Statistics of each port so far, by port number; link k has port 2k at its first end and 2k+1 at its second. */
public final class PortStatistics {
    /** Where the columns of {@link #counted} hold the counters of what seldom happens, and the last one. */
    private static final int FIRST_SELDOM = 4;

    private static final int ARRIVED = 12;

    private final PacketTopology topology;
    private final Ports ports;
    private final PortCounters counters;
    private final long now;
    private final Runnable drawsMarks;

    /**
     * Creates the statistics up to {@code now}, in nanoseconds.
     *
     * @param drawsMarks called before marks are read, to count the deferred ones
     */
    public PortStatistics(PacketTopology topology, Ports ports, PortCounters counters, long now, Runnable drawsMarks) {
        this.topology = topology;
        this.ports = ports;
        this.counters = counters;
        this.now = now;
        this.drawsMarks = drawsMarks;
    }

    /** The number of ports. */
    public int size() {
        return ports.count;
    }

    /** The node of the port. */
    public int node(int port) {
        return ports.at(port).node;
    }

    /** The node at the other end of the link. */
    public int peer(int port) {
        return ports.at(port ^ 1).node;
    }

    /** Whether the port belongs to a host. */
    public boolean isHost(int port) {
        return topology.isHost(ports.at(port).node);
    }

    /** The number of the port on its node, from 1. */
    public int number(int port) {
        return ports.at(port).number;
    }

    /** The rate, bit/s. */
    public long bitsPerSecond(int port) {
        return ports.at(port).bitsPerSecond;
    }

    /** The number of frames of any kind sent. */
    public long packets(int port) {
        return ports.at(port).packets;
    }

    /** The number of bytes sent, headers included. */
    public long bytes(int port) {
        return ports.at(port).sentBytes;
    }

    /** Time spent sending, ns. */
    public long busyNanos(int port) {
        return ports.at(port).busyNanos;
    }

    /** The fraction of time spent sending. */
    public double busyFraction(int port) {
        return now == 0 ? 0 : Math.min(1, (double) ports.at(port).busyNanos / now);
    }

    /** The most bytes queued. */
    public long peakQueueBytes(int port) {
        return ports.at(port).peakQueueBytes;
    }

    /** The number of packets marked on leaving. */
    public long marks(int port) {
        drawsMarks.run();
        return counters.marks[port];
    }

    /** The number of packets that entered by this port and found the buffer full. */
    public long drops(int port) {
        return counters.drops[port];
    }

    /** The number of frames lost on the link to this port, or on the port when its link failed. */
    public long lost(int port) {
        return counters.lost[port];
    }

    /** The number of frames that arrived intact. */
    public long arrived(int port) {
        return ports.at(port).arrived;
    }

    /** The number of PAUSE frames sent to the peer. */
    public long pausesSent(int port) {
        return counters.pausesSent[port];
    }

    /** The number of RESUME frames sent to the peer. */
    public long resumesSent(int port) {
        return counters.resumesSent[port];
    }

    /** The number of PAUSE frames obeyed. */
    public long pausesObeyed(int port) {
        return counters.pausesObeyed[port];
    }

    /** Time paused, ns. */
    public long pausedNanos(int port) {
        return counters.pausedNanos[port] + (ports.at(port).paused ? now - counters.pausedSince[port] : 0);
    }

    /**
     * The saved form: the counters of every port, without the network.
     *
     * @param counts the columns of {@link #counted}
     * @param paused which ports still obey a pause
     * @param now when the run ended, ns
     */
    public record Columns(List<long[]> counts, boolean[] paused, long now) {
        /** Restores the statistics on the network on which they were collected. */
        public PortStatistics on(PacketTopology topology, FrameSpec frames) {
            Ports ports = new Ports(topology, frames);
            PortCounters counters = new PortCounters(ports.count);
            for (int i = 0; i < ports.count; i++) {
                Port port = ports.at(i);
                port.sentBytes = counts.get(0)[i];
                port.packets = counts.get(1)[i];
                port.busyNanos = counts.get(2)[i];
                port.peakQueueBytes = counts.get(3)[i];
                port.arrived = counts.get(ARRIVED)[i];
                port.paused = paused[i];
            }
            List<long[]> seldom = counters.columns();
            for (int i = 0; i < seldom.size(); i++) {
                System.arraycopy(counts.get(i + FIRST_SELDOM), 0, seldom.get(i), 0, ports.count);
            }
            return new PortStatistics(topology, ports, counters, now, () -> {});
        }
    }

    private static List<long[]> counted(Ports ports, PortCounters counters) {
        List<long[]> all = new ArrayList<>();
        all.add(ports.column(port -> port.sentBytes));
        all.add(ports.column(port -> port.packets));
        all.add(ports.column(port -> port.busyNanos));
        all.add(ports.column(port -> port.peakQueueBytes));
        all.addAll(counters.columns());
        all.add(ports.column(port -> port.arrived));
        return all;
    }

    /** The saved form. */
    public Columns columns() {
        drawsMarks.run();
        boolean[] paused = new boolean[ports.count];
        for (int port = 0; port < ports.count; port++) {
            paused[port] = ports.at(port).paused;
        }
        return new Columns(counted(ports, counters), paused, now);
    }
}
