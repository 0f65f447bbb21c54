// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

/**
 * When to fast-forward component by component: from the first flow on, never, or by default after a number of events, if whole
 * states did not skip most of the events since the last look; and then for as long as a {@link Trial} says that it pays.
 */
final class ComponentSwitch {
    /** After how many events components are looked for, if more than one in {@link #ENOUGH} was simulated. */
    private static final long COMPONENTS_AFTER = 1 << 16;

    private static final long ENOUGH = 8;
    /** Ticks with acts in which whole states are learnt; after as many more it is seen whether they recur. */
    private static final int FIRST_ACTS = 8;

    /** How often components are looked for until the number of events has doubled, and after how many times as many if in vain. */
    private static final long COMPONENT_LOOKS = 16;

    private static final long COMPONENTS_AGAIN = 4;

    /** How many events must have fired before components are looked for. */
    private long componentsAt = COMPONENTS_AFTER;

    private long acts;
    /** The share of events that were skipped between the last two looks. */
    private double recentShare;

    private long firedAtLook;
    private long skippedAtLook;

    /** Switches from now on, or never, instead of when whole states do not recur. */
    void force(boolean always) {
        componentsAt = always ? 0 : Long.MAX_VALUE;
    }

    private boolean isForced() {
        return componentsAt == 0;
    }

    /**
     * Whether to look for components. Called once per tick in which the layer above acts.
     *
     * @param fired events so far
     * @param skipped how many of them were skipped
     */
    boolean isDue(long fired, long skipped) {
        acts++;
        if (acts == FIRST_ACTS) {
            statesRecur(fired, skipped);
        }
        boolean tells = isForced() || acts >= 2 * FIRST_ACTS;
        if (!tells || fired < componentsAt) {
            return false;
        }
        if (isForced()) {
            return true;
        }
        componentsAt = fired + Math.max(COMPONENTS_AFTER, fired) / COMPONENT_LOOKS;
        return !statesRecur(fired, skipped);
    }

    /** Whether most events since the last call were skipped. */
    private boolean statesRecur(long fired, long skipped) {
        long firedSince = fired - firedAtLook;
        long skippedSince = skipped - skippedAtLook;
        firedAtLook = fired;
        skippedAtLook = skipped;
        recentShare = firedSince == 0 ? 0 : (double) skippedSince / firedSince;
        return (firedSince - skippedSince) * ENOUGH < firedSince;
    }

    /** Notes that components are fast-forwarded from now on; returns the share of events that these must skip to go on. */
    double begin() {
        double share = isForced() ? 0 : recentShare;
        componentsAt *= COMPONENTS_AGAIN;
        return share;
    }

    /**
     * Whether fast-forwarding component by component pays: it must skip more than a small share of the events, and no less than whole
     * states did before.
     *
     * @param firedBefore the number of events fired when it began
     * @param skippedBefore the number of events skipped by component until then
     * @param share the share of events that whole states skipped before
     */
    record Trial(long firedBefore, long skippedBefore, double share) {
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
}
