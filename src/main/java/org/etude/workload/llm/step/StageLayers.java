package org.etude.workload.llm.step;

import org.etude.workload.llm.LlmException;
import org.etude.workload.llm.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * Which layers each part of the pipeline holds: equal runs; what is over goes one by one to the parts behind the first, and
 * the last part, which has the output layer, gets none of it while others can. So the last part, or the first and the last, may hold
 * nothing but their tables, as in Llama 3's 126 layers on 16 stages of 8 chunks (Dubey et al. 2024, section 3.3.2).
 *
 * @param layers layers of the model
 * @param parts parts of the pipeline, stages times chunks
 */
record StageLayers(int layers, int parts) {
    /** Refuses parts without a layer between the first and the last. */
    StageLayers {
        if (layers < 1 || layers < parts - 2) {
            throw new LlmException(
                    layers + " layers cannot fill " + parts + " parts of a pipeline",
                    "Lower --pipeline_model_parallel or --virtual_stages.");
        }
    }

    static StageLayers of(LlmTraining training, int parts) {
        return new StageLayers((int) training.number(LlmOption.LAYERS), parts);
    }

    /** The first layer of a part. */
    int from(int part) {
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
