package org.etude.workload.parallel;

import org.etude.report.Report;
import org.etude.unit.Bytes;

/**
 * What a rank of a stage does in a step, whatever the schedule. All ranks of a stage do the same; {@link StepWriter} asks
 * once a stage and pass.
 */
public interface StepModel {
    /** The forward pass of one micro batch over one chunk of layers. */
    void forward(Place place, OpWriter out);

    /**
     * The backward pass. Calls {@link OpWriter#gradients} behind the op after which gradients are ready, in each micro batch;
     * they go out when the exchange says.
     */
    void backward(Place place, OpWriter out);

    /** What follows when all gradients are exchanged: the optimizer. */
    void update(int stage, OpWriter out);

    /** What a rank sends to the next part of the layers for a micro batch, and gets back as gradient; above 0. */
    Bytes boundary(int part);

    /** Places whose passes take the same work give equal values; each place is of its own kind unless told otherwise. */
    default Object kind(Place place) {
        return place.part();
    }

    /** What was assumed. */
    default Report report() {
        return Report.empty();
    }

    /** What an op of a pass is called in the trace; its plain name unless told otherwise. */
    default String name(Turn turn, String op) {
        return op;
    }
}
