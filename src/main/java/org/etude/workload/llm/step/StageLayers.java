// SPDX-License-Identifier: Apache-2.0
package org.etude.workload.llm.step;

import org.etude.report.Counted;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/**
 * The layers of each pipeline part: equal runs, with a remainder of one each for the parts after the first; the last
 * part, which has the output layer, gets an extra layer only if all others have one. The last part, or the first and
 * the last, may therefore hold only their tables, as in Llama 3's 126 layers on 16 stages of 8 chunks (Dubey et al.
 * 2024, section 3.3.2).
 *
 * @param layers layers of the model
 * @param parts parts of the pipeline
 * @param first layers of the first part as given, or -1; the others share the rest
 * @param last layers of the last part as given, or -1
 */
record StageLayers(int layers, int parts, int first, int last) {
    /** Rejects parts without layers between the first and the last. */
    StageLayers {
        boolean given = first >= 0 || last >= 0;
        int middle = parts - (first >= 0 ? 1 : 0) - (last >= 0 ? 1 : 0);
        int rest = layers - Math.max(0, first) - Math.max(0, last);
        if (given && (middle < 1 || rest < middle)) {
            throw new LlmException(
                    given("--decoder_first_pipeline_num_layers", first)
                            + (first >= 0 && last >= 0 ? " and " : "")
                            + given("--decoder_last_pipeline_num_layers", last) + ": " + Math.max(0, rest) + " of "
                            + Counted.of(layers, "layer") + " left for " + Counted.of(Math.max(0, middle), "other part")
                            + " of the pipeline",
                    "Give numbers that leave each other part a layer, or change --pipeline_model_parallel.");
        }
        if (layers < 1 || layers < parts - 2) {
            throw new LlmException(
                    Counted.of(layers, "layer") + " cannot fill " + parts + " parts of the pipeline",
                    "Lower --pipeline_model_parallel or --virtual_stages.");
        }
    }

    private static String given(String option, int count) {
        return count < 0 ? "" : option + " " + count;
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

    /** The layer after the last of a part. */
    int to(int part) {
        return part == parts - 1 ? layers : from(part + 1);
    }
}
