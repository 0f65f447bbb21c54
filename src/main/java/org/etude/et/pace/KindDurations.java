// SPDX-License-Identifier: Apache-2.0
package org.etude.et.pace;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Collection;

/**
 * Recorded durations of one kind of host work, with and without a backend transfer in progress, and the resulting
 * relative speed during a transfer. How long the kind takes without a transfer is estimated from both: the mean without one,
 * and the mean with one less what all kinds lose on average, each weighed by its precision. So a kind recorded
 * often is judged by itself, one recorded on one side only as all others are, and each sample in between counts
 * (empirical Bayes: Efron and Morris, 1975). A core is lost for milliseconds at a time rather than slightly all the time, so
 * the loss of a kind is attributed to its durations in proportion to their excess over that time.
 */
public final class KindDurations {
    /** Minimum relative speed during a transfer. */
    public static final double SLOWEST = 0.05;
    /** Relative speed of a thread that shares its core with one other. */
    public static final double SHARED_CORE = 0.5;
    /**
     * The fraction of its duration next to a transfer up to which work counts as done without one: it cannot have lost
     * more.
     */
    private static final double NEGLIGIBLE = 0.05;

    private final Sample alone = new Sample();
    private final Sample beside = new Sample();
    /** The durations of the latter. */
    private final LongArrayList slowed = new LongArrayList();

    private double overlapped;
    private double pace = 1;
    /** Slowest possible relative speed if the recording does not determine it, otherwise 1. */
    private double slowest = 1;
    /** Estimated duration without a transfer, in ns. */
    private double base;
    /** The fraction of its excess over the base by which transfers lengthened each duration. */
    private double share;

    /**
     * The progress of a piece of work during transfers.
     *
     * @param pace relative speed
     * @param slowed the fraction of its recorded duration spent at that speed
     */
    public record Progress(double pace, double slowed) {}

    /**
     * Adds one of this kind.
     *
     * @param duration its time in ns
     * @param overlap time in ns during which a transfer was in progress
     */
    public void add(long duration, long overlap) {
        if (isBeside(duration, overlap)) {
            beside.add(duration);
            slowed.add(duration);
            overlapped += overlap;
        } else {
            alone.add(duration);
        }
    }

    private static boolean isBeside(long duration, long overlap) {
        return overlap > NEGLIGIBLE * duration;
    }

    /** Relative speed during a transfer, 1 before {@link #settle}. */
    public double pace() {
        return pace;
    }

    /** Slowest possible relative speed during a transfer if the recording does not determine it; otherwise 1. */
    public double slowest() {
        return slowest;
    }

    /**
     * The progress of one piece of this kind. If it lost more time than a transfer was in progress, it was stalled
     * once: during another transfer it is no slower than its kind, or takes no longer than recorded.
     *
     * @param duration its time in ns, more than 0
     * @param overlap for how much of it a transfer was under way, in ns
     */
    public Progress progress(long duration, long overlap) {
        if (!isBeside(duration, overlap)) {
            return new Progress(pace, 0);
        }
        return progress(duration, overlap, share * Math.max(0, duration - base));
    }

    private Progress progress(long duration, long overlap, double lost) {
        double own = Math.max(1 - lost / overlap, Math.min(pace, 1 - lost / duration));
        return new Progress(own, own < 1 ? lost / duration / (1 - own) : (double) overlap / duration);
    }

    /**
     * The same of a gap between operators, in which the program may do other things each time. One that exceeds the others by
     * more time than a transfer was in progress is no longer because of the transfer, so the others tell nothing of it. What
     * it takes in every step is not lost.
     *
     * @param own how much of it the program takes in every step, in ns
     */
    public Progress progressOfGap(long duration, long overlap, long own) {
        if (!isBeside(duration, overlap)) {
            return new Progress(pace, 0);
        }
        double lost = share * Math.max(0, duration - base);
        return lost > overlap
                ? new Progress(1, (double) overlap / duration)
                : progress(duration, overlap, Math.min(lost, Math.max(0, duration - own)));
    }

    /** Determines the relative speed of every kind of a rank. Linear in the durations. */
    public static void settle(Collection<KindDurations> kinds) {
        KindPool pool = KindPool.of(kinds);
        kinds.forEach(kind -> kind.settle(pool));
    }

    private void settle(KindPool pool) {
        // What was recorded next to transfers alone stays as it is, as far as the others do not speak for it.
        boolean open = alone.count == 0;
        double expected = open ? pool.certainty() * pool.rate() : pool.rate();
        double rate = expected;
        if (weight() > 0) {
            double spread = pool.between() * meanOverlap() * meanOverlap();
            double trust = spread / (spread + errorSquared(pool.scatterAlone(), pool.scatterBeside()));
            rate += trust * (difference() / meanOverlap() - expected);
        }
        pace = 1 - possible(rate);
        if (beside.count > 0) {
            attribute(pool, expected);
        }
        if (open) {
            double bound = Math.min(1 - pool.rate(), SHARED_CORE);
            slowest = pool.certainty() * pace + (1 - pool.certainty()) * bound;
        }
    }

    /** Estimates the time without a transfer, and how much of what exceeds it was lost to transfers. */
    private void attribute(KindPool pool, double expected) {
        base = beside.mean() - expected * meanOverlap();
        if (alone.count > 0) {
            double prior = beside.errorSquared(pool.scatterBeside()) + pool.between() * meanOverlap() * meanOverlap();
            double own = alone.errorSquared(pool.scatterAlone());
            base += prior / (prior + own) * (alone.mean() - base);
        }
        double excess = slowed.longStream()
                .mapToDouble(duration -> Math.max(0, duration - base))
                .sum();
        double lost = beside.count * (beside.mean() - base);
        share = lost > 0 ? lost / excess : 0;
    }

    /** A rate at which time can be lost: at least 0, and short of a standstill. */
    static double possible(double rate) {
        return Math.max(0, Math.min(1 - SLOWEST, rate));
    }

    Sample alone() {
        return alone;
    }

    Sample beside() {
        return beside;
    }

    /** How much its comparison counts: n m / (n + m) for n samples with and m without a transfer. */
    double weight() {
        double product = (double) alone.count * beside.count;
        return product == 0 ? 0 : product / (alone.count + beside.count);
    }

    /** Mean time in ns next to a transfer, of the durations next to one; 0 without any. */
    double meanOverlap() {
        return beside.count == 0 ? 0 : overlapped / beside.count;
    }

    /** By how much its mean is longer next to a transfer, in ns; 0 with one side only. */
    double difference() {
        return weight() == 0 ? 0 : beside.mean() - alone.mean();
    }

    /** Squared standard error of that difference; 0 with one side only. */
    double errorSquared(double scatterAlone, double scatterBeside) {
        return weight() == 0 ? 0 : alone.errorSquared(scatterAlone) + beside.errorSquared(scatterBeside);
    }

    /** Durations in ns. */
    static final class Sample {
        private int count;
        private double sum;
        private double squares;

        private void add(double duration) {
            count++;
            sum += duration;
            squares += duration * duration;
        }

        int count() {
            return count;
        }

        double mean() {
            return sum / count;
        }

        /** Sum of squared distances to the mean. */
        double squares() {
            return Math.max(0, squares - sum * mean());
        }

        /**
         * Squared standard error of the mean, from these durations and, as if it were one more, the scatter of all kinds.
         *
         * @param scatter squared relative standard deviation of all kinds
         */
        double errorSquared(double scatter) {
            double variance = (squares() + scatter * mean() * mean()) / count;
            return variance / count;
        }
    }
}
