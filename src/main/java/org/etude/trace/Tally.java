package org.etude.trace;

/** How often something odd was met in a file, and where first. */
final class Tally {
    private long count;
    private long first = -1;

    /** Counts one more at this byte. */
    void at(long offset) {
        if (count++ == 0) {
            first = offset;
        }
    }

    /** How often. */
    long count() {
        return count;
    }

    /** Byte of the first. */
    long first() {
        return first;
    }
}
