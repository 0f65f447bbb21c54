// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

/**
 * Calls of one runtime function that launched GPU work on a rank.
 *
 * @param rank the rank
 * @param call the function
 * @param calls number and host durations
 * @param work GPU durations of the launched work
 * @param delays from the end of the call to the start of the work, 0 where it started before
 * @param shortKernels number of pieces of work shorter than their call
 * @param slowCalls number of calls longer than {@link LaunchCalls#SLOW_CALL}
 * @param lateKernels number of pieces of work with a delay above {@link LaunchCalls#LATE_KERNEL}
 */
public record LaunchCall(
        int rank,
        String call,
        DurationStats calls,
        DurationStats work,
        DurationStats delays,
        long shortKernels,
        long slowCalls,
        long lateKernels) {}
