// SPDX-License-Identifier: Apache-2.0
package org.etude.link.host;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Aligns two sequences of names from the same run by a longest common subsequence. Short parts are aligned exactly;
 * long ones are divided at runs of names that occur once in both (patience diff, Bram Cohen), or processed in a sliding
 * window if there are none. Near-linear time; a few ints per element plus 4 MB.
 */
public final class SequenceAligner {
    private static final int EXACT_CELLS = 1 << 22;
    private static final int WINDOW = 1024;
    private static final int[] RUNS = {1, 2, 4, 8, 16, 32};
    private static final long OFTEN = -1;

    private final int[] left;
    private final int[] right;
    private final int[] match;
    private final Deque<int[]> open = new ArrayDeque<>();

    private SequenceAligner(int[] left, int[] right) {
        this.left = left;
        this.right = right;
        match = new int[left.length];
        Arrays.fill(match, -1);
    }

    /** Returns for each element of {@code left} the index of its partner in {@code right} (increasing), or -1. */
    public static int[] align(int[] left, int[] right) {
        SequenceAligner aligner = new SequenceAligner(left, right);
        aligner.open.push(new int[] {0, left.length, 0, right.length});
        while (!aligner.open.isEmpty()) {
            int[] range = aligner.open.pop();
            aligner.range(range[0], range[1], range[2], range[3]);
        }
        return aligner.match;
    }

    /** Aligns the parts between existing partners ({@code match}) by other tokens. */
    static void fill(int[] match, int[] left, int[] right) {
        SequenceAligner aligner = new SequenceAligner(left, right);
        int from = 0;
        int fromRight = 0;
        for (int i = 0; i <= match.length; i++) {
            boolean end = i == match.length;
            if (end || match[i] >= 0) {
                int toRight = end ? right.length : match[i];
                aligner.open.push(new int[] {from, i, fromRight, toRight});
                from = i + 1;
                fromRight = toRight + 1;
            }
        }
        while (!aligner.open.isEmpty()) {
            int[] range = aligner.open.pop();
            aligner.range(range[0], range[1], range[2], range[3]);
        }
        for (int i = 0; i < match.length; i++) {
            match[i] = match[i] >= 0 ? match[i] : aligner.match[i];
        }
    }

    private void range(int leftFrom, int leftTo, int rightFrom, int rightTo) {
        int a = leftFrom;
        int b = rightFrom;
        int aEnd = leftTo;
        int bEnd = rightTo;
        while (a < aEnd && b < bEnd && left[a] == right[b]) {
            match[a++] = b++;
        }
        while (a < aEnd && b < bEnd && left[aEnd - 1] == right[bEnd - 1]) {
            match[--aEnd] = --bEnd;
        }
        if (a == aEnd || b == bEnd) {
            return;
        }
        if ((long) (aEnd - a) * (bEnd - b) <= EXACT_CELLS) {
            exact(a, aEnd, b, bEnd, aEnd);
        } else if (!divide(a, aEnd, b, bEnd)) {
            slide(a, aEnd, b, bEnd);
        }
    }

