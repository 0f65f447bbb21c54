// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.aicb;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.spec.LlmException;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/** The common structure of all tables: a preparation, then steps of micro batches. */
public abstract class TableGenerator {
    private static final int LAST_STAGE = 3;
    private static final int MOST_ITEMS = 5_000_000;

    private final LlmTraining training;
    private final List<AicbItem> items = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    TableGenerator(LlmTraining training) {
        this.training = training;
    }

    /**
     * The generator for a training's framework.
     *
     * @throws LlmException when there is none
     */
    public static TableGenerator of(LlmTraining training) {
        training.checkSizes();
        return switch (training.text(LlmOption.FRAME)) {
            case "collective_test" -> new CollectiveTable(training);
            case "DeepSpeed" -> zero(training);
            case "torchtitan" ->
                throw new LlmException(
                        "--frame torchtitan: AICB has no such framework",
                        "Generate execution traces (etude workload et), or use --frame Megatron or DeepSpeed.");
            default -> new MegatronTable(training);
        };
    }

    private static TableGenerator zero(LlmTraining training) {
        long stage = training.number(LlmOption.ZERO_STAGE);
        if (stage < 1 || stage > LAST_STAGE) {
            throw new LlmException("--stage is " + stage, "Use a ZeRO stage of 1, 2 or 3.");
        }
        if (training.pp() > 1 && !training.compat()) {
            throw new LlmException(
                    "ZeRO with " + training.pp() + " pipeline stages: AICB writes a step without its passes",
                    "Leave --pipeline_model_parallel out, or use --frame Megatron.");
        }
        return stage == LAST_STAGE ? new ZeroThreeTable(training) : new ZeroTable(training);
    }

    /**
     * Generates the table. In compat mode it is byte-identical to AICB's.
     *
     * @throws LlmException when sizes do not fit the parallelism
     */
    public final AicbTable table() {
        items.clear();
        findings.clear();
        init();
        add(AicbItem.end());
        int before = items.size();
        long epochs = training.number(LlmOption.EPOCHS);
        for (long epoch = 0; epoch < epochs; epoch++) {
            if (training.pp() > 1 && pipelined()) {
                pipeline();
                if (training.compat()) {
                    step();
                } else {
                    note("step", "one step", "AICB writes it twice when there are stages", "it is written once");
                }
            } else {
                for (long micro = 0; micro < training.microBatches(); micro++) {
                    forward();
                    backward();
                }
            }
            step();
            add(AicbItem.end());
            // Every epoch has as many rows as the first: too many are refused before they are generated.
            if (epoch == 0 && epochs - 1 > (MOST_ITEMS - items.size()) / (items.size() - before)) {
                throw tooLong();
            }
        }
        return new AicbTable(items);
    }

    /** Corrections made in the last table; empty in compat mode. */
    public final Report report() {
        return Report.of(findings.stream().distinct().toList());
    }

    /** The name that AICB gives the file. */
    public String fileName() {
        return name() + "_"
                + (training.text(LlmOption.MODEL_NAME) == null ? "None" : training.text(LlmOption.MODEL_NAME))
                + "_sp_" + truth(training.sequenceParallel()) + "_iteration_" + training.number(LlmOption.EPOCHS)
                + "_computationEnable_" + truth(computes()) + "_" + training.world() + "n_workload.csv";
    }

    private static String truth(boolean flag) {
        return flag ? "True" : "False";
    }

    abstract String name();

    abstract void init();

    abstract void forward();

    abstract void backward();

    abstract void step();

    /** All micro batches of the first stage. */
    void pipeline() {}

    boolean pipelined() {
        return true;
    }

    final LlmTraining training() {
        return training;
    }

    final boolean computes() {
        return training.flag(LlmOption.COMPUTATION) || training.flag(LlmOption.AIOB);
    }

    final void add(AicbItem item) {
        if (items.size() == MOST_ITEMS) {
            throw tooLong();
        }
        items.add(item);
    }

    private static LlmException tooLong() {
        return new LlmException(
                "the table has more than " + MOST_ITEMS + " rows", "Give fewer steps, layers or repetitions.");
    }

    /** A collective in the data-parallel group. */
    final void data(String type, long bytes, String stage) {
        add(AicbItem.collective(type, "dp_group", training.dp(), bytes, stage));
    }

    final void note(String where, String what, String aicb, String now) {
        if (!training.compat()) {
            findings.add(new Finding(Finding.Level.INFO, "workload", -1, where, what + " corrected", aicb, now));
        }
    }
}
