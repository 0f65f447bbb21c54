// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

import java.util.List;

/**
 * A sequence of GPU work that an operator launched repeatedly.
 *
 * @param rank the rank
 * @param operator the operator
 * @param work names of the work in order of start
 * @param host number of launches, and the operator's durations
 * @param gpuNanos durations of the work, summed over all launches
 */
public record KernelSequence(int rank, String operator, List<String> work, DurationStats host, long gpuNanos) {
    /** Copies the list. */
    public KernelSequence {
        work = List.copyOf(work);
    }
}
