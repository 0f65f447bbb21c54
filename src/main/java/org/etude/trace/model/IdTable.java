// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.Objects;

/**
 * Maps the ids of a trace, such as correlations, which mostly count up, to numbers. Dense ids use an array of up to 8
 * entries of 4 bytes per id, others a hash table. Reads and writes take constant time.
 */
public final class IdTable {
    /** The result of {@link #get} for an id without a number. */
    public static final int NONE = -1;

    /** Array entries per id above which a hash table takes less memory. */
    private static final long SPARSE = 8;

    private static final long SMALL = 1_024;

    private final boolean empty;
    private final long least;
    private final int[] dense;
    private final Long2IntOpenHashMap sparse;

    private IdTable(Range range) {
        long span = range.count == 0 ? 0 : range.most - range.least + 1;
        // A span beyond the range of long is negative or 0.
        boolean close =
                range.count == 0 || span > 0 && span <= Math.min(Integer.MAX_VALUE - 8, range.count * SPARSE + SMALL);
        empty = range.count == 0;
        least = range.least;
        dense = new int[close ? (int) span : 0];
        Arrays.fill(dense, NONE);
        sparse = close ? null : new Long2IntOpenHashMap(range.count);
        if (sparse != null) {
            sparse.defaultReturnValue(NONE);
        }
    }

    /** The range of ids. Ids put later must lie within it. */
    public static final class Range {
        private long least = Long.MAX_VALUE;
        private long most = Long.MIN_VALUE;
        private int count;

        /** Counts an id. */
        public void see(long id) {
            least = Math.min(least, id);
            most = Math.max(most, id);
            count++;
        }

        /** A table of these ids, without numbers. */
        public IdTable table() {
            return new IdTable(this);
        }
    }

    /** Whether no id was seen. */
    public boolean isEmpty() {
        return empty;
    }

    /** The number of an id, or {@link #NONE}. */
    public int get(long id) {
        if (sparse != null) {
            return sparse.get(id);
        }
        long at = id - least;
        return at >= 0 && at < dense.length ? dense[(int) at] : NONE;
    }

    /**
     * Sets the number of an id; returns the previous one, or {@link #NONE}.
     *
     * @throws IndexOutOfBoundsException when the id lies outside the range
     */
    public int put(long id, int number) {
        if (sparse != null) {
            return sparse.put(id, number);
        }
        int at = (int) Objects.checkIndex(id - least, (long) dense.length);
        int before = dense[at];
        dense[at] = number;
        return before;
    }
}
