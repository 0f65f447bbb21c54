// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.congestion;

/**
 * The C library's {@code rand()} (the additive feedback generator x[n] = x[n-3] + x[n-31]), from which the reference's
 * HPCC-PINT draws, with the seed 1 of a program that never calls {@code srand}.
 */
final class CRandom {
    private static final int DEGREE = 31;
    private static final int SEPARATION = 3;

    private final int[] state = new int[DEGREE];
    private int at;

    CRandom() {
        state[0] = 1;
        for (int i = 1; i < DEGREE; i++) {
            long next = 16807L * state[i - 1] % 2147483647L;
            state[i] = (int) (next < 0 ? next + 2147483647L : next);
        }
        for (int i = 0; i < 10 * DEGREE; i++) {
            next();
        }
    }

    /** The next number, 0 to 2^31 - 1. */
    int next() {
        int front = (at + SEPARATION) % DEGREE;
        state[front] += state[at];
        int value = state[front] >>> 1;
        at = (at + 1) % DEGREE;
        return value;
    }
}
