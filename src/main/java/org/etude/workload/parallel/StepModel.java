// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import org.etude.report.Report;
import org.etude.spec.WorkloadException;
import org.etude.unit.Bytes;

/**
 * What a rank of a stage does in a step, whatever the schedule. All ranks of a stage do the same; {@link StepWriter} asks
 * once per stage and pass.
 */
public interface StepModel {
    /** The forward pass of one micro batch over one chunk of layers. */
    void forward(Place place, OpWriter out);

    /**
     * The backward pass. Calls {@link OpWriter#gradients} behind the op after which gradients are ready, in each micro batch;
     * they go out when the exchange says.
     */
    void backward(Place place, OpWriter out);

    /**
     * The part of the backward pass that the part before waits for; for schedules that split it.
     *
     * @throws WorkloadException when the model does not know which part that is
     */
    default void backwardInputs(Place place, OpWriter out) {
        throw new WorkloadException(
                "this step's backward pass cannot be split into gradients of inputs and of weights",
                "Use the schedule gpipe, 1f1b or interleaved.");
    }

    /** The rest of the backward pass, some time after {@link #backwardInputs}; tells gradients as {@link #backward} does. */
    default void backwardWeights(Place place, OpWriter out) {
        backwardInputs(place, out);
    }

    /** What follows when all gradients are exchanged: the optimizer. */
    void update(int stage, OpWriter out);

    /** What a rank sends to the next part of the layers for a micro batch, and gets back as gradient; above 0. */
    Bytes boundary(int part);

    /** Places whose passes take the same work give equal values; each place is of its own kind unless set otherwise. */
    default Object kind(Place place) {
        return place.part();
    }

    /** Whether the ranks of an expert group do unlike work, so that each is written by itself. */
    default boolean isUneven() {
        return false;
    }

    /** What was assumed. */
    default Report report() {
        return Report.empty();
    }

    /** What an op of a pass is called in the trace; its plain name unless set otherwise. */
    default String name(Turn turn, String op) {
        return op;
    }
}
