// SPDX-License-Identifier: Apache-2.0
package org.etude.number;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * An immutable list of ints, held as arithmetic runs of three ints each: first number, step and length. The ranks of a
 * process group form only a few runs, whatever its size, and each rank of a job has a list of them.
 */
public final class IntRuns extends AbstractList<Integer> implements RandomAccess {
    /** Ints per run. */
    public static final int INTS_PER_RUN = 3;

    private final int[] runs;
    /** Index behind the last number of each run. */
    private final int[] ends;
    /** Hash code, once it is known; two threads compute the same one. */
    private int hash;

    private IntRuns(int... runs) {
        this.runs = runs;
        ends = new int[runs.length / INTS_PER_RUN];
        int end = 0;
        for (int run = 0; run < ends.length; run++) {
            end = Math.addExact(end, length(run));
            ends[run] = end;
        }
    }

    /**
     * The list of some runs.
     *
     * @param runs first number, step and length, at least 1, of each
     * @throws IllegalArgumentException when a length is missing or not positive
     * @throws ArithmeticException when there are more than 2^31 - 1 numbers
     */
    public static IntRuns of(int... runs) {
        if (runs.length % INTS_PER_RUN != 0) {
            throw new IllegalArgumentException("a list of numbers ends within a run");
        }
        for (int at = 2; at < runs.length; at += INTS_PER_RUN) {
            if (runs[at] < 1) {
                throw new IllegalArgumentException("a run of numbers has length " + runs[at]);
            }
        }
        return new IntRuns(runs.clone());
    }

    /** An immutable copy of a list, as runs if these are shorter; the same one if it is immutable already. */
    public static List<Integer> copyOf(List<Integer> numbers) {
        if (numbers instanceof IntRuns) {
            return numbers;
        }
        int[] runs = runs(numbers);
        return runs.length < numbers.size() ? new IntRuns(runs) : List.copyOf(numbers);
    }

    /** A list as runs. */
    public static int[] runs(List<Integer> numbers) {
        if (numbers instanceof IntRuns known) {
            return known.runs.clone();
        }
        IntArrayList runs = new IntArrayList();
        int first = 0;
        int step = 0;
        int last = 0;
        int length = 0;
        for (int next : numbers) {
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

    private int length(int run) {
        return runs[run * INTS_PER_RUN + 2];
    }

    /** The number at a place within a run. */
    private int number(int run, int place) {
        return runs[run * INTS_PER_RUN] + place * runs[run * INTS_PER_RUN + 1];
    }

    @Override
    public Integer get(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException("index " + index + " of " + size());
        }
        int found = Arrays.binarySearch(ends, index + 1);
        int run = found < 0 ? -found - 1 : found;
        return number(run, index - (ends[run] - length(run)));
    }

    @Override
    public int size() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    @Override
    public boolean equals(Object other) {
        if (other instanceof IntRuns same && Arrays.equals(runs, same.runs)) {
            return true;
        }
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            int sum = 1;
            for (int run = 0; run < ends.length; run++) {
                for (int place = 0; place < length(run); place++) {
                    sum = 31 * sum + number(run, place);
                }
            }
            hash = sum;
        }
        return hash;
    }
}
