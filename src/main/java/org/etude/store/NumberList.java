// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * Encodes a list of ints as arithmetic runs of three ints each: first number, step and length. The ranks of a process
 * group form only a few runs, whatever its size.
 */
final class NumberList {
    /** Shorter lists are saved element by element. */
    private static final int SHORTEST = 8;
    /**
     * Longer lists are too: the limit on the total length of all runs keeps damaged lengths from exhausting memory.
     */
    static final int LONGEST = 1 << 20;

    private static final int INTS_PER_RUN = 3;

    private NumberList() {}

    /** Whether a list is saved as runs. */
    static boolean is(Collection<?> list) {
        return list instanceof List
                && list.size() >= SHORTEST
                && list.size() <= LONGEST
                && list.stream().allMatch(Integer.class::isInstance);
    }

    /** Encodes a list as runs. */
    static int[] runs(Collection<?> list) {
        IntArrayList runs = new IntArrayList();
        int first = 0;
        int step = 0;
        int last = 0;
        int length = 0;
        for (Object number : list) {
            int next = (Integer) number;
            boolean goesOn = length > 0 && (length == 1 || next - last == step);
            if (!goesOn) {
                add(first, step, length, runs);
                first = next;
                length = 0;
            }
            step = length == 0 ? 0 : next - last;
            last = next;
            length++;
        }
        add(first, step, length, runs);
        return runs.toIntArray();
    }

    private static void add(int first, int step, int length, IntArrayList runs) {
        if (length > 0) {
            runs.add(first);
            runs.add(step);
            runs.add(length);
        }
    }

    /**
     * Decodes runs to a list.
     *
     * @throws StreamCorruptedException when a length is missing or not positive, or their sum exceeds {@link #LONGEST};
     *     checked before memory is allocated
     */
    static List<Integer> of(int... runs) throws StreamCorruptedException {
        List<Integer> list = new ArrayList<>(length(runs));
        for (int at = 0; at < runs.length; at += INTS_PER_RUN) {
            for (int k = 0; k < runs[at + 2]; k++) {
                list.add(runs[at] + k * runs[at + 1]);
            }
        }
        return Collections.unmodifiableList(list);
    }

    private static int length(int... runs) throws StreamCorruptedException {
        if (runs.length % INTS_PER_RUN != 0) {
            throw new StreamCorruptedException("a list of numbers ends within a run");
        }
        long sum = 0;
        for (int at = 2; at < runs.length; at += INTS_PER_RUN) {
            if (runs[at] < 1) {
                throw new StreamCorruptedException("a run of numbers has length " + runs[at]);
            }
            sum += runs[at];
        }
        if (sum > LONGEST) {
            throw new StreamCorruptedException("a list of " + sum + " numbers in runs exceeds the limit of " + LONGEST);
        }
        return (int) sum;
    }
}
