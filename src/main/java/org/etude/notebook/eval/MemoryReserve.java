// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

/**
 * Memory held back for the time after a cell has used up everything: without it, the error could not be reported and
 * the cell that frees the memory could not be compiled.
 */
final class MemoryReserve {
    private static final long MOST = 16L << 20;
    private static final int SHARE = 8;

    private byte[] held = take();

    private static byte[] take() {
        return new byte[(int) Math.min(MOST, Runtime.getRuntime().maxMemory() / SHARE)];
    }

    /** Releases it. */
    synchronized void release() {
        held = null;
    }

    /** Allocates it again, if that leaves enough for others. */
    synchronized void refill() {
        Runtime runtime = Runtime.getRuntime();
        long free = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
        if (held == null && free > 2 * MOST) {
            held = take();
        }
    }

    /** Whether it is allocated. */
    synchronized boolean full() {
        return held != null;
    }
}
