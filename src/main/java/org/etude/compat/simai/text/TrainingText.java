// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.report.Report;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.AiobTimes;
import org.etude.workload.llm.LlmModel;
import org.etude.workload.llm.LlmTraining;
import org.etude.workload.llm.Part;

/**
 * SimAI's text of a training step.
 *
 * @param workload the text
 * @param fileName AICB's name of the file
 * @param parameters number of parameters per rank
 * @param report what was corrected or assumed; empty in compat mode
 */
public record TrainingText(SimAiWorkload workload, String fileName, long parameters, Report report) {
    private static final double INTEGRAL_LIMIT = 1e16;

    /**
     * Generates the text. In compat mode the result is byte-identical to AICB's; otherwise its known errors are
     * corrected, each with a finding.
     *
     * @param training what to generate
     * @param measured compute times, if they were measured
     * @throws org.etude.spec.LlmException when sizes do not fit the parallelism
     */
    public static TrainingText of(LlmTraining training, Optional<AiobFile> measured) {
        training.checkSizes();
        Part.Block model = LlmModel.of(training);
        boolean compat = training.compat();
        List<LayerRow> layers = LayerRow.of(model, training.sequenceParallel(), compat);
        List<SimAiRow> rows;
        Report report = Report.empty();
        if (!compat) {
            CorrectedRows corrected = new CorrectedRows(training, measured);
            rows = corrected.rows(model, layers);
            report = corrected.report();
        } else if (measured.isPresent()) {
            boolean recompute = training.flag(LlmOption.RECOMPUTE);
            rows = new TimedRows(training, new AiobTimes(measured.get(), recompute, true)).rows(layers);
        } else {
            rows = new PlainRows(training).rows(layers);
        }
        return new TrainingText(new SimAiWorkload(header(training), rows), name(training), model.count(), report);
    }

    private static SimAiHeader header(LlmTraining training) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("model_parallel_NPU_group", Integer.toString(training.tp()));
        fields.put("ep", Integer.toString(training.ep()));
        fields.put("pp", Integer.toString(training.pp()));
        fields.put("vpp", Integer.toString(training.stageLayers()));
        fields.put("ga", Long.toString(training.microBatches()));
        fields.put("all_gpus", Integer.toString(training.world()));
        fields.put("checkpoints", "0");
        fields.put("checkpoint_initiates", "0");
        fields.put("pp_comm", stageBytes(training));
        return new SimAiHeader(SimAiHeader.TRANSFORMER, fields);
    }

    /** The bytes between stages; under sequence parallelism a quotient, which Python prints as a float. */
    private static String stageBytes(LlmTraining training) {
        if (training.pp() == 1) {
            return "0";
        }
        long bytes = training.activationBytes();
        return training.sequenceParallel() ? python((double) bytes / training.tp()) : Long.toString(bytes);
    }

    /** A float as Python prints it, for sizes. */
    static String python(double value) {
        if (value == Math.rint(value) && Math.abs(value) < INTEGRAL_LIMIT) {
            return (long) value + ".0";
        }
        return new BigDecimal(Double.toString(value)).toPlainString();
    }

    private static String name(LlmTraining training) {
        return orNone(training.text(LlmOption.GPU_TYPE)) + "-" + orNone(training.text(LlmOption.MODEL_NAME))
                + "-world_size" + training.world() + "-tp" + training.tp() + "-pp" + training.pp() + "-ep"
                + training.ep() + "-gbs" + training.number(LlmOption.GLOBAL_BATCH) + "-mbs"
                + training.number(LlmOption.MICRO_BATCH) + "-seq" + training.number(LlmOption.SEQUENCE) + "-MOE-"
                + truth(training, LlmOption.MOE) + "-GEMM-" + truth(training, LlmOption.GROUPED_GEMM) + "-flash_attn-"
                + truth(training, LlmOption.FLASH) + ".txt";
    }

    private static String orNone(String text) {
        return text == null ? "None" : text;
    }

    private static String truth(LlmTraining training, LlmOption option) {
        return training.flag(option) ? "True" : "False";
    }
}
