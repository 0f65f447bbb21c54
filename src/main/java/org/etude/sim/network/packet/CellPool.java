package org.etude.sim.network.packet;

import java.util.Arrays;

/**
 * Packets: cells of eight ints, recycled, so that what an event touches lies on one cache line. NEXT links the cells of a
 * queue; PORT is where the packet arrives next; LOW and HIGH are a byte number of its flow; INGRESS is the port by which it
 * entered the switch it waits in.
 */
final class CellPool {
    static final int SHIFT = 3;
    static final int NEXT = 0;
    static final int PORT = 1;
    static final int FLOW = 2;
    static final int SIZE = 3;
    static final int MARKS = 4;
    static final int LOW = 5;
    static final int HIGH = 6;
    static final int INGRESS = 7;

    static final int ACK = 1;
    static final int NACK = 2;
    static final int PAUSE = 4;
    static final int RESUME = 8;
    /** Congestion was met: the ECN bits of data, the echo of an acknowledgement. */
    static final int ECN = 16;

    static final int REPLY = ACK | NACK;
    static final int PFC = PAUSE | RESUME;
    /** The number of links passed, above the flags. */
    static final int HOP_ONE = 1 << 8;

    static final int HOP_SHIFT = 8;
    static final int HOP_MASK = 0xff;
    /** The number of switches that wrote telemetry, above that; the receiver returns it. */
    static final int WRITER_ONE = 1 << 16;

    static final int WRITER_SHIFT = 16;
    static final int WRITER_MASK = 0xff << WRITER_SHIFT;

    int[] cells;
    private int free = -1;
    private int made;

    CellPool() {
        cells = new int[1024 << SHIFT];
    }

    int take() {
        int id = free;
        if (id >= 0) {
            free = cells[id << SHIFT];
            return id;
        }
        if (made << SHIFT == cells.length) {
            cells = Arrays.copyOf(cells, cells.length * 2);
        }
        return made++;
    }

    void give(int id) {
        cells[id << SHIFT] = free;
        free = id;
    }

    /** How many cells there ever were at one time. */
    int high() {
        return made;
    }

    long sequence(int at) {
        return (long) cells[at + HIGH] << 32 | cells[at + LOW] & 0xffffffffL;
    }

    void sequence(int at, long value) {
        cells[at + LOW] = (int) value;
        cells[at + HIGH] = (int) (value >>> 32);
    }
}
