// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;

/**
 * Generates what the first rank of Megatron-LM sends; with stages, the schedule is one forward, one backward (1F1B).
 */
final class MegatronTable extends TableGenerator {
    private static final String FORWARD_STEP = "forward_step";
    private static final String BACKWARD_STEP = "backward_step";
    private static final String SETUP = "init.model_setup";
    private static final int WORD = 8;
    private static final int REPEATS = 3;

    private final Part.Block model;
    private final PartItems items;

    MegatronTable(LlmTraining training) {
        super(training);
        model = LlmModel.of(training);
        items = new PartItems(training, computes(), this::add);
    }

    @Override
    String name() {
        return "megatron";
    }

    @Override
    void init() {
        boolean stages = training().pp() > 1;
        data("all_reduce", WORD, SETUP);
        for (int i = 0; i < REPEATS; i++) {
            data("all_reduce", WORD, SETUP);
            if (stages) {
                add(AicbItem.collective("all_reduce", "pp_group", training().pp(), WORD, SETUP));
            }
        }
        data("all_gather", 4 * WORD, SETUP);
        tensor("broadcast", 3 * WORD, SETUP, true);
        if (stages && training().number(LlmOption.PIPELINE_RANK) == training().pp() - 1) {
            Part.Embedding tables = (Part.Embedding) model.parts().get(0);
            tensor("all_reduce", 2 * tables.tokens() * tables.hidden(), SETUP, false);
            if (tables.positions() > 0) {
                tensor("all_reduce", 2 * tables.positions() * tables.hidden(), SETUP, false);
            }
        }
        data("all_gather", WORD * WORD, SETUP);
    }

    @Override
    void forward() {
        if (training().tp() > 1) {
            batch();
        }
        layersForward();
        long losses = 4 * training().number(LlmOption.MICRO_BATCH) * training().number(LlmOption.SEQUENCE);
        for (int i = 0; i < REPEATS; i++) {
            tensor("all_reduce", losses, "forward_step._VocabParallelCrossEntropy", false);
        }
        data("all_reduce", 4, "forward_step.average_losses_across_data_parallel_group");
    }

    @Override
    void backward() {
        List<Part> parts = new ArrayList<>(model.parts());
        parts.remove(parts.size() - 1);
        Collections.reverse(parts);
        parts.forEach(items::backward);
    }

    /** The output layer sends nothing. */
    private void layersForward() {
        model.parts().subList(0, model.parts().size() - 1).forEach(items::forward);
    }

    @Override
    void pipeline() {
        long micros = training().microBatches();
        long warmUp = Math.min(training().pp() - 1, micros);
        for (long i = 0; i < warmUp; i++) {
            batch();
            layersForward();
            message("isend", "send_next", FORWARD_STEP);
        }
        for (long i = warmUp; i < micros; i++) {
            batch();
            layersForward();
            message("irecv", "recv_next", FORWARD_STEP);
            message("isend", "send_next", FORWARD_STEP);
            backward();
        }
        for (long i = 0; i < warmUp; i++) {
            message("irecv", "recv_next", BACKWARD_STEP);
            backward();
        }
    }

    @Override
    void step() {
        // AICB divides by the stages although the layers already are those of one stage.
        long stages = training().compat() ? training().pp() : 1;
        long parameters = model.count();
        if (training().pp() > 1) {
            note(
                    "step",
                    "size of the gradients",
                    "AICB divides one stage's parameters by the stages",
                    "they are whole");
        }
        if (training().flag(LlmOption.DISTRIBUTED_OPTIMIZER)) {
            data("reduce_scatter", 4 * parameters / stages, "step");
            data("all_gather", 2 * parameters / stages, "step");
        } else {
            data("all_reduce", 4 * parameters / stages, "step.finish_grad_sync");
        }
        long norms = training().compat() || !training().sequenceParallel() ? 0 : norms(model);
        if (norms > 0) {
            note(
                    "step._allreduce_layernorm_grads",
                    "size of the norms' gradients",
                    "AICB writes 0",
                    "it is 2 bytes each");
        }
        tensor("all_reduce", 2 * norms, "step._allreduce_layernorm_grads", false);
        tensor("all_reduce", 4, "step.check_for_nan", false);
    }

    private static long norms(Part part) {
        long own = part instanceof Part.Norm ? part.own() : 0;
        return own + part.parts().stream().mapToLong(MegatronTable::norms).sum();
    }

    private void batch() {
        long tokens = training().world()
                + training().number(LlmOption.SEQUENCE) * training().number(LlmOption.MICRO_BATCH);
        tensor("broadcast", 5 * WORD, FORWARD_STEP, true);
        tensor("broadcast", WORD * tokens, FORWARD_STEP, true);
    }

    private void message(String type, String way, String stage) {
        boolean cut = !training().compat()
                && training().sequenceParallel()
                && training().tp() > 1;
        if (cut) {
            note(stage, "size of messages between stages", "AICB sends whole activations", "each rank sends its part");
        }
        long bytes = training().activationBytes() / (cut ? training().tp() : 1);
        add(AicbItem.collective(type, "pp_group", 1, bytes, stage).with(way));
    }

    private void tensor(String type, long bytes, String stage, boolean fromFirst) {
        AicbItem item = AicbItem.collective(type, "tp_group", training().tp(), bytes, stage);
        add(fromFirst ? item.from(0) : item);
    }
}
