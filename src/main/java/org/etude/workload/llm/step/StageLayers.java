// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * Which layers each part of the pipeline holds: equal runs; what is over goes one by one to the parts behind the first, and
 * the last part, which has the output layer, gets none of it while others can. So the last part, or the first and the last, may hold
 * nothing but their tables, as in Llama 3's 126 layers on 16 stages of 8 chunks (Dubey et al. 2024, section 3.3.2).
 *
 * @param layers layers of the model
 * @param parts parts of the pipeline
 * @param first layers of the first part as given, or -1; the others share the rest
 * @param last layers of the last part as given, or -1
 */
record StageLayers(int layers, int parts, int first, int last) {
    /** Refuses parts without a layer between the first and the last. */
    StageLayers {
        boolean given = first >= 0 || last >= 0;
        int middle = parts - (first >= 0 ? 1 : 0) - (last >= 0 ? 1 : 0);
        int rest = layers - Math.max(0, first) - Math.max(0, last);
        if (given && (middle < 1 || rest < middle)) {
            throw new LlmException(
                    "a first part of " + first + " and a last part of " + last + " leave " + rest + " of " + layers
                            + " layers to " + middle + " parts",
                    "Change --decoder_first_pipeline_num_layers or --decoder_last_pipeline_num_layers.");
        }
        if (layers < 1 || layers < parts - 2) {
            throw new LlmException(
                    layers + " layers cannot fill " + parts + " parts of a pipeline",
                    "Lower --pipeline_model_parallel or --virtual_stages.");
        }
    }

    static StageLayers of(LlmTraining training, int parts) {
        return new StageLayers(
                (int) training.number(LlmOption.LAYERS), parts, (int) training.number(LlmOption.FIRST_LAYERS), (int)
                        training.number(LlmOption.LAST_LAYERS));
    }

    /** Equal parts. */
    StageLayers(int layers, int parts) {
        this(layers, parts, -1, -1);
    }

    /** The first layer of a part. */
    int from(int part) {
        if (first < 0 && last < 0) {
            return even(part);
        }
        int before = first >= 0 ? 1 : 0;
        int middle = parts - before - (last >= 0 ? 1 : 0);
        int rest = layers - Math.max(0, first) - Math.max(0, last);
        int index = part - before;
        return index < 0 ? 0 : Math.max(0, first) + rest / middle * index + Math.min(index, rest % middle);
    }

    private int even(int part) {
        int over = layers % parts;
        int skipped = over == parts - 1 || over == 0 ? 0 : 1;
        return layers / parts * part + Math.min(over, Math.max(0, part - skipped));
    }

    /** How many layers of the same part lie before a layer. */
    int before(int layer) {
        int part = 0;
        while (to(part) <= layer) {
            part++;
        }
        return layer - from(part);
    }

    /** The layer behind the last of a part. */
    int to(int part) {
        return part == parts - 1 ? layers : from(part + 1);
    }
}
