// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import org.etude.store.Saved;
import org.etude.store.Storable;

/**
 * Count, sum, mean, sample standard deviation, minimum and maximum of durations, accumulated one by one. Welford
 * (1962).
 */
public final class DurationStats implements Storable {
    private long count;
    private long total;
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;
    private double mean;
    private double squares;

    private record SavedSums(long count, long total, long least, long most, double mean, double squares)
            implements Saved {
        @Override
        public DurationStats restored() {
            DurationStats stats = new DurationStats();
            stats.count = count;
            stats.total = total;
            stats.least = least;
            stats.most = most;
            stats.mean = mean;
            stats.squares = squares;
            return stats;
        }
    }

    @Override
    public Saved saved() {
        return new SavedSums(count, total, least, most, mean, squares);
    }

    /** Adds a duration, in ns. */
    public void add(long nanos) {
        count++;
        total += nanos;
        least = Math.min(least, nanos);
        most = Math.max(most, nanos);
        double before = nanos - mean;
        mean += before / count;
        squares += before * (nanos - mean);
    }

    /** The number of durations. */
    public long count() {
        return count;
    }

    /** The sum in ns. */
    public long totalNanos() {
        return total;
    }

    /** The mean in ns; NaN if there are none. */
    public double meanNanos() {
        return count == 0 ? Double.NaN : (double) total / count;
    }

    /** The sample standard deviation (n - 1) in ns; 0 for fewer than two. */
    public double deviationNanos() {
        return count < 2 ? 0 : Math.sqrt(squares / (count - 1));
    }

    /** The minimum in ns; 0 if there are none. */
    public long leastNanos() {
        return count == 0 ? 0 : least;
    }

    /** The maximum in ns; 0 if there are none. */
    public long mostNanos() {
        return count == 0 ? 0 : most;
    }
}
