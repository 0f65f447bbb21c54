// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

/**
 * Calls of one runtime function that launched GPU work on a rank.
 *
 * @param rank the rank
 * @param call the function
 * @param calls how often and how long they took on the host
 * @param work how long the GPU worked on what they launched
 * @param delays from the end of the call to the start of the work, 0 where it began before
 * @param shortKernels pieces of work that took less than their call
 * @param slowCalls calls that took longer than {@link LaunchCalls#SLOW_CALL}
 * @param lateKernels pieces of work with a delay of more than {@link LaunchCalls#LATE_KERNEL}
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
