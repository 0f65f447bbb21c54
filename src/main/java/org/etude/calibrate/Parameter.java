// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

/**
 * One fitted parameter.
 *
 * @param of the fitted part: all_reduce of 8 ranks, links, step
 * @param name alpha, bandwidth, overhead, latency, compute_scale or launch
 * @param unit us, GB/s (1e9 bytes) or frac
 * @param value its value and interval
 * @param fromBytes smallest size for which it is valid, or -1
 * @param toBytes largest size for which it is valid, or -1
 * @param samples number of samples behind it
 */
public record Parameter(
        String of, String name, String unit, Estimate value, long fromBytes, long toBytes, int samples) {}
