// SPDX-License-Identifier: Apache-2.0
package org.etude.et.pace;

import java.util.Collection;
import java.util.function.Function;

/**
 * A prior for every kind of a rank's host work, pooled over all kinds, however few samples each has. The rate at
 * which work loses time next to transfers is that of Mantel and Haenszel (1959; for differences Greenland and Robins,
 * 1985), which weighs each kind by its samples on both sides, so that kinds recorded once count as well as those
 * recorded often, and those recorded on one side only do not count. The variance between kinds is what their rates
 * differ by beyond their own errors (DerSimonian and Laird, 1986).
 *
 * @param rate the time lost per time next to a transfer, at least 0 and less than 1
 * @param certainty from 0 to 1: how much of that rate holds of kinds that were never recorded without a transfer
 * @param between variance of the rate between kinds
 * @param scatterAlone squared relative standard deviation of durations without a transfer
 * @param scatterBeside the same with one
 */
record KindPool(double rate, double certainty, double between, double scatterAlone, double scatterBeside) {
    /** The largest possible variance of rates between 0 and 1 that are equally likely. */
    private static final double UNIFORM = 1 / 12.0;
    /** Mean square of rates that are equally likely between 0 and that of a shared core. */
    private static final double PLAUSIBLE = (1 - KindDurations.SHARED_CORE) * (1 - KindDurations.SHARED_CORE) / 3;

    static KindPool of(Collection<KindDurations> kinds) {
        double alone = scatter(kinds, KindDurations::alone);
        double beside = scatter(kinds, KindDurations::beside);
        double lost = 0;
        double overlapped = 0;
        for (KindDurations kind : kinds) {
            lost += kind.weight() * kind.difference();
            overlapped += kind.weight() * kind.meanOverlap();
        }
        if (overlapped == 0) {
            return new KindPool(0, 0, 0, alone, beside);
        }
        double rate = KindDurations.possible(lost / overlapped);
        double excess = 0;
        double squares = 0;
        double error = 0;
        for (KindDurations kind : kinds) {
            double weighed = kind.weight() * kind.meanOverlap();
            double off = kind.difference() - rate * kind.meanOverlap();
            double variance = kind.errorSquared(alone, beside);
            excess += kind.weight() * (off * off - variance);
            squares += weighed * kind.meanOverlap();
            error += kind.weight() * kind.weight() * variance;
        }
        double between = Math.max(0, Math.min(UNIFORM, excess / squares));
        double doubt = error / overlapped / overlapped;
        return new KindPool(rate, PLAUSIBLE / (PLAUSIBLE + doubt), between, alone, beside);
    }

    /**
     * Pooled over all kinds, with one more sample as scattered as waiting times are (standard deviation equal to the
     * mean) in case there are few.
     */
    private static double scatter(Collection<KindDurations> kinds, Function<KindDurations, KindDurations.Sample> side) {
        double squares = 1;
        int free = 1;
        for (KindDurations kind : kinds) {
            KindDurations.Sample sample = side.apply(kind);
            if (sample.count() > 1) {
                squares += sample.squares() / (sample.mean() * sample.mean());
                free += sample.count() - 1;
            }
        }
        return squares / free;
    }
}
