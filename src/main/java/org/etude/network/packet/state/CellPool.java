// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

import org.etude.network.queue.EventQueue;

/**
 * Packets as cells of the event queue, so that all data an event needs is in one cache line. NEXT links the cells of a
 * queue. PORT is where the packet arrives next, then the port by which it entered the switch in which it waits. LOW and
 * HIGH are a byte number of its flow.
 */
public final class CellPool {
    public static final int SHIFT = EventQueue.SHIFT;
    static final int NEXT = 0;
    public static final int PORT = 2;
    public static final int FLOW = 3;
    public static final int SIZE = 4;
    public static final int MARKS = 5;
    static final int LOW = 6;
    static final int HIGH = 7;

    public static final int ACK = 1;
    public static final int NACK = 2;
    public static final int PAUSE = 4;
    public static final int RESUME = 8;
    /** Congestion experienced: the ECN bits of data, the echo of an acknowledgement. */
    public static final int ECN = 16;

    /** A switch trimmed the payload; the header continues with priority. */
    public static final int TRIMMED = 32;

    public static final int REPLY = ACK | NACK;
    public static final int PFC = PAUSE | RESUME;
    /** The number of links passed, above the flags. */
    public static final int HOP_ONE = 1 << 8;

    public static final int HOP_SHIFT = 8;
    /** Also the most links that a packet can pass. */
    public static final int HOP_MASK = 0xfff;
    /** The number of switches that wrote telemetry, above the hop count; the receiver returns it. */
    public static final int WRITER_ONE = 1 << 20;

    public static final int WRITER_SHIFT = 20;
    public static final int WRITER_MASK = HOP_MASK << WRITER_SHIFT;

    private final EventQueue queue;

    public CellPool(EventQueue queue) {
        this.queue = queue;
    }

    /** The cells; fetch them again after {@link #take}. */
    public int[] cells() {
        return queue.cells();
    }

    public int take() {
        return queue.take();
    }

    public void give(int id) {
        queue.give(id);
    }

    public long sequence(int at) {
        return sequence(cells(), at);
    }

    /** The byte number of a packet among these cells. */
    public static long sequence(int[] cells, int at) {
        return (long) cells[at + HIGH] << 32 | cells[at + LOW] & 0xffffffffL;
    }

    public void sequence(int at, long value) {
        cells()[at + LOW] = (int) value;
        cells()[at + HIGH] = (int) (value >>> 32);
    }
}
