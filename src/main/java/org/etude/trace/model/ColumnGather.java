// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;

/** Gathers selected rows of columns. */
public final class ColumnGather {
    private ColumnGather() {}

    /** The values at these rows. */
    public static long[] pick(long[] column, int[] rows) {
        long[] picked = new long[rows.length];
        for (int i = 0; i < rows.length; i++) {
            picked[i] = column[rows[i]];
        }
        return picked;
    }

    /** The values at these rows. */
    public static int[] pick(int[] column, int[] rows) {
        int[] picked = new int[rows.length];
        for (int i = 0; i < rows.length; i++) {
            picked[i] = column[rows[i]];
        }
        return picked;
    }

    /** The values at these rows, put under their new row numbers. */
    public static <T> void pick(Int2ObjectOpenHashMap<T> column, int[] rows, Int2ObjectOpenHashMap<T> into) {
        if (column.isEmpty()) {
            return;
        }
        for (int i = 0; i < rows.length; i++) {
            T value = column.get(rows[i]);
            if (value != null) {
                into.put(i, value);
            }
        }
    }
}
