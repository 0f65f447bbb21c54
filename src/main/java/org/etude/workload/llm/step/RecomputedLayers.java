// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import java.util.ArrayList;
import java.util.List;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.ZeroStage;
import org.etude.workload.parallel.Group;

/**
 * Which layers of a pipeline part are recomputed as a whole (Megatron-LM's --recompute-method): uniform divides them
 * into runs of which only the input is kept; block recomputes the first ones and keeps what the others need.
 *
 * @param first number of layers of each part that are recomputed
 * @param run layers of which one input is kept
 * @param stops whether a run is recomputed no further than the backward pass needs
 */
record RecomputedLayers(int first, int run, boolean stops) {
    static RecomputedLayers of(LlmTraining training) {
        String method = training.word(LlmOption.RECOMPUTE_METHOD);
        int layers = (int) Math.min(Integer.MAX_VALUE, training.number(LlmOption.RECOMPUTE_LAYERS));
        if (Recompute.of(training) != Recompute.FULL) {
            return new RecomputedLayers(0, 1, false);
        }
        if (method.equals("block")) {
            return new RecomputedLayers(layers, 1, training.torchtitan());
        }
        if (layers < 1 || layers > 1 && ZeroStage.of(training) == 3) {
            throw new LlmException(
                    "--recompute_num_layers is " + layers,
                    "Give 1 or more; 1 under ZeRO stage 3, where a layer's parameters exist only while it is computed.");
        }
        return new RecomputedLayers(Integer.MAX_VALUE, layers, training.torchtitan());
    }

    /**
     * What is recomputed of the last layer of a run. PyTorch's checkpoints, torchtitan's, stop when all inputs that the
     * backward pass reads exist again (torch/utils/checkpoint.py, early_stop), which those of the last product do before it
     * runs; a compiled layer leaves it out, since nothing reads its result. Megatron's repeat the whole forward pass
     * (tensor_parallel/random.py, CheckpointFunction). Routed experts are repeated as a whole, since their results are
     * weighed by scores that have a gradient.
     */
    List<LayerPiece> again(List<LayerPiece> layer) {
        int last = layer.size() - 1;
        while (last >= 0 && lastProduct(layer.get(last)) < 0) {
            last--;
        }
        if (!stops || last < 0 || ((LayerPiece.Work) layer.get(last)).copies() != Group.DATA) {
            return layer;
        }
        LayerPiece.Work work = (LayerPiece.Work) layer.get(last);
        List<LayerPiece> needed = new ArrayList<>(layer.subList(0, last));
        List<StepKernel> kernels = work.forward().subList(0, lastProduct(work));
        needed.add(new LayerPiece.Work(work.part(), kernels, List.of(), List.of(), 0, work.copies()));
        return needed;
    }

    /** Index of the last product of a piece's forward pass; -1 if it has none. */
    private static int lastProduct(LayerPiece piece) {
        int last = -1;
        List<StepKernel> kernels = piece instanceof LayerPiece.Work work ? work.forward() : List.of();
        for (int i = 0; i < kernels.size(); i++) {
            last = kernels.get(i).form().kind() == StepKernel.Kind.PRODUCT ? i : last;
        }
        return last;
    }

    /** Whether a layer of a part, counted from 0, is recomputed. */
    boolean again(int layer) {
        return layer < first;
    }

    /**
     * Whether prediction modules are recomputed, too: by the method uniform alone (Megatron-Core,
     * multi_token_prediction.py: "recompute_method == 'block' is not supported for MTP yet").
     */
    boolean predictions() {
        return first == Integer.MAX_VALUE;
    }

    /** Whether a layer's input is kept. */
    boolean keepsInput(int layer) {
        return layer % run == 0;
    }

    /**
     * The first layer of the run that is recomputed before a layer's backward pass; -1 when the layer is not the run's
     * last.
     */
    int runBefore(int layer, int layers) {
        boolean last = layer == layers - 1 || layer % run == run - 1;
        return again(layer) && last ? layer / run * run : -1;
    }
}
