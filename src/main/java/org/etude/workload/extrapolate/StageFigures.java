// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

/**
 * Figures of a rank of one part of the layers, as predicted without simulating a network.
 *
 * @param part the part of the layers: the stage, unless the schedule is interleaved
 * @param stage the stage that holds it
 * @param firstLayer its first layer, from 0
 * @param lastLayer its last layer
 * @param parameterBytes bytes of the layers' parameters on a rank
 * @param passesMs forward and backward passes of all micro batches in ms, of GPU or host, whichever is longer
 * @param doubtMs its uncertainty in either direction due to a single batch size, in ms
 * @param boundaryBytes bytes sent to the next part per micro batch; 0 for the last
 */
public record StageFigures(
        int part,
        int stage,
        int firstLayer,
        int lastLayer,
        long parameterBytes,
        double passesMs,
        double doubtMs,
        long boundaryBytes) {}
