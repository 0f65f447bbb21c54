// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

/** A run of decisions about marks that may be repeated at other ports: those of a memoised segment. */
public final class MarkRun {
    final long[] entries;
    /** The number of random streams the run takes when fully drawn. */
    final long streams;

    /** Whether {@link MarkDecisions} keeps it to be drawn later. */
    boolean kept;

    MarkRun(long[] entries, long streams) {
        this.entries = entries;
        this.streams = streams;
    }

    /** A run without decisions. */
    public static MarkRun none() {
        return new MarkRun(new long[0], 0);
    }

    /** Memory it takes, in 8-byte words. */
    public int words() {
        return entries.length;
    }
}
