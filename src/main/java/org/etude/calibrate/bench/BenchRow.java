// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

/**
 * One timed size of a benchmark.
 *
 * @param where its position, such as {@code line 12}
 * @param inPlace whether input and output were one buffer
 * @param bytes bytes of the larger of a rank's input and output
 * @param micros mean time of an iteration in us
 * @param error relative standard error of that mean, from the spread of the iterations; 0 when unknown
 * @param algbw algorithm bandwidth as printed, in GB/s; NaN when it is not printed
 * @param busbw bus bandwidth as printed, in GB/s; NaN when it is not printed
 * @param wrong elements with a wrong result; 0 when none or not checked
 */
record BenchRow(
        String where,
        boolean inPlace,
        long bytes,
        double micros,
        double error,
        double algbw,
        double busbw,
        double wrong) {}
