// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

/**
 * An operator that ran.
 *
 * @param gpu its GPU
 * @param microBatch its micro-batch; 0 except in pipelines
 * @param index its index in the trace, from 0
 * @param recorded the operator, at the simulated batch size
 * @param start when it started, in s
 * @param end when it ended, in s
 */
public record TimedOp(int gpu, int microBatch, int index, TraceOp recorded, double start, double end) {}
