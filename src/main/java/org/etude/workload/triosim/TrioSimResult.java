package org.etude.workload.triosim;

/**
 * The time of a step.
 *
 * @param computeMs when computing ended, before the all-reduce of {@link Parallelism#DATA}; else the same as the total
 * @param totalMs when the last event was over
 * @param ops operators run on all simulated GPUs together
 */
public record TrioSimResult(double computeMs, double totalMs, long ops) {}
