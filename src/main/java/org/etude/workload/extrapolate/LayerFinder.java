// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.extrapolate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.workload.extrapolate.Layer.Features;
import org.etude.workload.extrapolate.Layer.Split;

/** Finds the layers with parameters among forward operators, and how tensor parallelism splits them. */
final class LayerFinder {
    private static final String TABLE = "aten::embedding";

    /** Operators of layers, with the argument positions of activation and parameters. */
    private static final Map<String, int[]> LAYERS = Map.ofEntries(
            Map.entry("aten::linear", new int[] {0, 1}),
            Map.entry("aten::addmm", new int[] {1, 2}),
            Map.entry("aten::mm", new int[] {0, 1}),
            Map.entry("aten::matmul", new int[] {0, 1}),
            Map.entry(TABLE, new int[] {1, 0}),
            Map.entry("aten::conv1d", new int[] {0, 1}),
            Map.entry("aten::conv2d", new int[] {0, 1}),
            Map.entry("aten::conv3d", new int[] {0, 1}),
            Map.entry("aten::convolution", new int[] {0, 1}));

    private static final int MATRIX = 2;

    private LayerFinder() {}

    static boolean isLayer(TopFacts top) {
        int[] places = LAYERS.get(top.name);
        if (places == null) {
            return false;
        }
        TensorShape weight = argument(top.inputs, places[1]);
        boolean product = top.name.equals("aten::mm") || top.name.equals("aten::matmul");
        return weight != null
                && argument(top.inputs, places[0]) != null
                && (!product || weight.sizes().size() == MATRIX);
    }

    static TensorShape activation(TopFacts top) {
        return argument(top.inputs, LAYERS.get(top.name)[0]);
    }

    static TensorShape weight(TopFacts top) {
        return argument(top.inputs, LAYERS.get(top.name)[1]);
    }

    private static TensorShape argument(List<TensorShape> tensors, int argument) {
        return tensors.stream()
                .filter(t -> t.argument() == argument)
                .findFirst()
                .orElse(null);
    }

    /** The layers; {@code ops} are their indices among all operators. */
    static List<Layer> layers(List<TopFacts> tops, List<Integer> ops) {
        List<Layer> layers = new ArrayList<>();
        List<String> inputs = new ArrayList<>();
        for (int i = 0; i < tops.size(); i++) {
            TopFacts top = tops.get(i);
            TensorShape activation = activation(top);
            long out = top.outputs.isEmpty()
                    ? activation.bytes()
                    : top.outputs.get(0).bytes();
            layers.add(new Layer(
                    top.name, ops.get(i), weight(top).bytes(), activation.bytes(), out, features(top), Split.TABLE));
            inputs.add(inputName(top));
        }
        split(layers, inputs);
        return layers;
    }

    /** From its input and output tensors, or from its parameters if its output is not recorded. */
    private static Features features(TopFacts top) {
        List<Long> weight = weight(top).sizes();
        if (top.name.equals(TABLE)) {
            return new Features(weight.get(0), weight.get(weight.size() - 1));
        }
        boolean transposed = !top.name.contains("conv") && !top.name.equals("aten::linear");
        long outputs = top.outputs.isEmpty()
                ? weight.get(transposed ? weight.size() - 1 : 0)
                : features(top, top.outputs.get(0));
        return new Features(features(top, activation(top)), outputs);
    }

    /** The channels of images, which precede their sizes; otherwise the last dimension. */
    private static long features(TopFacts top, TensorShape tensor) {
        int last = tensor.sizes().size() - 1;
        int dims = top.name.contains("conv") ? weight(top).sizes().size() - 2 : 0;
        return tensor.sizes().get(Math.max(0, last - dims));
    }

    /** The trace's name of the activation, "" when it has none. */
    private static String inputName(TopFacts top) {
        int from = top.inputValues.indexOf("[[");
        int comma = top.inputValues.indexOf(',', from);
        boolean first = LAYERS.get(top.name)[0] == 0;
        return first && from >= 0 && comma > 0
                ? top.inputValues.substring(from + 2, comma).strip()
                : "";
    }

    /** Alternates column and row; layers with the same input are parallel columns. */
    private static void split(List<Layer> layers, List<String> inputs) {
        int column = -1;
        String shared = "";
        for (int i = 0; i < layers.size(); i++) {
            if (layers.get(i).name().equals(TABLE)) {
                continue;
            }
            boolean beside =
                    column >= 0 && !inputs.get(i).isEmpty() && inputs.get(i).equals(shared);
            if (beside) {
                layers.set(i, layers.get(i).with(Split.COLUMN_BESIDE));
            } else if (column < 0) {
                layers.set(i, layers.get(i).with(Split.COLUMN));
                column = i;
                shared = inputs.get(i);
            } else {
                layers.set(i, layers.get(i).with(Split.ROW));
                column = -1;
            }
        }
        for (int i = column; i >= 0 && i < layers.size(); i++) {
            layers.set(i, layers.get(i).with(Split.COLUMN_GATHERED));
        }
    }
}
