// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.nio.file.Path;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GeneratedFiles;
import org.etude.cli.base.GivenOptions;
import org.etude.compat.simai.text.TrainingText;
import org.etude.spec.LlmOption;
import org.etude.workload.llm.AiobFile;
import org.etude.workload.llm.LlmTraining;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code workload simai}, equivalent to AICB's SimAI_training_workload_generator. */
@Command(
        name = "simai",
        description = "Write a training step as SimAI's text, with the file name that AICB uses.",
        footer = {
            "",
            "Without --compat, AICB's known errors are corrected; each is reported on stderr.",
            "",
            "Example: etude workload simai --model_name gpt_13B --gpu_type A100 --world_size 32"
                    + " --tensor_model_parallel_size 8 --global_batch 8 --enable_sequence_parallel"
        })
public final class WorkloadTextCommand extends org.etude.cli.base.Command implements CheckedOptions {
    @Mixin
    private GeneratorOptions options = new GeneratorOptions();

    @Override
    public void check(GivenOptions given) {
        given.need(LlmOption.AIOB_FILE.option(), LlmOption.AIOB.option());
    }

    @Override
    public Integer call() {
        LlmTraining training = options.training();
        TrainingText text = TrainingText.of(training, AiobFile.of(training));
        GeneratedFiles.tell(text.report(), console());
        Path file = options.file(text.fileName());
        text.workload().write(file);
        console()
                .out()
                .println(text.parameters() + " parameters a rank, "
                        + text.workload().rows().size() + " rows: " + file);
        return ExitCode.OK;
    }
}
