package org.etude.workload.extrapolate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.workload.extrapolate.Layer.Split;

/** Finds the layers with parameters among forward operators, and how tensor parallelism splits them. */
final class LayerFinder {
    /** Operators of layers, with the places of activation and parameters among their arguments. */
    private static final Map<String, int[]> LAYERS = Map.ofEntries(
            Map.entry("aten::linear", new int[] {0, 1}),
            Map.entry("aten::addmm", new int[] {1, 2}),
            Map.entry("aten::mm", new int[] {0, 1}),
            Map.entry("aten::matmul", new int[] {0, 1}),
            Map.entry("aten::embedding", new int[] {1, 0}),
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

    /** The layers; {@code ops} are their places among all operators. */
    static List<Layer> layers(List<TopFacts> tops, List<Integer> ops) {
        List<Layer> layers = new ArrayList<>();
        List<String> inputs = new ArrayList<>();
        for (int i = 0; i < tops.size(); i++) {
            TopFacts top = tops.get(i);
            TensorShape activation = activation(top);
            long out = top.outputs.isEmpty()
                    ? activation.bytes()
                    : top.outputs.get(0).bytes();
            layers.add(new Layer(top.name, ops.get(i), weight(top).bytes(), activation.bytes(), out, Split.TABLE));
            inputs.add(inputName(top));
        }
        split(layers, inputs);
        return layers;
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

    /** Column and row in turn; layers that read one input are columns side by side. */
    private static void split(List<Layer> layers, List<String> inputs) {
        int column = -1;
        String shared = "";
        for (int i = 0; i < layers.size(); i++) {
            if (layers.get(i).name().equals("aten::embedding")) {
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
