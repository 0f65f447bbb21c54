// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.List;
import org.etude.spec.WorkloadException;

/** Checks whether layers can be split over a number of ranks. */
final class TensorSplit {
    private TensorSplit() {}

    /**
     * Rejects more ranks than the size of the dimension along which a layer is split.
     *
     * @throws WorkloadException naming the layer, its tensor and the dimension
     */
    static void require(List<Layer> layers, int ranks) {
        long most = layers.stream().mapToLong(Layer::mostParts).min().orElse(Long.MAX_VALUE);
        if (ranks <= most) {
            return;
        }
        for (int i = 0; i < layers.size(); i++) {
            if (layers.get(i).mostParts() == most) {
                throw new WorkloadException(
                        layers.get(i).name() + ", layer " + i + ", cannot be split over " + ranks + " ranks: "
                                + dimension(layers.get(i)),
                        "Give a tp of " + most + " or less; copies (dp) and stages (pp) take further ranks.");
            }
        }
    }

    /** The first layer that cannot be split into equal parts; null when all can. */
    static String uneven(List<Layer> layers, int ranks) {
        for (int i = 0; i < layers.size(); i++) {
            if (layers.get(i).mostParts() % ranks != 0) {
                return layers.get(i).name() + ", layer " + i + ": " + dimension(layers.get(i));
            }
        }
        return null;
    }

    private static String dimension(Layer layer) {
        String what = layer.split() == Layer.Split.TABLE
                ? "its table has "
                : layer.byOutputs() ? "its output has " : "its input has ";
        String unit = layer.split() == Layer.Split.TABLE
                ? " rows"
                : layer.name().contains("conv") ? " channels" : " features";
        return what + layer.mostParts() + unit;
    }
}
