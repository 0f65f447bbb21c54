// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Recorded durations of one kind of host work, with and without a transfer of a backend under way, and what follows: progress
 * next to a transfer as a share of the normal one. A core is taken for milliseconds now and then, not a little all the time: of
 * what a kind lost, each of its durations lost a part by how far it exceeds the mean without a transfer.
 */
final class KindDurations {
    /** Progress next to a transfer is at least this share of the normal one. */
    static final double SLOWEST = 0.05;
    /** Sums that differ by this many standard errors differ. */
    private static final double ERRORS = 2;

    /** A thread that shares its core with one other gets half of it. */
    static final double SHARED_CORE = 0.5;

    private static final int FEWEST_ALONE = 3;
    private static final int FEWEST_BESIDE = 2;

    private final Sample alone = new Sample();
    private final Sample together = new Sample();
    private final LongArrayList slowed = new LongArrayList();
    private double overlapped;
    private double pace = 1;
    /** How slow it may be where the recording does not tell its pace, else 1. */
    private double slowest = 1;
    /** By how much of its excess each duration was longer for transfers; negative when durations do not tell. */
    private double share = -1;

    /**
     * How a piece of work goes on next to transfers.
     *
     * @param pace progress as a share of the normal one
     * @param beside the fraction of its recorded duration during which that was so
     */
    record Progress(double pace, double beside) {}

    /**
     * Adds one of this kind.
     *
     * @param duration its time in ns
     * @param overlap for how much of it a transfer was under way, in ns
     */
    void add(long duration, long overlap) {
        (overlap > 0 ? together : alone).add(duration);
        if (overlap > 0) {
            slowed.add(duration);
            overlapped += overlap;
        }
    }

    /** Progress next to a transfer as a share of the normal one, 1 before {@link #settle}. */
    double pace() {
        return pace;
    }

    /** The slowest progress next to a transfer that is possible where the recording does not tell it; 1 where it does. */
    double slowest() {
        return slowest;
    }

    /**
     * How one of this kind goes on. One that lost more than a transfer was under way was stalled, once: next to another transfer it
     * is no slower than its kind, or takes no longer than it was recorded.
     *
     * @param duration its time in ns, more than 0
     * @param overlap for how much of it a transfer was under way, in ns
     */
    Progress progress(long duration, long overlap) {
        if (overlap <= 0 || share < 0) {
            return new Progress(pace, (double) overlap / duration);
        }
        double lost = share * excess(duration);
        double own = Math.max(1 - lost / overlap, Math.min(pace, 1 - lost / duration));
        return new Progress(own, own < 1 ? lost / duration / (1 - own) : (double) overlap / duration);
    }

    /**
     * Settles the pace of every kind. One kind's durations may scatter too much to tell: such kinds are judged by their sums, which
     * tell best what is lost on average. Kinds that were recorded too seldom on either side go as fast as all others do together,
     * provided that these were next to transfers for as long as those: few cannot speak for many.
     */
    static void settle(Collection<KindDurations> kinds) {
        Together doubtful = new Together();
        Together known = new Together();
        List<KindDurations> unknown = new ArrayList<>();
        for (KindDurations kind : kinds) {
            if (!kind.isComparable()) {
                unknown.add(kind);
                continue;
            }
            known.add(kind);
            if (kind.differs()) {
                Together own = new Together();
                own.add(kind);
                kind.settle(own);
            } else {
                doubtful.add(kind);
            }
        }
        doubtful.members.forEach(kind -> kind.settle(doubtful));
        double unsure = unknown.stream().mapToDouble(kind -> kind.overlapped).sum();
        boolean told = known.overlapped >= unsure;
        for (KindDurations kind : unknown) {
            kind.pace = told ? known.pace() : 1;
            kind.slowest = told ? 1 : Math.min(known.pace(), SHARED_CORE);
        }
    }

    private void settle(Together judged) {
        pace = judged.pace();
        share = judged.share();
    }

    /** Sums over kinds that were recorded on both sides. */
    private static final class Together {
        private final List<KindDurations> members = new ArrayList<>();
        private double longer;
        private double excess;
        private double overlapped;

        void add(KindDurations kind) {
            members.add(kind);
            longer += kind.longer();
            excess += kind.slowed.longStream().mapToDouble(kind::excess).sum();
            overlapped += kind.overlapped;
        }

        double pace() {
            return longer > 0 ? Math.max(SLOWEST, 1 - longer / overlapped) : 1;
        }

        double share() {
            return longer > 0 ? longer / excess : 0;
        }
    }

    private boolean isComparable() {
        return alone.count >= FEWEST_ALONE && together.count >= FEWEST_BESIDE;
    }

    private double excess(long duration) {
        return Math.max(0, duration - alone.mean());
    }

    /** By how much all durations with a transfer are longer, together, than as many without. */
    private double longer() {
        return together.count * (together.mean() - alone.mean());
    }

    private boolean differs() {
        double errorSquared = alone.errorSquared() + together.errorSquared();
        return together.mean() - alone.mean() > ERRORS * Math.sqrt(errorSquared);
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
