// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.engine;

import org.etude.report.Report;

/**
 * The time of a step.
 *
 * @param computeMs without the all-reduce of {@link TrioSimParallelism#DATA}; else the same as the total
 * @param totalMs when the last event was over
 * @param ops operators run on all GPUs together
 * @param report where the rules differ from the original's; empty in compat
 */
public record TrioSimResult(double computeMs, double totalMs, long ops, Report report) {}
