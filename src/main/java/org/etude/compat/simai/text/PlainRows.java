// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import static org.etude.compat.simai.text.RowList.pass;
import static org.etude.compat.simai.text.RowList.quiet;

import java.util.List;
import org.etude.compat.simai.text.SimAiRow.Pass;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;

/** AICB's rows without measurements: every computation takes 1 ns, groups of one rank still communicate. */
final class PlainRows {
    private final LlmTraining training;
    private final Sizes sizes;
    private final RowList out = new RowList();

    PlainRows(LlmTraining training) {
        this.training = training;
        sizes = new Sizes(training);
    }

    List<SimAiRow> rows(List<LayerRow> layers) {
        long total = LayerRow.total(layers);
        out.add("grad_norm", pass("ALLGATHER", 2 * total), quiet(), pass("REDUCESCATTER", 4 * total));
        if (!training.sequenceParallel()) {
            out.add("layernorm", quiet(), pass("ALLREDUCE", 2 * total), quiet());
        }
        expertGradients(out, training, LayerRow.experts(layers));
        long embedding = training.number(LlmOption.VOCABULARY) * training.hidden() * 2;
        for (long micro = 0; micro < training.microBatches(); micro++) {
            layers.forEach(training.sequenceParallel() ? this::single : this::block);
            out.add("embedding_norm", pass("ALLREDUCE", embedding), quiet(), quiet());
        }
        out.end(sizes, true);
        return out.rows();
    }

    static void expertGradients(RowList out, LlmTraining training, long experts) {
        if (training.ep() != training.dp()) {
            out.add("moe_grad_norm1", quiet(), quiet(), pass("ALLGATHER_DP_EP", 2 * experts));
            out.add("moe_grad_norm2", quiet(), quiet(), pass("REDUCESCATTER_DP_EP", 4 * experts));
        }
    }

    private void block(LayerRow layer) {
        long forward = recomputed(layer) * sizes.activations();
        out.add(layer.name(), pass("ALLREDUCE", forward), pass("ALLREDUCE", sizes.activations()), quiet());
    }

    private void single(LayerRow layer) {
        long forward = recomputed(layer) * sizes.activations();
        if (layer.part() instanceof Part.Embedding) {
            Pass silent = pass(Pass.NONE, sizes.activations());
            out.add(layer.name(), silent, silent, quiet());
        } else if (layer.part() instanceof Part.Row) {
            out.add(layer.name(), pass("REDUCESCATTER", forward), pass(Pass.NONE, sizes.activations()), quiet());
        } else if (layer.part() instanceof Part.Column) {
            out.add(layer.name(), pass("ALLGATHER", forward), quiet(), quiet());
        } else if (layer.part() instanceof Part.Experts) {
            new ExpertRows(layer.name(), sizes, out).add(UnaryComm.ALL, RowList.UNKNOWN, RowList.UNKNOWN);
        } else if (layer.part() instanceof Part.Whole) {
            throw new LlmException(
                    "latent attention without measured times: AICB fails here",
                    "Give --aiob_enable --comp_filepath FILE, or leave --compat out.");
        }
    }

    private long recomputed(LayerRow layer) {
        return training.flag(LlmOption.RECOMPUTE) && layer.attention() ? 2 : 1;
    }
}
