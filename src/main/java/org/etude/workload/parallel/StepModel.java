// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import org.etude.report.Report;
import org.etude.spec.WorkloadException;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * The ops of a rank of a stage in a step, independent of the schedule. All ranks of a stage do the same; {@link
 * StepWriter} calls it once per stage and pass.
 */
public interface StepModel {
    /** The forward pass of one micro batch over one chunk of layers. */
    void forward(Place place, OpWriter out);

    /**
     * The backward pass. Calls {@link OpWriter#gradients} after the op that makes gradients ready, in each micro batch;
     * the exchange decides when they are sent.
     */
    void backward(Place place, OpWriter out);

    /**
     * The part of the backward pass that the previous part waits for; for schedules that split it.
     *
     * @throws WorkloadException when the model does not support splitting
     */
    default void backwardInputs(Place place, OpWriter out) {
        throw new WorkloadException(
                "this step's backward pass cannot be split into gradients of inputs and of weights",
                "Use the schedule gpipe, 1f1b or interleaved.");
    }

    /**
     * The rest of the backward pass, later than {@link #backwardInputs}; reports gradients as {@link #backward} does.
     */
    default void backwardWeights(Place place, OpWriter out) {
        backwardInputs(place, out);
    }

    /** The optimizer, after all gradients are exchanged. */
    void update(int stage, OpWriter out);

    /**
     * Bytes that a rank sends to the next part of the layers per micro batch and receives back as gradient; above 0.
     */
    Bytes boundary(int part);

    /** Equal values for places whose passes do the same work; by default each place is its own kind. */
    default Object kind(Place place) {
        return place.part();
    }

    /**
     * What the launches of a step's kernels take the host of a rank that waits for nothing and so runs ahead of its GPU; 0 where the ops have
     * the host's time.
     */
    default Time launching(int stage) {
        return new Time(0);
    }

    /** Whether the ranks of an expert group do different work, so that each is written separately. */
    default boolean isUneven() {
        return false;
    }

    /** The assumptions made. */
    default Report report() {
        return Report.empty();
    }

    /** The name of a pass's op in the trace; by default its plain name. */
    default String name(Turn turn, String op) {
        return op;
    }
}
