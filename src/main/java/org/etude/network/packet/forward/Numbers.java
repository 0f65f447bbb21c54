// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

import java.util.Arrays;

/** Numbers ids in the order in which they are first met. */
final class Numbers {
    private int[] number;
    private int[] stamp;
    private int[] met = new int[64];
    private int round;
    private int count;

    Numbers(int things) {
        number = new int[things];
        stamp = new int[things];
    }

    /** Forgets all; ids below the given size may occur from now on. */
    void begin(int things) {
        if (number.length < things) {
            number = Arrays.copyOf(number, things * 2);
            stamp = Arrays.copyOf(stamp, things * 2);
        }
        round++;
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
        if (stamp[thing] != round) {
            stamp[thing] = round;
            number[thing] = count;
            if (count == met.length) {
                met = Arrays.copyOf(met, count * 2);
            }
            met[count++] = thing;
        }
        return number[thing];
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
