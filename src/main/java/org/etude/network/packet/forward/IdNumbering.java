// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.Arrays;

/** Numbers ids in the order in which they are first seen. */
final class IdNumbering {
    /** By id: its number plus {@link #base}; a value below the base belongs to an earlier numbering. */
    private int[] number;

    private int[] ids = new int[64];
    private int base = 1;
    private int count;

    IdNumbering(int size) {
        number = new int[size];
    }

    /** Starts a new numbering of ids below the given size. */
    void begin(int size) {
        if (base > Integer.MAX_VALUE - count - Math.max(size, number.length)) {
            Arrays.fill(number, 0);
            base = 1;
            count = 0;
        }
        base += count;
        if (number.length < size) {
            number = Arrays.copyOf(number, size * 2);
        }
        count = 0;
    }

    /** Numbers these ids, in the given order. */
    void addAll(int[] ids) {
        for (int id : ids) {
            of(id);
        }
    }

    /** The number of an id; an id not seen before gets the next free number. */
    int of(int id) {
        int known = number[id] - base;
        return known >= 0 ? known : add(id);
    }

    private int add(int id) {
        number[id] = base + count;
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, count * 2);
        }
        ids[count] = id;
        return count++;
    }

    int count() {
        return count;
    }

    int at(int index) {
        return ids[index];
    }

    /** The ids by number. */
    int[] ids() {
        return Arrays.copyOf(ids, count);
    }
}
