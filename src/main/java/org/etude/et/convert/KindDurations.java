// SPDX-License-Identifier: Apache-2.0
package org.etude.et.convert;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Recorded durations of one kind of host work, with and without a backend transfer in progress, and the resulting
 * relative speed during a transfer. A core is lost for milliseconds at a time rather than slightly all the time, so the
 * loss of a kind is attributed to its durations in proportion to their excess over the mean without a transfer.
 */
final class KindDurations {
    /** Minimum relative speed during a transfer. */
    static final double SLOWEST = 0.05;
    /**
     * The fraction of its duration next to a transfer up to which work counts as done without one: it cannot have lost
     * more.
     */
    private static final double NEGLIGIBLE = 0.05;
    /** Number of standard errors above which a difference of sums is significant. */
    private static final double ERRORS = 2;

    /** Relative speed of a thread that shares its core with one other. */
    static final double SHARED_CORE = 0.5;

    private static final int FEWEST_ALONE = 3;
    private static final int FEWEST_BESIDE = 2;

    private final Sample alone = new Sample();
    private final Sample together = new Sample();
    private final LongArrayList slowed = new LongArrayList();
    private double overlapped;
    private double pace = 1;
    /** Slowest possible relative speed if the recording does not determine it, otherwise 1. */
    private double slowest = 1;
    /** The fraction of its excess by which transfers lengthened each duration; negative when undetermined. */
    private double share = -1;

    /**
     * The progress of a piece of work during transfers.
     *
     * @param pace relative speed
     * @param slowed the fraction of its recorded duration spent at that speed
     */
    record Progress(double pace, double slowed) {}

    /**
     * Adds one of this kind.
     *
     * @param duration its time in ns
     * @param overlap time in ns during which a transfer was in progress
     */
    void add(long duration, long overlap) {
        boolean besides = isBesides(duration, overlap);
        (besides ? together : alone).add(duration);
        if (besides) {
            slowed.add(duration);
            overlapped += overlap;
        }
    }

    private static boolean isBesides(long duration, long overlap) {
        return overlap > NEGLIGIBLE * duration;
    }

    /** Relative speed during a transfer, 1 before {@link #settle}. */
    double pace() {
        return pace;
    }

    /** Slowest possible relative speed during a transfer if the recording does not determine it; otherwise 1. */
    double slowest() {
        return slowest;
    }

    /**
     * The progress of one piece of this kind. If it lost more time than a transfer was in progress, it was stalled
     * once: during another transfer it is no slower than its kind, or takes no longer than recorded.
     *
     * @param duration its time in ns, more than 0
     * @param overlap for how much of it a transfer was under way, in ns
     */
    Progress progress(long duration, long overlap) {
        if (!isBesides(duration, overlap)) {
            return new Progress(pace, 0);
        }
        if (share < 0) {
            return new Progress(pace, (double) overlap / duration);
        }
        double lost = share * excess(duration);
        double own = Math.max(1 - lost / overlap, Math.min(pace, 1 - lost / duration));
        return new Progress(own, own < 1 ? lost / duration / (1 - own) : (double) overlap / duration);
    }

    /**
     * Determines the relative speed of every kind. Kinds whose durations scatter too much are judged by their sums, the
     * best estimate of the average loss. Kinds recorded too rarely with or without transfers get the speed of all
     * others together, provided that those were concurrent with transfers for at least as long.
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

    /** Total excess of durations with a transfer over equally many without. */
    private double longer() {
        return together.count * (together.mean() - alone.mean());
    }

    private boolean differs() {
        double errorSquared = alone.errorSquared() + together.errorSquared();
        return together.mean() - alone.mean() > ERRORS * Math.sqrt(errorSquared);
    }

    /** Mean of durations and its standard error. */
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
