// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

/**
 * Bounds what one way of fast-forwarding may cost, in numbers written or compared: a share of the events simulated one by one, and
 * much more for events skipped. Each way has a budget of its own, so that one that fails cannot starve one that would succeed.
 */
final class LookingBudget {
    private static final long FIRST = 1 << 18;
    private static final long EVENTS_PER_NUMBER = 8;
    private static final long NUMBERS_PER_SKIPPED = 8;

    private long spent;

    void spend(long numbers) {
        spent += numbers;
    }

    long spent() {
        return spent;
    }

    /** Whether more may be spent after this many events, of which this many were skipped. */
    boolean lasts(long fired, long skipped) {
        return spent <= FIRST + (fired - skipped) / EVENTS_PER_NUMBER + NUMBERS_PER_SKIPPED * skipped;
    }
}
