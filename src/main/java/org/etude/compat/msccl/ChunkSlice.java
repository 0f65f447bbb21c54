// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.msccl;

/**
 * The size of a message: some chunks, or one of the slices into which a group of thread blocks divides them.
 *
 * @param chunks number of chunks; 0 for a signal, which has one byte
 * @param number which slice, from 0
 * @param of number of slices, 1 for the whole
 */
record ChunkSlice(long chunks, int number, int of) {
    /** A message of one byte. */
    static final ChunkSlice SIGNAL = whole(0);

    /** Chunks that one thread block handles. */
    static ChunkSlice whole(long chunks) {
        return new ChunkSlice(chunks, 0, 1);
    }

    /** Bytes, at least 1; slices of chunks add up to them. The buffer has this many bytes and chunks. */
    long bytes(long buffer, long inChunks) {
        long all = PlanGraph.size(chunks, buffer, inChunks);
        return Math.max(1, until(all, number + 1L) - until(all, number));
    }

    /** Bytes of the slices before one. */
    private long until(long all, long slice) {
        return all / of * slice + all % of * slice / of;
    }
}
