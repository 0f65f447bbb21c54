// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

import java.util.ArrayList;
import java.util.List;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/** The parameters of a LLaMA in DeepSpeed's order. */
final class ZeroModel {
    private ZeroModel() {}

    /**
     * A parameter: a matrix or (one column) a vector.
     *
     * @param index its index
     * @param rows rows
     * @param columns columns
     */
    record Parameter(int index, long rows, long columns) {
        long count() {
            return rows * columns;
        }

        long bytes() {
            return 2 * count();
        }

        boolean isMatrix() {
            return columns != 1;
        }
    }

    static List<Parameter> of(LlmTraining training) {
        long hidden = training.hidden();
        long vocabulary = training.number(LlmOption.VOCABULARY);
        long heads = hidden / training.heads() * training.heads();
        long ffn = training.ffn();
        List<Parameter> all = new ArrayList<>();
        add(all, vocabulary, hidden);
        for (int layer = 0; layer < training.stageLayers(); layer++) {
            add(all, hidden, 1);
            add(all, hidden, heads);
            add(all, hidden, heads);
            add(all, hidden, heads);
            add(all, heads, hidden);
            add(all, hidden, 1);
            add(all, hidden, ffn);
            add(all, ffn, hidden);
            add(all, hidden, ffn);
        }
        add(all, hidden, 1);
        add(all, hidden, vocabulary);
        return all;
    }

    private static void add(List<Parameter> all, long rows, long columns) {
        all.add(new Parameter(all.size(), rows, columns));
    }
}
