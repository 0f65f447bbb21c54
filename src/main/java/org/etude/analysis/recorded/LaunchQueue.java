// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

/**
 * The number of launched but not yet started pieces of work of one stream, sampled whenever it changed.
 *
 * @param rank the rank
 * @param device GPU ordinal
 * @param stream the stream
 * @param changes number of changes: two per launch
 * @param mean mean over the changes, like the other statistics
 * @param deviation sample standard deviation
 * @param least minimum
 * @param lower lower quartile, interpolated
 * @param median median
 * @param upper upper quartile
 * @param most maximum
 * @param fullNanos time at {@link LaunchQueues#FULL} or more, where the runtime makes the host wait
 */
public record LaunchQueue(
        int rank,
        int device,
        int stream,
        long changes,
        double mean,
        double deviation,
        long least,
        double lower,
        double median,
        double upper,
        long most,
        long fullNanos) {}