    /**
     * Longest common subsequence by dynamic programming; keeps partners of left elements before {@code keep}. Returns
     * the last pair + 1.
     */
    private int[] exact(int a, int aEnd, int b, int bEnd, int keep) {
        int rows = aEnd - a;
        int columns = bEnd - b;
        int[] table = new int[(rows + 1) * (columns + 1)];
        for (int i = rows - 1; i >= 0; i--) {
            int row = i * (columns + 1);
            int below = row + columns + 1;
            for (int j = columns - 1; j >= 0; j--) {
                table[row + j] = left[a + i] == right[b + j]
                        ? 1 + table[below + j + 1]
                        : Math.max(table[below + j], table[row + j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        int[] end = {a, b};
        while (i < rows && j < columns && a + i < keep) {
            int at = i * (columns + 1) + j;
            if (left[a + i] == right[b + j]) {
                match[a + i] = b + j;
                end[0] = a + ++i;
                end[1] = b + ++j;
            } else if (table[at + columns + 1] >= table[at + 1]) {
                i++;
            } else {
                j++;
            }
        }
        return end;
    }

    /** Without landmarks, aligns a window exactly, keeps its first half and continues from there. */
    private void slide(int a, int aEnd, int b, int bEnd) {
        int i = a;
        int j = b;
        while (i < aEnd && j < bEnd) {
            int iEnd = Math.min(aEnd, i + WINDOW);
            int jEnd = Math.min(bEnd, j + WINDOW);
            boolean last = iEnd == aEnd && jEnd == bEnd;
            int[] end = exact(i, iEnd, j, jEnd, last ? iEnd : i + (iEnd - i + 1) / 2);
            if (last) {
                return;
            }
            if (end[0] == i) {
                i += (iEnd - i + 1) / 2;
                j += (jEnd - j + 1) / 2;
            } else {
                i = end[0];
                j = end[1];
            }
        }
    }

    private boolean divide(int a, int aEnd, int b, int bEnd) {
        for (int run : RUNS) {
            int[] marks = landmarks(a, aEnd, b, bEnd, run);
            if (marks.length > 0) {
                pushBetween(marks, new int[] {a, aEnd, b, bEnd});
                return true;
            }
        }
        return false;
    }

    private void pushBetween(int[] marks, int[] range) {
        int a = range[0];
        int b = range[2];
        for (int k = 0; k < marks.length; k += 2) {
            match[marks[k]] = marks[k + 1];
            open.push(new int[] {a, marks[k], b, marks[k + 1]});
            a = marks[k] + 1;
            b = marks[k + 1] + 1;
        }
        open.push(new int[] {a, range[1], b, range[3]});
    }

    /** Pairs of places (left, right, left, right, ...) of runs that occur once on both sides, in increasing order. */
    private int[] landmarks(int a, int aEnd, int b, int bEnd, int run) {
        Long2LongOpenHashMap places = once(left, a, aEnd, run);
        Long2LongOpenHashMap others = once(right, b, bEnd, run);
        Long2IntOpenHashMap partner = new Long2IntOpenHashMap();
        for (Long2LongOpenHashMap.Entry entry : places.long2LongEntrySet()) {
            long other = others.getOrDefault(entry.getLongKey(), OFTEN);
            if (entry.getLongValue() != OFTEN && other != OFTEN && same((int) entry.getLongValue(), (int) other, run)) {
                partner.put(entry.getLongValue(), (int) other);
            }
        }
        long[] lefts = partner.keySet().toLongArray();
        Arrays.sort(lefts);
        int[] rights = new int[lefts.length];
        for (int k = 0; k < lefts.length; k++) {
            rights[k] = partner.get(lefts[k]);
        }
        IntArrayList chosen = longestIncreasing(rights);
        int[] marks = new int[2 * chosen.size()];
        for (int k = 0; k < chosen.size(); k++) {
            marks[2 * k] = (int) lefts[chosen.getInt(k)];
            marks[2 * k + 1] = rights[chosen.getInt(k)];
        }
        return marks;
    }

    private boolean same(int a, int b, int run) {
        return Arrays.equals(left, a, a + run, right, b, b + run);
    }

    private static Long2LongOpenHashMap once(int[] tokens, int from, int to, int run) {
        Long2LongOpenHashMap places = new Long2LongOpenHashMap();
        for (int i = from; i + run <= to; i++) {
            long hash = 1125899906842597L;
            for (int k = 0; k < run; k++) {
                hash = 31 * hash + tokens[i + k] + 1;
                hash ^= hash >>> 29;
            }
            places.put(hash, places.containsKey(hash) ? OFTEN : i);
        }
        return places;
    }

    private static IntArrayList longestIncreasing(int[] values) {
        int[] previous = new int[values.length];
        IntArrayList tails = new IntArrayList();
        for (int i = 0; i < values.length; i++) {
            int low = 0;
            int high = tails.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (values[tails.getInt(middle)] < values[i]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            previous[i] = low == 0 ? -1 : tails.getInt(low - 1);
            if (low == tails.size()) {
                tails.add(i);
            } else {
                tails.set(low, i);
            }
        }
        IntArrayList chosen = new IntArrayList(new int[tails.size()]);
        int at = tails.isEmpty() ? -1 : tails.getInt(tails.size() - 1);
        for (int k = tails.size() - 1; k >= 0; k--) {
            chosen.set(k, at);
            at = previous[at];
        }
        return chosen;
    }
}
