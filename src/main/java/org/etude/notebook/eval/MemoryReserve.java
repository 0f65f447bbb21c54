// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

/**
 * Memory held back for the moment after a cell has used up all: without it, the message could not be reported and the cell that
 * frees the memory could not be compiled.
 */
final class MemoryReserve {
    private static final long MOST = 16L << 20;
    private static final int SHARE = 8;

    private byte[] held = take();

    private static byte[] take() {
        return new byte[(int) Math.min(MOST, Runtime.getRuntime().maxMemory() / SHARE)];
    }

    /** Gives it free. */
    synchronized void release() {
        held = null;
    }

    /** Takes it again, when that leaves enough for others. */
    synchronized void refill() {
        Runtime runtime = Runtime.getRuntime();
        long free = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
        if (held == null && free > 2 * MOST) {
            held = take();
        }
    }

    /** Whether it is there. */
    synchronized boolean full() {
        return held != null;
    }
}
