// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.Arrays;
import java.util.function.ToLongFunction;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.network.queue.LinkUse;
import org.etude.spec.network.FrameSpec;

/**
 * The ports by number: link k has port 2k at its first end and 2k+1 at its second, so the far end of port p is p ^ 1. Each
 * has a queue of control frames, which goes first (PAUSE and RESUME at switches, acknowledgements at hosts), and a queue of
 * packets (at switches).
 */
public final class Ports {
    public final int count;
    public final FrameSpec frames;
    private final Port[] all;
    private int fullBytes = -1;
    private int replyBytes = -1;

    /** Creates the ports of a topology, two per link, with empty queues. */
    public Ports(PacketTopology topology, FrameSpec frames) {
        this.frames = frames;
        count = topology.links().size() * 2;
        all = new Port[count];
        int[] used = new int[topology.nodes()];
        int port = 0;
        for (PacketTopology.Link link : topology.links()) {
            for (int end : new int[] {link.a(), link.b()}) {
                all[port] =
                        new Port(port, end, topology.isHost(end), ++used[end], link.bitsPerSecond(), link.delayNanos());
                port++;
            }
        }
    }

    /** One port. */
    public Port at(int port) {
        return all[port];
    }

    /** A figure of every port. */
    public long[] column(ToLongFunction<Port> figure) {
        return Arrays.stream(all).mapToLong(figure).toArray();
    }

    /** How far ahead the events of a full packet can lie, ns. */
    public long reach(int payload) {
        long reach = 0;
        for (int port = 0; port < count; port++) {
            reach = Math.max(reach, all[port].delay + frames.nanos(2L * payload, all[port].bitsPerSecond));
        }
        return reach;
    }

    /** Whether no frame of this size or a larger one arrives in the tick in which it is sent. */
    public boolean takeTime(int smallestFrame) {
        return Arrays.stream(all).allMatch(at -> at.delay + frames.nanos(smallestFrame, at.bitsPerSecond) >= 1);
    }

    /** Whether no port is near its marks or a pause, paused, pausing or down, so that the order of all packets does not matter. */
    public boolean areCalm() {
        return Arrays.stream(all)
                .noneMatch(port -> SwitchBuffers.nears(port, port) || port.paused || port.pausing || port.down);
    }

    /** Precomputes the serialisation times of the most frequent sizes. */
    public void expect(int full, int reply) {
        for (Port port : all) {
            long fullTime = frames.nanos(full, port.bitsPerSecond);
            long replyTime = frames.nanos(reply, port.bitsPerSecond);
            if (Math.max(fullTime, replyTime) > Integer.MAX_VALUE) {
                return;
            }
            port.fullNanos = (int) fullTime;
            port.replyNanos = (int) replyTime;
        }
        fullBytes = full;
        replyBytes = reply;
    }

    /** How long a packet of a size occupies a port. */
    public long serialisation(Port port, int size) {
        if (size == fullBytes) {
            return port.fullNanos;
        }
        return size == replyBytes ? port.replyNanos : other(port, size);
    }

    private long other(Port port, int size) {
        if (port.otherBytes != size) {
            port.otherBytes = size;
            port.otherNanos = frames.nanos(size, port.bitsPerSecond);
        }
        return port.otherNanos;
    }

    /** Appends a frame to the queue that goes first. */
    public static void appendControl(CellPool pool, Port port, int cell) {
        int[] cells = pool.cells();
        if (port.controlHead < 0) {
            port.controlHead = cell;
        } else {
            cells[port.controlTail << CellPool.SHIFT] = cell;
        }
        port.controlTail = cell;
        appended(cells, port, cell);
    }

    /** Appends a packet to the queue of data. */
    public static void appendData(CellPool pool, Port port, int cell) {
        int[] cells = pool.cells();
        if (port.dataHead < 0) {
            port.dataHead = cell;
        } else {
            cells[port.dataTail << CellPool.SHIFT] = cell;
        }
        port.dataTail = cell;
        appended(cells, port, cell);
    }

    private static void appended(int[] cells, Port port, int cell) {
        int at = cell << CellPool.SHIFT;
        cells[at] = -1;
        port.queuedBytes += cells[at + CellPool.SIZE];
    }

    public static int takeControl(CellPool pool, Port port) {
        int cell = port.controlHead;
        port.controlHead = taken(pool.cells(), port, cell);
        return cell;
    }

    public static int takeData(CellPool pool, Port port) {
        int cell = port.dataHead;
        port.dataHead = taken(pool.cells(), port, cell);
        return cell;
    }

    /** Accounts for a cell that leaves its queue, and returns the next one. */
    private static int taken(int[] cells, Port port, int cell) {
        int at = cell << CellPool.SHIFT;
        port.queuedBytes -= cells[at + CellPool.SIZE];
        return cells[at];
    }

    /** Forgets the packets that wait at a port; their cells stay the caller's. */
    public void empty(int at) {
        Port port = all[at];
        port.controlHead = -1;
        port.dataHead = -1;
        port.queuedBytes = 0;
    }

    /** How much each port, the sending end of a directed link, has carried. */
    public LinkUse use() {
        int[] from = new int[count];
        Arrays.setAll(from, port -> at(port).node);
        int[] to = new int[count];
        Arrays.setAll(to, port -> at(port ^ 1).node);
        int[] peak = new int[count];
        Arrays.setAll(peak, port -> (int) Math.min(Integer.MAX_VALUE, at(port).peakQueueBytes));
        return new LinkUse(
                from,
                to,
                new int[count],
                column(port -> port.sentBytes),
                column(port -> port.busyNanos),
                column(port -> port.packets),
                peak);
    }
}
