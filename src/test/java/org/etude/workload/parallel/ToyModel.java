// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.parallel;

import org.etude.spec.CollectiveType;
import org.etude.spec.PipelineSchedule;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * A model of one op per pass.
 *
 * @param forwardNs time of a forward pass over all layers
 * @param boundary bytes between parts
 * @param gradients elements of the gradients of a part
 */
record ToyModel(long forwardNs, long boundary, long gradients) implements StepModel {
    /** About this many stages, chunks where the schedule takes them, and this many times as many micro batches as stages. */
    static Pipeline pipeline(PipelineSchedule schedule, int stages, int chunks, int batches) {
        if (schedule.isDual()) {
            int even = schedule.isBidirectional() ? stages + stages % 2 : stages;
            return new Pipeline(schedule, even, 2, 2 * batches * even);
        }
        boolean interleaved = schedule == PipelineSchedule.INTERLEAVED && stages > 1;
        return new Pipeline(schedule, stages, interleaved ? chunks : 1, batches * stages);
    }

    @Override
    public void forward(Place place, OpWriter out) {
        out.compute("forward", Cost.of(Time.ns((double) forwardNs / place.parts())));
        out.collective("activations", CollectiveType.ALL_REDUCE, new Bytes(64), Group.TENSOR);
    }

    @Override
    public void backward(Place place, OpWriter out) {
        out.compute("backward", Cost.of(Time.ns(2.0 * forwardNs / place.parts())));
        out.gradients(Group.DATA, gradients);
    }

    @Override
    public void backwardInputs(Place place, OpWriter out) {
        out.compute("inputs", Cost.of(Time.ns((double) forwardNs / place.parts())));
    }

    @Override
    public void backwardWeights(Place place, OpWriter out) {
        out.compute("weights", Cost.of(Time.ns((double) forwardNs / place.parts())));
        out.gradients(Group.DATA, gradients);
    }

    @Override
    public void update(int stage, OpWriter out) {
        out.compute("optimizer", Cost.of(100, 200));
    }

    @Override
    public Bytes boundary(int part) {
        return new Bytes(boundary);
    }
}
