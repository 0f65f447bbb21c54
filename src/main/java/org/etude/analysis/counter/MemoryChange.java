// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.counter;

/**
 * An allocation or a release.
 *
 * @param rank the rank
 * @param device the device: cpu, cuda:0, ...
 * @param nanos time since the first event of any rank, on the clock of all ranks, in ns
 * @param operator the innermost operator around it; "" where there is none
 * @param change bytes allocated; negative when released
 * @param sinceStart sum of the changes of this rank and device since the recording began
 * @param allocated bytes in use afterwards; -1 if the profiler did not record them
 * @param reserved bytes that the allocator holds afterwards; -1 if the profiler did not record them
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
    /** Bytes in use: as recorded by the profiler, else the sum of changes since the recording began. */
    public long inUse() {
        return allocated < 0 ? sinceStart : allocated;
    }
}
