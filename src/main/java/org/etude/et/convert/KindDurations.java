// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Recorded durations of one kind of host work, with and without a collective of a backend under way, and the pace that follows:
 * progress next to a collective as a share of the normal one.
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
     * tell; such kinds are judged together. Kinds that were recorded too seldom on either side go as fast as all others do together, provided
     * that these were next to collectives for as long as those: few cannot speak for many.
     */
    static void settle(Collection<KindDurations> kinds) {
        Together doubtful = new Together();
        Together known = new Together();
        Together unknown = new Together();
        for (KindDurations kind : kinds) {
            if (!kind.isComparable()) {
                unknown.members.add(kind);
                unknown.overlapped += kind.overlapped;
                continue;
            }
            known.add(kind);
            if (kind.differs()) {
                kind.pace = pace(kind.longer(), kind.overlapped);
            } else {
                doubtful.add(kind);
            }
        }
        double pace = doubtful.pace();
        doubtful.members.forEach(kind -> kind.pace = pace);
        double of = known.overlapped >= unknown.overlapped ? known.pace() : 1;
        unknown.members.forEach(kind -> kind.pace = of);
    }

    private static double pace(double longer, double overlapped) {
        return Math.max(SLOWEST, 1 - longer / overlapped);
    }

    /** Sums over kinds. */
    private static final class Together {
        private final List<KindDurations> members = new ArrayList<>();
        private double longer;
        private double errorSquared;
        private double overlapped;

        void add(KindDurations kind) {
            members.add(kind);
            longer += kind.longer();
            errorSquared += kind.errorSquared();
            overlapped += kind.overlapped;
        }

        /** Their pace, 1 when their sums do not differ by more than they scatter. */
        double pace() {
            return longer > ERRORS * Math.sqrt(errorSquared) ? KindDurations.pace(longer, overlapped) : 1;
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
