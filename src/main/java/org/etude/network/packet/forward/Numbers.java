// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.Arrays;

/** Numbers ids in the order in which they are first met. */
final class Numbers {
    /** By id: its number plus {@link #base}; what is below the base is of an earlier round. */
    private int[] number;

    private int[] met = new int[64];
    private int base = 1;
    private int count;

    Numbers(int things) {
        number = new int[things];
    }

    /** Forgets all; ids below the given size may occur from now on. */
    void begin(int things) {
        if (base > Integer.MAX_VALUE - count - Math.max(things, number.length)) {
            Arrays.fill(number, 0);
            base = 1;
            count = 0;
        }
        base += count;
        if (number.length < things) {
            number = Arrays.copyOf(number, things * 2);
        }
        count = 0;
    }

    /** Numbers the ids in their own order. */
    void take(int[] things) {
        for (int thing : things) {
            of(thing);
        }
    }

    /** The number of an id, the next free one when it was not met before. */
    int of(int thing) {
        int known = number[thing] - base;
        return known >= 0 ? known : meet(thing);
    }

    private int meet(int thing) {
        number[thing] = base + count;
        if (count == met.length) {
            met = Arrays.copyOf(met, count * 2);
        }
        met[count] = thing;
        return count++;
    }

    int count() {
        return count;
    }

    int at(int index) {
        return met[index];
    }

    /** The ids by number. */
    int[] met() {
        return Arrays.copyOf(met, count);
    }
}
