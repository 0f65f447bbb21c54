// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.text;

import java.util.ArrayList;
import java.util.List;
import org.etude.report.Finding;
import org.etude.report.Report;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.LlmTraining;

/** Reports the differences from AICB's text that concern a training. */
final class TextCorrections {
    private static final String LEFT_OUT = "row left out";

    private final List<Finding> findings = new ArrayList<>();

    /** The corrections in the rows and counts of a training. */
    static Report of(LlmTraining training, PartTimes times) {
        TextCorrections corrections = new TextCorrections();
        corrections.counts(training);
        corrections.gradients(training, times);
        corrections.layers(training, times);
        corrections.assumptions(training, times);
        return Report.of(corrections.findings);
    }

    private void counts(LlmTraining training) {
        corrected(
                "embedding_layer",
                "parameters of the token table",
                "AICB counts four tables and one position per token of the sequence",
                "there is one table, and positions only where they are learnt");
        if (training.flag(LlmOption.SWIGLU)) {
            corrected(
                    "mlp_column",
                    "width of the gated layer",
                    "AICB counts its first matrix once",
                    "gate and input are two matrices");
        }
        if (training.deepSeek() && training.number(LlmOption.SHARED_EXPERTS) > 0) {
            corrected(
                    "mlp_moelayer",
                    "shared experts",
                    "AICB counts one, twice",
                    "each of the " + training.number(LlmOption.SHARED_EXPERTS) + " counts once");
        }
        if (training.number(LlmOption.LAYERS) % training.pp() != 0) {
            corrected(
                    "layers",
                    training.number(LlmOption.LAYERS) + " layers over " + training.pp() + " stages",
                    "AICB drops what is over",
                    "the fullest stage has " + training.stageLayers());
        }
    }

    private void gradients(LlmTraining training, PartTimes times) {
        if (!times.isMeasured()) {
            corrected(
                    "grad_norm",
                    "group of the parameters' all-gather",
                    "AICB gathers them in the tensor-parallel group, and counts experts too",
                    "they are gathered among data-parallel ranks");
            corrected(
                    "embedding_norm",
                    LEFT_OUT,
                    "AICB reduces the whole token table in every micro batch",
                    "its gradient is among the others");
        }
        corrected(
                "layernorm",
                "size of the reduction",
                "AICB reduces all parameters, and only without sequence parallelism",
                "only norms are reduced, and only with it");
        corrected(
                "embedding_grads",
                LEFT_OUT,
                "AICB reduces activations as the gradient of the tied table",
                "the table's stages would reduce it across stages, which the text cannot say");
        if (!training.flag(LlmOption.MOE) && !training.deepSeek() && training.ep() != training.dp()) {
            corrected("moe_grad_norm1", LEFT_OUT, "AICB writes it with size 0", "a dense model has no experts");
        }
        if (!training.flag(LlmOption.DISTRIBUTED_OPTIMIZER)) {
            corrected(
                    "grad_param_comm",
                    "reduction of gradients",
                    "AICB scatters and gathers whatever the optimizer is",
                    "without a distributed optimizer gradients are all-reduced");
        }
    }

    private void layers(LlmTraining training, PartTimes times) {
        if (training.sequenceParallel()) {
            corrected(
                    "*_column, *_row",
                    "communication of the backward pass",
                    times.isMeasured()
                            ? "AICB scatters 0 bytes behind column layers"
                            : "AICB sends nothing in the backward pass",
                    "the gradients are scattered and gathered as the activations are");
        } else if (times.isMeasured() && training.tp() > 1) {
            corrected(
                    "attention_layer, mlp_layer",
                    "all-reduce of the backward pass",
                    "AICB leaves it out (SimAI issue 292)",
                    "the gradient of inputs is all-reduced");
        }
        if (!times.isMeasured() && (training.tp() == 1 || training.ep() == 1)) {
            corrected(
                    "rows",
                    "collectives of one rank",
                    "AICB writes collectives whatever the group's size, which SimAI then runs for 2^63 ns",
                    "a group of one rank sends nothing");
        }
        if (training.flag(LlmOption.MOE)) {
            corrected(
                    "mlp_moelayer",
                    "group of the token counts",
                    "AICB gathers them in the tensor-parallel group",
                    "they are gathered among expert-parallel ranks");
        }
        if (times.isMeasured()) {
            corrected(
                    "embedding_layer",
                    "weight gradient of the token table",
                    "AICB takes the time of whatever row came before",
                    "it takes as long as the look-up");
        }
    }

    private void assumptions(LlmTraining training, PartTimes times) {
        if (times.isEstimated()) {
            add(
                    Finding.Level.WARNING,
                    "rows",
                    "compute times are estimated",
                    "no measured times are given; " + training.rates() + " is used",
                    "give --aiob_enable --comp_filepath FILE for measured ones");
        } else if (!times.isMeasured()) {
            add(
                    Finding.Level.WARNING,
                    "rows",
                    "compute times are unknown: 1 ns each",
                    "no measured times are given, and no GPU type is",
                    "only communication counts");
        }
        if (training.number(LlmOption.EPOCHS) > 1) {
            add(
                    Finding.Level.INFO,
                    "rows",
                    "one step is written",
                    training.number(LlmOption.EPOCHS) + " are requested, but the text has one",
                    "multiply what is simulated");
        }
    }

    private void corrected(String where, String what, String aicb, String now) {
        add(Finding.Level.INFO, where, what.equals(LEFT_OUT) ? what : what + " corrected", aicb, now);
    }

    private void add(Finding.Level level, String where, String what, String why, String effect) {
        findings.add(new Finding(level, "workload", -1, where, what, why, effect));
    }
}
