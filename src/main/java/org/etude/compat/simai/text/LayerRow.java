// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import java.util.ArrayList;
import java.util.List;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.Part;

/**
 * A part of the model with its own row, or at least its own parameters.
 *
 * @param part the part
 * @param params number of its parameters
 */
record LayerRow(Part part, long params) {
    String name() {
        return part.name();
    }

    /** Whether this is an attention layer or a part of one. */
    boolean attention() {
        return name().contains("attention");
    }

    /** The part of the name before the first underscore. */
    String stage() {
        return name().split("_")[0];
    }

    /**
     * The parts in order: with sequence parallelism single linear layers and norms, otherwise whole attention and
     * feed-forward blocks.
     *
     * @param withShared whether parameters of shared experts count for the experts too
     */
    static List<LayerRow> of(Part model, boolean sequenceParallel, boolean withShared) {
        List<LayerRow> rows = new ArrayList<>();
        collect(model, sequenceParallel, withShared, rows);
        return rows;
    }

    private static void collect(Part part, boolean single, boolean withShared, List<LayerRow> rows) {
        if (part instanceof Part.Embedding
                || part instanceof Part.Experts
                || single == isSingle(part) && !isFrame(part)) {
            rows.add(new LayerRow(part, part instanceof Part.Experts && !withShared ? part.own() : part.count()));
        }
        part.parts().forEach(inner -> collect(inner, single, withShared, rows));
    }

    private static boolean isSingle(Part part) {
        return !(part instanceof Part.Block);
    }

    /** Blocks that never have a row. */
    private static boolean isFrame(Part part) {
        return part instanceof Part.Block
                && !part.name().equals(LlmModel.ATTENTION)
                && !part.name().equals(LlmModel.LATENT_ATTENTION)
                && !part.name().equals(LlmModel.MLP);
    }

    /** The number of parameters of all these layers. */
    static long total(List<LayerRow> rows) {
        return rows.stream().mapToLong(LayerRow::params).sum();
    }

    /** The number of the experts' parameters. */
    static long experts(List<LayerRow> rows) {
        return rows.stream()
                .filter(row -> row.name().contains("moe"))
                .mapToLong(LayerRow::params)
                .sum();
    }
}
