// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.ZeroStage;

/**
 * Which layers of a pipeline part are recomputed as a whole (Megatron-LM's --recompute-method): uniform divides them
 * into runs of which only the input is kept; block recomputes the first ones and keeps what the others need.
 *
 * @param first number of layers of each part that are recomputed
 * @param run layers of which one input is kept
 */
record RecomputedLayers(int first, int run) {
    static RecomputedLayers of(LlmTraining training) {
        String method = training.word(LlmOption.RECOMPUTE_METHOD);
        int layers = (int) Math.min(Integer.MAX_VALUE, training.number(LlmOption.RECOMPUTE_LAYERS));
        if (Recompute.of(training) != Recompute.FULL) {
            return new RecomputedLayers(0, 1);
        }
        if (method.equals("block")) {
            return new RecomputedLayers(layers, 1);
        }
        if (layers < 1 || layers > 1 && ZeroStage.of(training) == 3) {
            throw new LlmException(
                    "--recompute_num_layers is " + layers,
                    "Give 1 or more; 1 under ZeRO stage 3, where a layer's parameters exist only while it is computed.");
        }
        return new RecomputedLayers(Integer.MAX_VALUE, layers);
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
