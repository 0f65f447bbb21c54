// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.device;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.packet.state.Ports;
import org.etude.spec.network.PacketNetworkSpec;
import org.etude.spec.network.TransportSpec;

/** Finished flows, one row each in the order in which they finished; times in ns. */
public final class FlowLog {
    private final Routes routes;
    private final int payload;
    private final long headerBytes;
    private final IntArrayList source = new IntArrayList();
    private final IntArrayList destination = new IntArrayList();
    private final IntArrayList sourcePort = new IntArrayList();
    private final LongArrayList bytes = new LongArrayList();
    private final LongArrayList start = new LongArrayList();
    private final LongArrayList duration = new LongArrayList();

    private final BitSet background = new BitSet();

    /** Creates an empty log. Ideal completion times follow from routes and transport. */
    public FlowLog(Routes routes, TransportSpec transport) {
        this.routes = routes;
        payload = transport.payloadBytes();
        headerBytes = transport.frames().estimatedBytes();
    }

    /** Adds a finished flow: hosts, source port, bytes, start and completion time in nanoseconds. */
    public void add(int from, int to, int port, long size, long startNanos, long completionNanos) {
        source.add(from);
        destination.add(to);
        sourcePort.add(port);
        bytes.add(size);
        start.add(startNanos);
        duration.add(completionNanos);
    }

    public void lastIsBackground() {
        background.set(size() - 1);
    }

    /** Whether the flow is background traffic, not part of the job. */
    public boolean isBackground(int row) {
        return background.get(row);
    }

    /** The number of finished flows. */
    public int size() {
        return source.size();
    }

    /** The sending host. */
    public int source(int row) {
        return source.getInt(row);
    }

    /** The receiving host. */
    public int destination(int row) {
        return destination.getInt(row);
    }

    /** The source port, which distinguishes the flows of one pair. */
    public int sourcePort(int row) {
        return sourcePort.getInt(row);
    }

    /** The payload in bytes. */
    public long bytes(int row) {
        return bytes.getLong(row);
    }

    /** When the flow started, ns. */
    public long startNanos(int row) {
        return start.getLong(row);
    }

    /** The completion time, including the last acknowledgement, ns. */
    public long completionNanos(int row) {
        return duration.getLong(row);
    }

    /**
     * The completion time of the flow alone, by the reference's estimate: base round-trip time plus payload and headers
     * (48 bytes per packet) at the narrowest link. The estimate ignores acknowledgements, so a lone flow can be a
     * little slower or faster.
     */
    public long idealNanos(int row) {
        long size = bytes(row);
        long wire = size + ((size - 1) / payload + 1) * headerBytes;
        int from = source(row);
        int to = destination(row);
        long whole = wire / 1_000_000_000L;
        long rest = wire % 1_000_000_000L;
        long bandwidth = routes.bandwidth(from, to);
        // In two parts, so that messages of many gigabytes do not overflow; exact below one gigabyte.
        return routes.rtt(from, to) + rest * 8_000_000_000L / bandwidth + wholeNanos(whole, bandwidth);
    }

    private static long wholeNanos(long gigabytes, long bandwidth) {
        return gigabytes == 0 ? 0 : Math.round(gigabytes * 8e18 / bandwidth);
    }

    /** Completion time over ideal completion time. */
    public double slowdown(int row) {
        return (double) completionNanos(row) / idealNanos(row);
    }

    /**
     * The columns, without the network that determines the ideal times.
     *
     * @param background bits of the rows that are background flows
     */
    public record Columns(
            int[] source,
            int[] destination,
            int[] sourcePort,
            long[] bytes,
            long[] start,
            long[] duration,
            long[] background) {
        /** The flows on the network on which they ran. */
        public FlowLog on(PacketTopology topology, PacketNetworkSpec spec) {
            TransportSpec transport = spec.transport();
            Routes routes = new Routes(
                    topology, spec.routing(), new Ports(topology, transport.frames()), transport.payloadBytes());
            FlowLog log = new FlowLog(routes, transport);
            log.source.addElements(0, source);
            log.destination.addElements(0, destination);
            log.sourcePort.addElements(0, sourcePort);
            log.bytes.addElements(0, bytes);
            log.start.addElements(0, start);
            log.duration.addElements(0, duration);
            log.background.or(BitSet.valueOf(background));
            return log;
        }
    }

    /** The saved form. */
    public Columns columns() {
        return new Columns(
                source.toIntArray(),
                destination.toIntArray(),
                sourcePort.toIntArray(),
                bytes.toLongArray(),
                start.toLongArray(),
                duration.toLongArray(),
                background.toLongArray());
    }
}
