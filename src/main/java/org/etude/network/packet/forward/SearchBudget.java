// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.forward;

/**
 * Limits what one method of fast-forwarding may cost, in numbers written or compared: a fraction of the events simulated one by
 * one, plus two per event skipped. Each method has its own budget, so a
 * method that fails cannot starve one that would succeed.
 */
final class SearchBudget {
    private static final long FIRST = 1 << 18;
    private static final long EVENTS_PER_NUMBER = 8;
    private static final long NUMBERS_PER_SKIPPED = 2;

    private long spent;

    void spend(long numbers) {
        spent += numbers;
    }

    long spent() {
        return spent;
    }

    /**
     * Whether the budget is not used up.
     *
     * @param fired events so far
     * @param skipped how many of them were skipped
     */
    boolean lasts(long fired, long skipped) {
        return spent <= FIRST + (fired - skipped) / EVENTS_PER_NUMBER + NUMBERS_PER_SKIPPED * skipped;
    }
}
