// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.util.function.Supplier;

/**
 * Memory held back for the time after a cell has used up everything: without it, the error could not be reported and
 * the cell that frees the memory could not be compiled.
 */
final class MemoryReserve {
    private static final long MOST = 16L << 20;
    private static final int SHARE = 8;

    private final Supplier<byte[]> allocation;
    private byte[] held;

    MemoryReserve() {
        this(MemoryReserve::take);
    }

    /** With another way to allocate it. */
    MemoryReserve(Supplier<byte[]> allocation) {
        this.allocation = allocation;
        held = allocation.get();
    }

    private static byte[] take() {
        return new byte[(int) Math.min(MOST, Runtime.getRuntime().maxMemory() / SHARE)];
    }

    /** Releases it. */
    synchronized void release() {
        held = null;
    }

    /**
     * Allocates it again, if that leaves enough for others. What is free may lie in another generation of the heap, so
     * that an attempt may fail all the same; the cell has succeeded, and the next one tries again.
     */
    synchronized void refill() {
        Runtime runtime = Runtime.getRuntime();
        long free = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
        if (held == null && free > 2 * MOST) {
            try {
                held = allocation.get();
            } catch (OutOfMemoryError e) {
                held = null;
            }
        }
    }

    /** Whether it is allocated. */
    synchronized boolean full() {
        return held != null;
    }
}
