// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

/**
 * Times in us of an all-gather or all-to-all of two ranks, derived from its timing and that of one direction.
 *
 * <p>Ranks that start together use both directions of the link at once. A late rank finds the other's request, so its
 * data precede its own request on the shared connection, and the other rank's data follow only after them. An
 * all-to-all is one message each way, hence two directions in sequence. gloo's all-gather sends two halves and requests
 * each after the half that it sends (allgather.cc), so that the other rank's first half overlaps with the late rank's
 * second: one and a half directions. The early rank finishes when it has its data and its connection holds the rest of
 * what it sends. Timings with skewed starts are the mean of both ranks; their excess over the protocol's time is added
 * to all.
 *
 * @param type all_gather or all_to_all
 * @param oneWay the time of a message of what one rank sends
 * @param timed the time of the exchange
 * @param gloo whether gloo carries it; otherwise only what the timing shows is assumed
 */
record PairExchange(String type, double oneWay, double timed, boolean gloo) {
    /** An exchange timed at up to this multiple of one direction counts as timed with aligned starts. */
    private static final double ALIGNED = 1.15;

    private static final double MESSAGE_EACH_WAY = 2;
    private static final double HALVES_EACH_WAY = 1.5;

    private boolean aligned() {
        return timed < ALIGNED * oneWay;
    }

    /** Whether no timing shows how a late rank is delayed. */
    boolean isAssumed() {
        return aligned() && gloo;
    }

    private double directions() {
        return gloo && type.equals("all_gather") ? HALVES_EACH_WAY : MESSAGE_EACH_WAY;
    }

    /** The time of the rank that arrives last. */
    double lateMicros() {
        return aligned() && !gloo ? timed : Math.max(timed, directions() * oneWay);
    }

    /** The time of the rank that arrives first. */
    double earlyMicros() {
        if (aligned()) {
            return gloo ? Math.min(timed, oneWay) : timed;
        }
        return Math.max(oneWay, 2 * timed - lateMicros());
    }

    /** The time of ranks that arrive together. */
    double togetherMicros() {
        return aligned() ? earlyMicros() : oneWay + Math.max(0, timed - directions() * oneWay);
    }

    /** How long before its arrival a message of this size frees its sender; 0 when no timing shows it. */
    double heldMicros() {
        return aligned() ? 0 : Math.min(oneWay, lateMicros() - earlyMicros());
    }
}
