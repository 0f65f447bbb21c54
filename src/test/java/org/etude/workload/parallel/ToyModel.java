package org.etude.workload.parallel;

import org.etude.spec.EtCommType;
import org.etude.unit.Bytes;
import org.etude.unit.Time;

/**
 * A model of one op a pass.
 *
 * @param forwardNs time of a forward pass over all layers
 * @param boundary bytes between parts
 * @param gradients elements of the gradients of a part
 */
record ToyModel(long forwardNs, long boundary, long gradients) implements StepModel {
    @Override
    public void forward(Place place, OpWriter out) {
        out.compute("forward", Cost.of(Time.ns((double) forwardNs / place.parts())));
        out.collective("activations", EtCommType.ALL_REDUCE, new Bytes(64), Group.TENSOR);
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
