// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.parallel;

/** When to simulate components apart: from the first flow on, and for as long as enough of the events happen there. */
final class ThreadTrial {
    /** Events after which it is seen whether it pays. */
    private static final long EVENTS = 1 << 20;

    private static final long LEAST_SHARE = 4;
    /** Events after which components are looked for again, at least. */
    private static final long PAUSE = 1 << 14;

    private static final long LONGER = 4;

    private final boolean always;
    private long dueAt;
    private long pause = PAUSE;
    private long firedBefore;
    private long apartBefore;

    /** Always, or only as long as it pays. */
    ThreadTrial(boolean always) {
        this.always = always;
    }

    /** Whether to look for components. */
    boolean isDue(long fired) {
        return always || fired >= dueAt;
    }

    void begin(long fired, long apart) {
        firedBefore = fired;
        apartBefore = apart;
    }

    /** Notes that there was no use in it for now. */
    void inVain(long fired) {
        dueAt = fired + pause;
    }

    /** Whether to go on, by the numbers of events so far, and of those apart. */
    boolean pays(long fired, long apart) {
        if (always || fired - firedBefore < EVENTS) {
            return true;
        }
        boolean pays = (apart - apartBefore) * LEAST_SHARE >= fired - firedBefore;
        pause = pays ? PAUSE : pause * LONGER;
        begin(fired, apart);
        return pays;
    }
}
