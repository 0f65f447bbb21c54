// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.nio.file.Path;
import java.util.Optional;
import org.etude.cli.base.ExitCode;
import org.etude.compat.simai.text.InferenceSpec;
import org.etude.compat.simai.text.InferenceText;
import org.etude.compat.simai.text.SimAiWorkload;
import org.etude.workload.llm.AiobFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code workload inference}, equivalent to AICB's SimAI_inference_workload_generator. */
@Command(
        name = "inference",
        description = "Write one inference pass as SimAI's text, with the file name that AICB uses.",
        footer = {
            "",
            "Example: etude workload inference DeepSeek-671B deepseek.json --phase decode --world_size 32"
                    + " --expert_model_parallel_size 8 --micro_batch 4"
        })
public final class WorkloadInferenceCommand extends org.etude.cli.base.Command {
    @Mixin
    private InferenceOptions options = new InferenceOptions();

    @Override
    public Integer call() {
        InferenceSpec spec = options.spec(options.config());
        SimAiWorkload workload =
                InferenceText.of(spec, Optional.ofNullable(options.times()).map(AiobFile::read));
        Path file = options.directory().resolve(spec.fileName());
        workload.write(file);
        console().out().println(workload.rows().size() + " rows: " + file);
        return ExitCode.OK;
    }
}
