// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import static org.etude.compat.simai.text.RowList.pass;
import static org.etude.compat.simai.text.RowList.quiet;

import java.util.List;
import org.etude.compat.simai.text.SimAiRow.Pass;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.AiobTimes;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;

/**
 * AICB's rows with measured times, errors included: the weight gradient of the token table takes the time of the
 * previous row, column layers scatter no bytes, and without sequence parallelism the backward pass sends nothing.
 */
final class TimedRows {
    private final LlmTraining training;
    private final AiobTimes times;
    private final Sizes sizes;
    private final UnaryComm comm;
    private final RowList out = new RowList();
    private long backward;

    TimedRows(LlmTraining training, AiobTimes times) {
        this.training = training;
        this.times = times;
        sizes = new Sizes(training);
        comm = UnaryComm.measured(training);
    }

    List<SimAiRow> rows(List<LayerRow> layers) {
        long experts = LayerRow.experts(layers);
        long others = LayerRow.total(layers) - experts;
        long forward = times.stage("forward", "grad");
        backward = times.stage("backward", "grad");
        out.add("grad_gather", quiet(), quiet(), pass("ALLGATHER", 2 * others));
        out.add("grad_param_comm", quiet(), quiet(), pass("REDUCESCATTER", 4 * others));
        out.add("grad_param_compute", quiet(), Pass.compute(forward + backward), quiet());
        if (!training.sequenceParallel()) {
            out.add("layernorm", quiet(), pass("ALLREDUCE", 2 * (others + experts)), quiet());
        }
        out.add("embedding_grads", quiet(), pass(comm.tensor("ALLREDUCE"), sizes.activations()), quiet());
        PlainRows.expertGradients(out, training, experts);
        for (long micro = 0; micro < training.microBatches(); micro++) {
            layers.forEach(training.sequenceParallel() ? this::single : this::block);
        }
        out.end(sizes, true);
        return out.cleaned();
    }

    private void block(LayerRow layer) {
        Pass forward;
        Pass inputGrad;
        String allReduce = comm.tensor("ALLREDUCE");
        if (layer.part() instanceof Part.Embedding) {
            forward = new Pass(times.stage("", "embedding"), allReduce, sizes.activations());
            inputGrad = quiet();
        } else {
            backward = time(layer, "backward");
            forward = new Pass(time(layer, "forward"), allReduce, sizes.activations());
            inputGrad = Pass.compute(backward);
        }
        out.add(layer.name(), forward, inputGrad, Pass.compute(backward));
    }

    private void single(LayerRow layer) {
        long activations = sizes.activations();
        if (layer.part() instanceof Part.Embedding) {
            long token = times.stage("", "embedding");
            Pass forward = new Pass(token, comm.tensor("ALLREDUCE"), activations);
            out.add(layer.name(), forward, quiet(), Pass.compute(backward));
        } else if (layer.part() instanceof Part.Whole) {
            long forward = recomputed(time(layer, "forward"), true);
            backward = time(layer, "backward");
            out.add(layer.name(), Pass.compute(forward), Pass.compute(backward), Pass.compute(backward));
        } else if (layer.part() instanceof Part.Row) {
            linear(layer, "REDUCESCATTER", "ALLGATHER", activations);
        } else if (layer.part() instanceof Part.Column) {
            linear(layer, "ALLGATHER", "REDUCESCATTER", 0);
        } else if (layer.part() instanceof Part.Experts) {
            if (!training.flag(LlmOption.MOE)) {
                throw new LlmException(
                        "experts without --moe_enable: AICB fails here", "Add --moe_enable, or leave --compat out.");
            }
            backward = time(layer, "backward");
            new ExpertRows(layer.name(), sizes, out).add(comm, time(layer, "forward"), backward);
        }
    }

    /** One half of attention or of the feed-forward layer; each takes half of the time. */
    private void linear(LayerRow layer, String forwardComm, String backwardComm, long backwardBytes) {
        long forward = recomputed(time(layer, "forward"), layer.attention()) / 2;
        backward = time(layer, "backward") / 2;
        out.add(
                layer.name(),
                new Pass(forward, comm.tensor(forwardComm), sizes.activations()),
                new Pass(backward, comm.tensor(backwardComm), backwardBytes),
                Pass.compute(backward));
    }

    private long recomputed(long nanos, boolean attention) {
        return attention && training.flag(LlmOption.RECOMPUTE) ? 2 * nanos : nanos;
    }

    private long time(LayerRow layer, String direction) {
        return times.exact(layer.name()).orElseGet(() -> times.stage(direction, layer.stage()));
    }
}
