// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.counter;

/**
 * An allocation or a release.
 *
 * @param rank the rank
 * @param device the device: cpu, cuda:0, ...
 * @param nanos when, on the clock of all ranks from the first event of any, in ns
 * @param operator the innermost operator around it; "" where there is none
 * @param change bytes allocated; negative when they were released
 * @param sinceStart sum of the changes of this rank and device since the recording began
 * @param allocated bytes in use afterwards; -1 where the profiler did not record them
 * @param reserved bytes that the allocator holds afterwards; -1 where the profiler did not say
 */
public record MemoryChange(
        int rank,
        String device,
        long nanos,
        String operator,
        long change,
        long sinceStart,
        long allocated,
        long reserved) {
    /** Bytes in use: what the profiler said, else the changes since the recording began. */
    public long inUse() {
        return allocated < 0 ? sinceStart : allocated;
    }
}
