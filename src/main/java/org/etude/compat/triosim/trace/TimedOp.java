// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

/**
 * An operator that ran.
 *
 * @param gpu where
 * @param microBatch of which micro-batch; 0 but in pipelines
 * @param index its place in the trace, from 0
 * @param recorded the operator, at the simulated batch size
 * @param start when it started, in s
 * @param end when it ended, in s
 */
public record TimedOp(int gpu, int microBatch, int index, TraceOp recorded, double start, double end) {}
