// SPDX-License-Identifier: Apache-2.0
package org.etude.repair.across;

import java.util.Arrays;
import org.etude.report.Progress;

/**
 * Pairs the calls of two ranks by the cheapest order-preserving alignment, computed by dynamic programming in a band
 * around the diagonal that widens until the result is provably optimal (E. Ukkonen, Information and Control 64, 1985).
 * An unpaired call costs 10, a pair with different size or type 12 or 13 (3 when sizes may differ), a pair with unknown
 * parts 1. Ties are broken in favour of calls at the same position in the ranks' work.
 */
final class SequenceAlignment {
    private static final int ALONE = 10;
    private static final int OTHER_SIZE = 12;
    private static final int OTHER_TYPE = 13;
    private static final int OTHER = 25;
    private static final int UNEVEN_SIZE = 3;
    private static final int FITS = 1;
    private static final int MAX_DRIFT = 1000;
    private static final long MAX_CELLS = 80_000_000L;
    private static final int LOOK_AHEAD = 64;
    private static final long FAR = Long.MAX_VALUE / 4;

    private static final byte PAIR = 0;
    private static final byte LEFT_ALONE = 1;
    private static final byte RIGHT_ALONE = 2;

    private final Calls left;
    private final Calls right;

    private SequenceAlignment(Calls left, Calls right) {
        this.left = left;
        this.right = right;
    }

    /** Returns for each call of the left rank the paired call of the right one (ascending), or -1. */
    static int[] pair(Calls left, Calls right) {
        return new SequenceAlignment(left, right).pair();
    }

    private int[] pair() {
        int most = Math.max(left.count(), right.count());
        int band = Math.min(most, Math.abs(left.count() - right.count()) + 8);
        if (cells(band) > MAX_CELLS) {
            return pairGreedily();
        }
        while (true) {
            Progress.checkInterrupted();
            Band result = new Band(band);
            boolean certain = band == most || result.cost() >> 32 <= (long) ALONE * band;
            int wider = Math.min(most, band * 2);
            if (certain || cells(wider) > MAX_CELLS) {
                return result.trace();
            }
            band = wider;
        }
    }

    private long cells(int band) {
        return (left.count() + 1L) * Math.min(2L * band + 1, right.count() + 1L);
    }

    /** For sequences too long and too different for a table: walks along both with minimal skips. */
    private int[] pairGreedily() {
        int[] partner = new int[left.count()];
        Arrays.fill(partner, -1);
        int i = 0;
        int j = 0;
        while (i < left.count() && j < right.count()) {
            int skip = 0;
            while (skip <= LOOK_AHEAD && !fits(i + skip, j) && !fits(i, j + skip)) {
                skip++;
            }
            if (skip > LOOK_AHEAD) {
                i++;
                j++;
            } else if (fits(i + skip, j)) {
                partner[i + skip] = j++;
                i += skip + 1;
            } else {
                partner[i++] = j + skip;
                j += skip + 1;
            }
        }
        return partner;
    }

    private boolean fits(int i, int j) {
        return i < left.count() && j < right.count() && difference(i, j) <= UNEVEN_SIZE;
    }

    private long pairCost(int i, int j) {
        long drift = Math.min(MAX_DRIFT, Math.abs(left.progress(i) - right.progress(j)));
        return ((long) difference(i, j) << 32) + drift;
    }

    private int difference(int i, int j) {
        boolean typeKnown = left.type(i) != Calls.UNKNOWN && right.type(j) != Calls.UNKNOWN;
        boolean sizeKnown = left.size(i) > 0 && right.size(j) > 0 || left.size(i) == right.size(j);
        boolean sameType = !typeKnown || left.type(i) == right.type(j);
        boolean sameSize = !sizeKnown || left.size(i) == right.size(j);
        if (sameType && sameSize) {
            return typeKnown && sizeKnown ? 0 : FITS;
        }
        if (sameType) {
            return typeKnown && AlignedCollective.mayDiffer(left.type(i)) ? UNEVEN_SIZE : OTHER_SIZE;
        }
        return sameSize ? OTHER_TYPE : OTHER;
    }

    /** The table within {@code width} of the diagonal. */
    private final class Band {
        private final int width;
        private final byte[][] steps;
        private long cost;

        Band(int width) {
            this.width = width;
            steps = new byte[left.count() + 1][];
            fill();
        }

        private int first(int i) {
            return Math.max(0, i - width);
        }

        private int last(int i) {
            return Math.min(right.count(), i + width);
        }

        private void fill() {
            long[] above = new long[right.count() + 1];
            long[] row = new long[right.count() + 1];
            Arrays.fill(above, FAR);
            for (int i = 0; i <= left.count(); i++) {
                steps[i] = new byte[Math.max(0, last(i) - first(i) + 1)];
                for (int j = first(i); j <= last(i); j++) {
                    row[j] = i == 0 && j == 0 ? 0 : cell(i, j, above, row);
                }
                if (first(i) > 0) {
                    row[first(i) - 1] = FAR;
                }
                if (last(i) < right.count()) {
                    row[last(i) + 1] = FAR;
                }
                long[] spare = above;
                above = row;
                row = spare;
            }
            cost = above[right.count()];
        }

        private long cell(int i, int j, long[] above, long[] row) {
            long pair = i > 0 && j > 0 ? above[j - 1] + pairCost(i - 1, j - 1) : FAR;
            long leftAlone = i > 0 ? above[j] + ((long) ALONE << 32) : FAR;
            long rightAlone = j > first(i) ? row[j - 1] + ((long) ALONE << 32) : FAR;
            byte step =
                    pair <= leftAlone && pair <= rightAlone ? PAIR : leftAlone <= rightAlone ? LEFT_ALONE : RIGHT_ALONE;
            steps[i][j - first(i)] = step;
            return Math.min(pair, Math.min(leftAlone, rightAlone));
        }

        long cost() {
            return cost;
        }

        int[] trace() {
            int[] partner = new int[left.count()];
            Arrays.fill(partner, -1);
            int i = left.count();
            int j = right.count();
            while (i > 0 || j > 0) {
                byte step = steps[i][j - first(i)];
                if (step == PAIR) {
                    i--;
                    j--;
                    partner[i] = j;
                } else if (step == LEFT_ALONE) {
                    i--;
                } else {
                    j--;
                }
            }
            return partner;
        }
    }
}
