// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

/**
 * Ranges of one name that the user or a library marked on a rank.
 *
 * @param rank the rank
 * @param name the name
 * @param onGpu whether these are the profiler's ranges on a GPU stream, rather than those on the host
 * @param times number and durations
 * @param work GPU work launched inside them, at any depth; empty for ranges on the GPU
 */
public record AnnotationUse(int rank, String name, boolean onGpu, DurationStats times, DurationStats work) {}
