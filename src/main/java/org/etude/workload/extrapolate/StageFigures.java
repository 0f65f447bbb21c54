// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

/**
 * What a rank of one part of the layers does in a step, as predicted before any network is simulated.
 *
 * @param part the part of the layers: the stage, unless the schedule is interleaved
 * @param stage the stage that holds it
 * @param firstLayer its first layer, from 0
 * @param lastLayer its last layer
 * @param parameterBytes bytes of the layers' parameters on a rank
 * @param passesMs forward and backward passes of all micro batches, GPU or host, whichever takes longer
 * @param doubtMs how far that may be off either way because one batch size does not tell what is fixed
 * @param boundaryBytes bytes sent to the next part for a micro batch; 0 behind the last
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
