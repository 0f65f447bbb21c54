// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

/** Counts an irregularity in a file and keeps its first position. */
public final class Tally {
    private long count;
    private long first = -1;

    /** Counts one more at this byte. */
    public void at(long offset) {
        if (count++ == 0) {
            first = offset;
        }
    }

    /** The count. */
    public long count() {
        return count;
    }

    /** Byte offset of the first. */
    public long first() {
        return first;
    }
}
