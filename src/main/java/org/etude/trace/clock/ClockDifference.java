// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.clock;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.Map;
import org.etude.number.Medians;

/**
 * Estimates how far one rank's clock is ahead of another's from the ends of their common collectives; robust against
 * outliers.
 */
public final class ClockDifference {
    private static final int MOST = 256;
    private static final long WINDOW = 100_000;
    private static final double MAD_TO_SIGMA = 1.4826;

    private final LongArrayList times = new LongArrayList();
    private final LongArrayList ahead = new LongArrayList();
    private final long median;
    private final long spread;

    /**
     * Compares two ranks.
     *
     * @param shift known offset in ns, added to the other rank's times first
     */
    public ClockDifference(ClockAnchors reference, ClockAnchors other, long shift) {
        boolean unequal = false;
        for (Map.Entry<String, LongArrayList> entry : reference.ends().entrySet()) {
            LongArrayList a = entry.getValue();
            LongArrayList b = other.ends().getOrDefault(entry.getKey(), new LongArrayList());
            if (a.size() == b.size()) {
                for (int k = 0; k < a.size(); k++) {
                    add(a.getLong(k), b.getLong(k) + shift);
                }
            } else {
                unequal |= !b.isEmpty();
            }
        }
        if (ahead.isEmpty() && unequal) {
            reference.ends().forEach((label, a) -> {
                LongArrayList b = other.ends().get(label);
                if (b != null) {
                    vote(a, b, shift);
                }
            });
        }
        median = Medians.of(ahead.toLongArray());
        long[] off = new long[ahead.size()];
        for (int k = 0; k < off.length; k++) {
            off[k] = Math.abs(ahead.getLong(k) - median);
        }
        spread = (long) (Medians.of(off) * MAD_TO_SIGMA);
    }

    private void add(long reference, long other) {
        times.add(reference);
        ahead.add(other - reference);
    }

    /** If one rank lacks some collectives, uses the difference on which most pairs agree, the smallest in a tie. */
    private void vote(LongArrayList a, LongArrayList b, long shift) {
        int n = Math.min(a.size(), MOST);
        int m = Math.min(b.size(), MOST);
        long[] all = new long[n * m];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                all[i * m + j] = b.getLong(j) + shift - a.getLong(i);
            }
        }
        LongArrays.radixSort(all);
        int from = 0;
        int most = 0;
        long best = 0;
        for (int to = 0; to < all.length; to++) {
            while (all[to] - all[from] > WINDOW) {
                from++;
            }
            long middle = all[from + (to - from) / 2];
            int votes = to - from + 1;
            if (votes > most || votes == most && Math.abs(middle) < Math.abs(best)) {
                most = votes;
                best = middle;
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                if (Math.abs(b.getLong(j) + shift - a.getLong(i) - best) <= WINDOW) {
                    add(a.getLong(i), b.getLong(j) + shift);
                }
            }
        }
    }

    /** Number of collectives compared. */
    public int count() {
        return ahead.size();
    }

    /** Median difference in ns: positive when the other clock is ahead. */
    public long median() {
        return median;
    }

    /** Spread of the differences (median deviation, scaled to a standard deviation) in ns. */
    public long spread() {
        return spread;
    }

    /** Relative drift of the other clock: the Theil-Sen slope; 0 for fewer than 8 collectives. */
    public double drift() {
        int n = Math.min(ahead.size(), MOST);
        if (n < 8) {
            return 0;
        }
        double[] slopes = new double[n * (n - 1) / 2];
        int used = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                long time = times.getLong(i) - times.getLong(j);
                if (time != 0) {
                    slopes[used++] = (double) (ahead.getLong(i) - ahead.getLong(j)) / time;
                }
            }
        }
        Arrays.sort(slopes, 0, used);
        return used == 0 ? 0 : slopes[used / 2];
    }

    /** Spread after removing a drift, in ns. */
    public long spreadWithout(double drift) {
        long[] rest = new long[ahead.size()];
        for (int k = 0; k < rest.length; k++) {
            rest[k] = ahead.getLong(k) - (long) (drift * (times.getLong(k) - times.getLong(0)));
        }
        long middle = Medians.of(rest);
        for (int k = 0; k < rest.length; k++) {
            rest[k] = Math.abs(rest[k] - middle);
        }
        return (long) (Medians.of(rest) * MAD_TO_SIGMA);
    }

    /** Time from the first to the last collective compared, in ns. */
    public long span() {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (long time : times) {
            low = Math.min(low, time);
            high = Math.max(high, time);
        }
        return times.isEmpty() ? 0 : high - low;
    }
}
