// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

/**
 * Whether fast-forwarding component by component pays: it must skip more than a small share of the events, and no less than whole
 * states did before.
 *
 * @param firedBefore the number of events fired when it began
 * @param skippedBefore the number of events skipped by component until then
 * @param share the share of events that whole states skipped before
 */
record ComponentTrial(long firedBefore, long skippedBefore, double share) {
    /** Events before which nothing is decided. */
    static final long EVENTS = 1 << 20;

    private static final long LEAST_SHARE = 8;

    /** The number of events fired since it began. */
    long fired(long until) {
        return until - firedBefore;
    }

    /** The number of events skipped since it began. */
    long skipped(long until) {
        return until - skippedBefore;
    }

    /** Whether it is to go on, by the numbers of events fired and skipped until now. */
    boolean pays(long firedUntil, long skippedUntil) {
        long fired = fired(firedUntil);
        long skipped = skipped(skippedUntil);
        return fired < EVENTS || skipped * LEAST_SHARE > fired && skipped >= share * fired;
    }
}
