// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

/**
 * How long an all-gather or all-to-all of two ranks takes each of them, from its timing and that of one way; times in us.
 *
 * <p>Ranks that start together use the link both ways at once. One that comes later finds the other's request, so that its data
 * leave ahead of its own request on the connection that carries both: the other rank's data follow behind them. An all-to-all is
 * one message each way, which makes two ways one after the other. gloo's all-gather sends two halves and asks for each behind
 * the half that it sends (allgather.cc), so that the other rank's first half goes while the late rank's second does: one and a
 * half ways. The early rank is through when it has its data and its connection holds the rest of what it sends. Timings with
 * skewed starts are the mean of both ranks; what they exceed the protocol's ways by is added to all.
 *
 * @param type all_gather or all_to_all
 * @param oneWay the time of a message of what one rank sends
 * @param timed the time of the exchange
 * @param gloo whether gloo carries it, else only what the timing shows is assumed
 */
record PairExchange(String type, double oneWay, double timed, boolean gloo) {
    /** Up to this many times one way's time an exchange was timed with ranks that started together. */
    private static final double ALIGNED = 1.15;

    private static final double MESSAGE_EACH_WAY = 2;
    private static final double HALVES_EACH_WAY = 1.5;

    private boolean aligned() {
        return timed < ALIGNED * oneWay;
    }

    /** Whether no timing tells how a late rank is held up. */
    boolean isAssumed() {
        return aligned() && gloo;
    }

    private double ways() {
        return gloo && type.equals("all_gather") ? HALVES_EACH_WAY : MESSAGE_EACH_WAY;
    }

    /** The time of the rank that reached it last. */
    double lateMicros() {
        return aligned() && !gloo ? timed : Math.max(timed, ways() * oneWay);
    }

    /** The time of the rank that reached it first. */
    double earlyMicros() {
        if (aligned()) {
            return gloo ? Math.min(timed, oneWay) : timed;
        }
        return Math.max(oneWay, 2 * timed - lateMicros());
    }

    /** The time of ranks that reach it together. */
    double togetherMicros() {
        return aligned() ? earlyMicros() : oneWay + Math.max(0, timed - ways() * oneWay);
    }

    /** The time before its arrival by which a message of this size leaves its sender free; 0 where no timing tells. */
    double heldMicros() {
        return aligned() ? 0 : Math.min(oneWay, lateMicros() - earlyMicros());
    }
}
