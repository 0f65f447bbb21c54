// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Recorded durations of one kind of host work, with and without a collective of a backend under way, and the pace that follows:
 * progress next to a collective as a share of the normal one. Kinds that were recorded too seldom on either side keep pace 1.
 */
final class KindDurations {
    /** Progress next to a collective is at least this share of the normal one. */
    private static final double SLOWEST = 0.05;
    /** Sums that differ by so many standard errors differ. */
    private static final double ERRORS = 2;

    private static final int FEWEST_ALONE = 3;
    private static final int FEWEST_BESIDE = 2;

    private final Sample alone = new Sample();
    private final Sample together = new Sample();
    private double overlapped;
    private double pace = 1;

    /**
     * Adds one of this kind.
     *
     * @param duration its time in ns
     * @param overlap for how much of it a collective was under way, in ns
     */
    void add(long duration, long overlap) {
        (overlap > 0 ? together : alone).add(duration);
        overlapped += overlap;
    }

    /** Progress next to a collective as a share of the normal one, 1 before {@link #settle}. */
    double pace() {
        return pace;
    }

    /**
     * Settles the pace of every kind. A core is seldom taken for long, so that one kind's durations may scatter too much to
     * tell; such kinds are judged together.
     */
    static void settle(Collection<KindDurations> kinds) {
        double longer = 0;
        double errorSquared = 0;
        double overlapped = 0;
        List<KindDurations> doubtful = new ArrayList<>();
        for (KindDurations kind : kinds) {
            if (kind.isComparable() && !kind.differs()) {
                doubtful.add(kind);
                longer += kind.longer();
                errorSquared += kind.errorSquared();
                overlapped += kind.overlapped;
            } else if (kind.isComparable()) {
                kind.pace = Math.max(SLOWEST, 1 - kind.longer() / kind.overlapped);
            }
        }
        if (longer > ERRORS * Math.sqrt(errorSquared)) {
            double pace = Math.max(SLOWEST, 1 - longer / overlapped);
            doubtful.forEach(kind -> kind.pace = pace);
        }
    }

    private boolean isComparable() {
        return alone.count >= FEWEST_ALONE && together.count >= FEWEST_BESIDE;
    }

    /** By how much all durations with a collective are longer, together, than as many without. */
    private double longer() {
        return together.count * (together.mean() - alone.mean());
    }

    private double errorSquared() {
        return (double) together.count * together.count * (alone.errorSquared() + together.errorSquared());
    }

    private boolean differs() {
        return longer() > ERRORS * Math.sqrt(errorSquared());
    }

    /** Mean of durations, and how well it is known. */
    private static final class Sample {
        private int count;
        private double sum;
        private double squares;

        void add(double value) {
            count++;
            sum += value;
            squares += value * value;
        }

        double mean() {
            return sum / count;
        }

        double errorSquared() {
            return Math.max(0, squares / count - mean() * mean()) / (count - 1);
        }
    }
}
