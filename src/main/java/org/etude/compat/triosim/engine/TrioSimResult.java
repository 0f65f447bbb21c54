// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import org.etude.report.Report;

/**
 * The time of a step.
 *
 * @param computeMs time without the all-reduce of {@link TrioSimParallelism#DATA}; otherwise the same as the total
 * @param totalMs time of the last event
 * @param ops number of operators run on all GPUs
 * @param report where the rules differ from the original's; empty in compat
 */
public record TrioSimResult(double computeMs, double totalMs, long ops, Report report) {}
