// SPDX-License-Identifier: Apache-2.0
package org.etude.link.check;

/**
 * Counts of what one rank recorded. Unknown figures are -1.
 *
 * @param rank the rank
 * @param hostNodes nodes of the execution trace, -1 without one
 * @param deviceEvents events of the Kineto trace, -1 without one
 * @param hostOps operators and annotations among the events
 * @param runtimeCalls runtime and driver calls among the events
 * @param gpuEvents kernels, copies and sets
 * @param kernels kernels, those of collectives included
 * @param launched GPU events whose launching call was recorded
 * @param collectives collectives and transfers, on the GPU or the host
 * @param messages the sends and receives among them, of which the stages of a pipeline have different numbers
 * @param unknownCollectives those without evidence of their type, -1 before linking
 * @param steps profiler steps
 * @param emptySteps steps in which nothing ran
 * @param bytesPerStep bytes that the rank contributes to collectives per step (in the whole window without steps), -1
 *     before linking
 * @param computeNanos total time of GPU work except communication; without a GPU, of linked host operators; in ns
 * @param commNanos total time of collectives in ns
 */
public record RankCounts(
        int rank,
        long hostNodes,
        long deviceEvents,
        long hostOps,
        long runtimeCalls,
        long gpuEvents,
        long kernels,
        long launched,
        long collectives,
        long messages,
        long unknownCollectives,
        int steps,
        int emptySteps,
        long bytesPerStep,
        long computeNanos,
        long commNanos) {

    /** Compute time over communication time; NaN without communication. */
    public double computeToComm() {
        return commNanos > 0 ? (double) computeNanos / commNanos : Double.NaN;
    }
}
