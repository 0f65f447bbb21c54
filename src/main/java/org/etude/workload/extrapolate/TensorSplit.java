// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.List;
import org.etude.spec.WorkloadException;

/** Whether layers can be split over this many ranks. */
final class TensorSplit {
    private TensorSplit() {}

    /**
     * Refuses more ranks than the dimension has along which a layer is split.
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

    /** The first layer that does not come apart into equal parts; null when all do. */
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
