// SPDX-License-Identifier: Apache-2.0
package org.etude.store;

import java.io.StreamCorruptedException;
import java.util.Collection;
import java.util.List;
import org.etude.number.IntRuns;

/** Saves lists of ints, such as the ranks of a process group, as {@link IntRuns}. */
final class NumberList {
    /** Shorter lists are saved element by element. */
    private static final int SHORTEST = 8;
    /**
     * Longer lists are too: the limit on the total length of all runs keeps damaged lengths from exhausting memory.
     */
    static final int LONGEST = 1 << 20;

    private NumberList() {}

    /** Whether a list is saved as runs. */
    static boolean is(Collection<?> list) {
        return list instanceof List
                && list.size() >= SHORTEST
                && list.size() <= LONGEST
                && list.stream().allMatch(Integer.class::isInstance);
    }

    /** Encodes a list of ints as runs. */
    static int[] runs(Collection<?> list) {
        return IntRuns.runs(list.stream().map(Integer.class::cast).toList());
    }

    /**
     * The list of some runs.
     *
     * @throws StreamCorruptedException when a length is missing or not positive, or their sum exceeds {@link #LONGEST};
     *     checked before memory is allocated
     */
    static List<Integer> of(int... runs) throws StreamCorruptedException {
        checkLength(runs);
        return IntRuns.of(runs);
    }

    private static void checkLength(int... runs) throws StreamCorruptedException {
        if (runs.length % IntRuns.INTS_PER_RUN != 0) {
            throw new StreamCorruptedException("a list of numbers ends within a run");
        }
        long sum = 0;
        for (int at = 2; at < runs.length; at += IntRuns.INTS_PER_RUN) {
            if (runs[at] < 1) {
                throw new StreamCorruptedException("a run of numbers has length " + runs[at]);
            }
            sum += runs[at];
        }
        if (sum > LONGEST) {
            throw new StreamCorruptedException("a list of " + sum + " numbers in runs exceeds the limit of " + LONGEST);
        }
    }
}
