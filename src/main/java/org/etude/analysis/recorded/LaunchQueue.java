// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis.recorded;

/**
 * How many pieces of work one stream had been given and not yet begun, at each moment at which that number changed.
 *
 * @param rank the rank
 * @param device GPU ordinal
 * @param stream the stream
 * @param changes how often it changed: twice for each launch
 * @param mean mean over the changes, as are the other figures
 * @param deviation standard deviation of a sample
 * @param least the least
 * @param lower quartile, interpolated
 * @param median the median
 * @param upper upper quartile
 * @param most the most
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
