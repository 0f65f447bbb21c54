// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

/**
 * What one switch writes into an HPCC packet, packed into one long: time, bytes sent, queue, rate, each of few bits.
 */
final class HopRecord {
    private static final int TIME_BITS = 24;
    private static final int BYTES_BITS = 20;
    private static final int QUEUE_BITS = 17;
    private static final int QUEUE_SHIFT = TIME_BITS + BYTES_BITS;
    private static final int RATE_SHIFT = QUEUE_SHIFT + QUEUE_BITS;
    private static final long BYTES_UNIT = 128;
    private static final long QUEUE_UNIT = 80;

    /** The number of rates that can be told apart. */
    static final int CODES = 8;

    private HopRecord() {}

    static long of(long now, long sentBytes, long queued, int rateCode, int scale) {
        return now & mask(TIME_BITS)
                | (sentBytes / (BYTES_UNIT * scale) & mask(BYTES_BITS)) << TIME_BITS
                | (queued / (QUEUE_UNIT * scale) & mask(QUEUE_BITS)) << QUEUE_SHIFT
                | (long) rateCode << RATE_SHIFT;
    }

    static int codeOf(long record) {
        return (int) (record >>> RATE_SHIFT);
    }

    static long queue(long record, int scale) {
        return (record >>> QUEUE_SHIFT & mask(QUEUE_BITS)) * QUEUE_UNIT * scale;
    }

    static long elapsed(long record, long before) {
        return record - before & mask(TIME_BITS);
    }

    static long sent(long record, long before, int scale) {
        return ((record >>> TIME_BITS) - (before >>> TIME_BITS) & mask(BYTES_BITS)) * BYTES_UNIT * scale;
    }

    private static long mask(int bits) {
        return (1L << bits) - 1;
    }
}
