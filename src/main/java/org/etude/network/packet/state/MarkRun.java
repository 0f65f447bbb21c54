// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.state;

/** Decisions about marks that were gathered once and may be made again at other ports: those of a memoised segment. */
public final class MarkRun {
    final long[] entries;
    /** How many random streams they take when they are all drawn. */
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

    /** Memory it takes, in numbers of eight bytes. */
    public int words() {
        return entries.length;
    }
}
