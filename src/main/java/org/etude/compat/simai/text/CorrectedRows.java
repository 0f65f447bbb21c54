// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import static org.etude.compat.simai.text.RowList.pass;
import static org.etude.compat.simai.text.RowList.quiet;

import java.util.List;
import java.util.Optional;
import org.etude.compat.simai.text.SimAiRow.Pass;
import org.etude.report.Report;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;

/** Rows as Megatron-LM actually computes and sends, without AICB's errors. */
final class CorrectedRows {
    private final LlmTraining training;
    private final Optional<AiobFile> measured;
    private final Sizes sizes;
    private final UnaryComm comm;
    private final RowList out = new RowList();
    private PartTimes times;

    CorrectedRows(LlmTraining training, Optional<AiobFile> measured) {
        this.training = training;
        this.measured = measured;
        sizes = new Sizes(training);
        comm = UnaryComm.needed(training);
    }

    List<SimAiRow> rows(Part model, List<LayerRow> layers) {
        if (training.microBatches() < 1) {
            throw new LlmException(
                    "a global batch of " + training.number(LlmOption.GLOBAL_BATCH) + " is less than one micro batch of "
                            + training.number(LlmOption.MICRO_BATCH) + " for each of " + training.dp() + " (dp) ranks",
                    "Raise --global_batch to a multiple of " + training.number(LlmOption.MICRO_BATCH) * training.dp()
                            + ".");
        }
        times = new PartTimes(training, measured, model);
        gradients(model, layers);
        for (long micro = 0; micro < training.microBatches(); micro++) {
            layers.forEach(this::layer);
        }
        out.end(sizes, comm.tensor());
        return out.cleaned();
    }

    Report report() {
        return TextCorrections.of(training, times);
    }

    private void gradients(Part model, List<LayerRow> layers) {
        long experts = LayerRow.experts(layers);
        long others = model.count() - experts;
        boolean spread = training.dp() > 1;
        boolean distributed = training.flag(LlmOption.DISTRIBUTED_OPTIMIZER);
        if (spread && distributed) {
            out.add("grad_gather", quiet(), quiet(), pass("ALLGATHER", 2 * others));
        }
        if (spread) {
            String reduce = distributed ? "REDUCESCATTER" : "ALLREDUCE";
            out.add("grad_param_comm", quiet(), quiet(), pass(reduce, 4 * others));
        }
        out.add("grad_param_compute", quiet(), Pass.compute(times.optimizer(model.count())), quiet());
        if (training.sequenceParallel() && comm.tensor()) {
            out.add("layernorm", quiet(), pass("ALLREDUCE", 2 * norms(model)), quiet());
        }
        if (experts > 0 && training.dp() > training.ep()) {
            PlainRows.expertGradients(out, training, experts);
        }
    }

    private static long norms(Part part) {
        long own = part instanceof Part.Norm ? part.own() : 0;
        return own + part.parts().stream().mapToLong(CorrectedRows::norms).sum();
    }

    private void layer(LayerRow layer) {
        Part part = layer.part();
        if (part instanceof Part.Experts) {
            new ExpertRows(layer.name(), sizes, out)
                    .add(comm, times.forward(layer), times.inputGrad(layer) + times.weightGrad(layer));
        } else if (part instanceof Part.Column column && training.sequenceParallel()) {
            add(layer, "ALLGATHER", "REDUCESCATTER", activations(column.in()));
        } else if (part instanceof Part.Row row && training.sequenceParallel()) {
            add(layer, "REDUCESCATTER", "ALLGATHER", activations(row.out()));
        } else if (part instanceof Part.Embedding) {
            boolean scattered = training.sequenceParallel();
            add(
                    layer,
                    scattered ? "REDUCESCATTER" : "ALLREDUCE",
                    scattered ? "ALLGATHER" : Pass.NONE,
                    sizes.activations());
        } else if (part instanceof Part.Block) {
            add(layer, "ALLREDUCE", "ALLREDUCE", sizes.activations());
        } else if (part instanceof Part.Whole) {
            add(layer, Pass.NONE, Pass.NONE, 0);
        }
    }

    private long activations(long width) {
        return 2 * training.number(LlmOption.MICRO_BATCH) * training.number(LlmOption.SEQUENCE) * width;
    }

    private void add(LayerRow layer, String forward, String backward, long bytes) {
        out.add(
                layer.name(),
                new Pass(times.forward(layer), comm.tensor(forward), bytes),
                new Pass(times.inputGrad(layer), comm.tensor(backward), bytes),
                Pass.compute(times.weightGrad(layer)));
    }
}
