// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import java.util.function.IntPredicate;
import java.util.function.LongPredicate;

/** Binary search by a condition, where the values are not in an array of their own. */
public final class BinarySearch {
    private BinarySearch() {}

    /**
     * The first place from {@code from} to {@code end} at which a condition does not hold; {@code end} if it holds at
     * all of them. The condition must hold up to some place and nowhere after it. O(log n) calls of it.
     */
    public static int firstNot(int from, int end, IntPredicate condition) {
        int low = from;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (condition.test(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * The first place from {@code from} to {@code end} of an ascending array with a larger value; {@code end} if there is
     * none. For what is asked of every node: a condition would be an object per call.
     */
    public static int firstAbove(int[] ascending, int from, int end, int value) {
        int low = from;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** {@link #firstAbove(int[], int, int, int)} of longs. */
    public static int firstAbove(long[] ascending, int from, int end, long value) {
        int low = from;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ascending[middle] <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** {@link #firstNot} of numbers that an int does not hold, neither of them negative. */
    public static long firstLongNot(long from, long end, LongPredicate condition) {
        long low = from;
        long high = end;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (condition.test(middle)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
