// SPDX-License-Identifier: Apache-2.0
package org.etude.sim.event;

/**
 * The purpose of an event or message, packed into one long: 4 bits of kind, 28 of rank or stream, 32 of node or index.
 */
public final class EventTag {
    public static final int STREAM = 0;
    /** Endpoint work of a packet of a stream; extra is the time to reduce it, or -1. */
    public static final int BUNDLE = 1;

    public static final int BUNDLE_REDUCED = 2;
    public static final int NODE = 3;
    public static final int CUSTOM = 4;
    public static final int RENDEZVOUS_SEND = 5;
    public static final int RENDEZVOUS_RECEIVE = 6;
    public static final int BUS = 7;
    /** A node that was held back starts. */
    public static final int HELD_BACK = 8;

    /** Host work that collectives slow ends, unless its pace has changed since; extra is the number of the pace. */
    public static final int PACED = 9;

    /** A message of an exchange of two ranks has arrived. */
    public static final int EXCHANGE = 10;

    /** The data of a broadcast have arrived at a rank. */
    public static final int BROADCAST = 11;

    /** The next transfer on a shared network ends, unless its pace has changed since; extra is the number of the alarm. */
    public static final int SHARED = 12;

    private EventTag() {}

    public static long of(int kind, int a, int b) {
        return (long) kind << 60 | (long) a << 32 | b & 0xFFFFFFFFL;
    }

    public static int kind(long token) {
        return (int) (token >>> 60);
    }

    public static int a(long token) {
        return (int) (token >>> 32) & 0xFFFFFFF;
    }

    public static int b(long token) {
        return (int) token;
    }
}
