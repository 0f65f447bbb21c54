// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import java.util.Arrays;
import org.etude.network.packet.spec.PacketTopology;
import org.etude.spec.network.FrameSpec;

/**
 * The ports, in columns: link k has port 2k at its first end and 2k+1 at its second, so the far end of port p is p ^ 1. Each
 * has a queue of control frames, which goes first (PAUSE and RESUME at switches, acknowledgements at hosts), and a queue of
 * packets (at switches).
 */
public final class Ports {
    public final int count;
    public final FrameSpec frames;
    public final int[] node;
    public final int[] number;
    public final long[] bitsPerSecond;
    public final long[] delay;
    public final boolean[] down;
    public final boolean[] busy;
    public final boolean[] paused;

    public final int[] controlHead;
    final int[] controlTail;
    public final int[] dataHead;
    final int[] dataTail;
    public final long[] queuedBytes;
    /** Bytes sent, all frames; what telemetry reports. */
    public final long[] sentBytes;

    /** How long the two usual frames take, and the last other one. */
    private final int[] fullNanos;

    private final int[] replyNanos;
    private int fullBytes = -1;
    private int replyBytes = -1;
    private final int[] otherBytes;
    private final long[] otherNanos;

    /** The ports of a topology, two per link, with empty queues. */
    public Ports(PacketTopology topology, FrameSpec frames) {
        this.frames = frames;
        count = topology.links().size() * 2;
        node = new int[count];
        number = new int[count];
        bitsPerSecond = new long[count];
        delay = new long[count];
        down = new boolean[count];
        busy = new boolean[count];
        paused = new boolean[count];
        controlHead = none();
        controlTail = none();
        dataHead = none();
        dataTail = none();
        queuedBytes = new long[count];
        sentBytes = new long[count];
        fullNanos = new int[count];
        replyNanos = new int[count];
        otherBytes = new int[count];
        otherNanos = new long[count];
        int[] used = new int[topology.nodes()];
        int port = 0;
        for (PacketTopology.Link link : topology.links()) {
            for (int end : new int[] {link.a(), link.b()}) {
                node[port] = end;
                number[port] = ++used[end];
                bitsPerSecond[port] = link.bitsPerSecond();
                delay[port] = link.delayNanos();
                port++;
            }
        }
    }

    private int[] none() {
        int[] column = new int[count];
        Arrays.fill(column, -1);
        return column;
    }

    /** How far ahead events of a full packet lie at most, ns. */
    public long reach(int payload) {
        long reach = 0;
        for (int port = 0; port < count; port++) {
            reach = Math.max(reach, delay[port] + frames.nanos(2L * payload, bitsPerSecond[port]));
        }
        return reach;
    }

    /** Prepares for the sizes that most frames have. */
    public void expect(int full, int reply) {
        for (int port = 0; port < count; port++) {
            long fullTime = frames.nanos(full, bitsPerSecond[port]);
            long replyTime = frames.nanos(reply, bitsPerSecond[port]);
            if (Math.max(fullTime, replyTime) > Integer.MAX_VALUE) {
                return;
            }
            fullNanos[port] = (int) fullTime;
            replyNanos[port] = (int) replyTime;
        }
        fullBytes = full;
        replyBytes = reply;
    }

    /** How long a packet of a size occupies a port. */
    public long serialisation(int port, int size) {
        if (size == fullBytes) {
            return fullNanos[port];
        }
        return size == replyBytes ? replyNanos[port] : other(port, size);
    }

    private long other(int port, int size) {
        if (otherBytes[port] != size) {
            otherBytes[port] = size;
            otherNanos[port] = frames.nanos(size, bitsPerSecond[port]);
        }
        return otherNanos[port];
    }

    public void appendControl(CellPool pool, int port, int cell) {
        append(pool, controlHead, controlTail, port, cell);
    }

    public void appendData(CellPool pool, int port, int cell) {
        append(pool, dataHead, dataTail, port, cell);
    }

    private void append(CellPool pool, int[] head, int[] tail, int port, int cell) {
        int[] cells = pool.cells();
        cells[cell << CellPool.SHIFT] = -1;
        if (head[port] < 0) {
            head[port] = cell;
        } else {
            cells[tail[port] << CellPool.SHIFT] = cell;
        }
        tail[port] = cell;
        queuedBytes[port] += cells[(cell << CellPool.SHIFT) + CellPool.SIZE];
    }

    public int takeControl(CellPool pool, int port) {
        return take(pool, controlHead, port);
    }

    public int takeData(CellPool pool, int port) {
        return take(pool, dataHead, port);
    }

    private int take(CellPool pool, int[] head, int port) {
        int cell = head[port];
        int at = cell << CellPool.SHIFT;
        head[port] = pool.cells()[at];
        queuedBytes[port] -= pool.cells()[at + CellPool.SIZE];
        return cell;
    }

    /** Whether a port would send a packet at once: nothing is being sent or waits, and no one keeps it from sending. */
    public boolean idle(int port) {
        return !busy[port] && queuedBytes[port] == 0 && !paused[port] && !down[port];
    }

    /** Forgets the packets that wait at a port; their cells stay the caller's. */
    public void empty(int port) {
        controlHead[port] = -1;
        dataHead[port] = -1;
        queuedBytes[port] = 0;
    }
}
