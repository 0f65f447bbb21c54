// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import org.etude.store.Saved;
import org.etude.store.Storable;

/** Number, sum, mean, sample standard deviation, least and most of durations; added one by one. Welford (1962). */
public final class DurationStats implements Storable {
    private long count;
    private long total;
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;
    private double mean;
    private double squares;

    private record Kept(long count, long total, long least, long most, double mean, double squares) implements Saved {
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
        return new Kept(count, total, least, most, mean, squares);
    }

    /** Adds one, in ns. */
    public void add(long nanos) {
        count++;
        total += nanos;
        least = Math.min(least, nanos);
        most = Math.max(most, nanos);
        double before = nanos - mean;
        mean += before / count;
        squares += before * (nanos - mean);
    }

    /** How many. */
    public long count() {
        return count;
    }

    /** Their sum in ns. */
    public long totalNanos() {
        return total;
    }

    /** Their mean in ns; NaN of none. */
    public double meanNanos() {
        return count == 0 ? Double.NaN : (double) total / count;
    }

    /** Standard deviation of a sample, with n - 1, in ns; 0 of fewer than two. */
    public double deviationNanos() {
        return count < 2 ? 0 : Math.sqrt(squares / (count - 1));
    }

    /** The least in ns; 0 of none. */
    public long leastNanos() {
        return count == 0 ? 0 : least;
    }

    /** The most in ns; 0 of none. */
    public long mostNanos() {
        return count == 0 ? 0 : most;
    }
}
