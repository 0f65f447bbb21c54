// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.model;

import java.util.List;

/**
 * Everything one rank recorded.
 *
 * @param rank the global rank
 * @param host its execution trace, or null when there is none
 * @param device its Kineto trace, or null when there is none
 * @param clockOffsetNanos offset in ns to add to this rank's times to convert them to rank 0's clock
 * @param steps the profiler steps found, in order; empty without ProfilerStep annotations
 */
public record RankTrace(int rank, HostTrace host, DeviceTrace device, long clockOffsetNanos, List<StepWindow> steps) {
    /** Copies the list. */
    public RankTrace {
        steps = List.copyOf(steps);
    }

    /**
     * One profiler step.
     *
     * @param number the number in ProfilerStep#N
     * @param startNanos start on the rank's clock
     * @param endNanos end on the rank's clock
     * @param gpuStartNanos in a part of a recording whose GPU runs behind its host, where the step begins on the GPU in the whole;
     *     {@link Long#MIN_VALUE} otherwise
     */
    public record StepWindow(int number, long startNanos, long endNanos, long gpuStartNanos) {
        /** The step of a whole recording. */
        public StepWindow(int number, long startNanos, long endNanos) {
            this(number, startNanos, endNanos, Long.MIN_VALUE);
        }

        /** Whether it is known where the step begins on the GPU. */
        public boolean isOnGpu() {
            return gpuStartNanos != Long.MIN_VALUE;
        }

        /** Written out: the JVM links a record's own with method handles, which takes longer than a small simulation. */
        @Override
        public boolean equals(Object other) {
            return other instanceof StepWindow step
                    && number == step.number
                    && startNanos == step.startNanos
                    && endNanos == step.endNanos
                    && gpuStartNanos == step.gpuStartNanos;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(startNanos) * 31 + Long.hashCode(endNanos) + number;
        }
    }
}
