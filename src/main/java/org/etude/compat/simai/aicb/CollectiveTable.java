// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

import java.util.List;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/** Generates one collective of increasing sizes, repeated. */
final class CollectiveTable extends TableGenerator {
    private static final List<String> TYPES = List.of(
            "all_reduce",
            "isend",
            "irecv",
            "broadcast",
            "all_gather",
            "reduce_scatter",
            "barrier",
            "reduce",
            "reduce_scatter_tensor",
            "all_gather_into_tensor",
            "computation",
            "epoch_end",
            "all_to_all");

    CollectiveTable(LlmTraining training) {
        super(training);
        String type = training.text(LlmOption.TEST_COMM);
        if (!TYPES.contains(type)) {
            throw new LlmException("there is no collective '" + type + "'", "Use one of " + TYPES + ".");
        }
    }

    @Override
    String name() {
        return "collective_test";
    }

    @Override
    public String fileName() {
        return "multi_all_reduce_workload.csv";
    }

    @Override
    boolean pipelined() {
        return false;
    }

    @Override
    void init() {
        for (long i = 0; i < training().number(LlmOption.ITERATIONS); i++) {
            data(training().text(LlmOption.TEST_COMM), training().number(LlmOption.BEGIN_SIZE), "warmup");
        }
    }

    @Override
    void forward() {}

    @Override
    void backward() {}

    @Override
    void step() {
        boolean stages = training().number(LlmOption.MULTI_ALL_REDUCE) != 0;
        String group = stages ? "pp_group" : "dp_group";
        int ranks = stages ? training().pp() : training().dp();
        String type = training().text(LlmOption.TEST_COMM);
        long last = training().number(LlmOption.END_SIZE);
        for (long size = training().number(LlmOption.BEGIN_SIZE); size > 0 && size <= last; size *= 2) {
            for (long i = 0; i < training().number(LlmOption.ITERATIONS); i++) {
                add(AicbItem.collective(type, group, ranks, size, "test_step"));
            }
        }
    }
}
