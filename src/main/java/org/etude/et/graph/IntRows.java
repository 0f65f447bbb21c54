// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;

/**
 * Lists of ints stored in one array, because most have no or one element and an object per list would be too large.
 */
public final class IntRows {
    private final int[] ends;
    private final IntArrayList values;
    private int size;

    /** Reserves space for this many lists. */
    public IntRows(int lists) {
        ends = new int[lists];
        values = new IntArrayList(lists);
    }

    /** Adds a copy of the next list. */
    public void add(IntArrayList list) {
        values.addElements(values.size(), list.elements(), 0, list.size());
        ends[size++] = values.size();
    }

    /** A list; valid until the next one is added. */
    public IntList get(int list) {
        int from = list == 0 ? 0 : ends[list - 1];
        return from == ends[list] ? IntLists.EMPTY_LIST : values.subList(from, ends[list]);
    }
}
