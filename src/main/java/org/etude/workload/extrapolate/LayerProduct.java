// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.Optional;
import org.etude.spec.MachineTimes;
import org.etude.workload.extrapolate.Layer.Split;

/**
 * The matrix product of a layer: an input of this many rows and features times parameters.
 *
 * @param rows rows of the input, of all samples
 * @param inputs features of the input
 * @param outputs features of the output
 * @param elementBytes bytes of an element
 * @param byOutputs whether tensor parallelism splits its outputs, not its inputs
 */
record LayerProduct(double rows, double inputs, double outputs, int elementBytes, boolean byOutputs) {
    /**
     * The product of a layer; empty for tables, convolutions larger than 1x1 and grouped ones, whose parameters are not
     * a plain matrix.
     */
    static Optional<LayerProduct> of(Layer layer) {
        double inputs = layer.features().inputs();
        double outputs = layer.features().outputs();
        double bytes = layer.weightBytes() / (inputs * outputs);
        boolean matrix = bytes == 1 || bytes == 2 || bytes == 4;
        if (layer.split() == Split.TABLE || !matrix || layer.inputBytes() < bytes * inputs) {
            return Optional.empty();
        }
        return Optional.of(new LayerProduct(
                layer.inputBytes() / (bytes * inputs), inputs, outputs, (int) bytes, layer.byOutputs()));
    }

    /**
     * The modelled time of the same layer with {@code batch} times the rows on each of tp ranks, relative to that of
     * this one.
     */
    double ratio(MachineTimes machine, double batch, int tp, boolean backward, boolean first) {
        double in = byOutputs ? inputs : inputs / tp;
        double out = byOutputs ? outputs / tp : outputs;
        LayerProduct part = new LayerProduct(rows * batch, in, out, elementBytes, byOutputs);
        return part.nanos(machine, backward, first) / nanos(machine, backward, first);
    }

    /**
     * One product forward; backward one for the gradient of the parameters and, except in the first layer, one for that
     * of the input.
     */
    private double nanos(MachineTimes machine, boolean backward, boolean first) {
        if (!backward) {
            return machine.product(rows, outputs, inputs, elementBytes);
        }
        double weights = machine.product(inputs, outputs, rows, elementBytes);
        return first ? weights : weights + machine.product(rows, inputs, outputs, elementBytes);
    }
}
