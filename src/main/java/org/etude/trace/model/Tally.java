// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

/** How often something odd was met in a file, and where first. */
public final class Tally {
    private long count;
    private long first = -1;

    /** Counts one more at this byte. */
    public void at(long offset) {
        if (count++ == 0) {
            first = offset;
        }
    }

    /** How often. */
    public long count() {
        return count;
    }

    /** Byte of the first. */
    public long first() {
        return first;
    }
}
