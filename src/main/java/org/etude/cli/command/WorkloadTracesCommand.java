// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.etude.LlmWorkload;
import org.etude.Workload;
import org.etude.Workloads;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.JobOutput;
import org.etude.cli.base.Results;
import org.etude.compat.simai.command.LlmOptions;
import org.etude.spec.LlmOption;
import org.etude.spec.PipelineSchedule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tech.tablesaw.api.Table;

/** A training step as execution traces. */
@Command(
        name = "et",
        description =
                "Write a training step as Chakra execution traces, one per rank, with stages, groups and buckets.",
        footer = {
            "",
            "Prints what ranks hold and communicate; memory.csv, traffic.csv and findings.csv are written"
                    + " next to the ETs.",
            "",
            "Examples: etude workload et --model_name llama_70B --gpu_type H100 --world_size 1024"
                    + " --tensor_model_parallel_size 8 --pipeline_model_parallel 8 --global_batch 512"
                    + " --use_flash_attn --enable_sequence_parallel --out runs/70b/step",
            "          etude workload et --text anybodys_workload.txt --out runs/theirs/step",
            "Then:     etude simulate runs/70b/step --fidelity analytic --topology switch:8,switch:128"
        })
final class WorkloadTracesCommand extends org.etude.cli.base.Command implements CheckedOptions {
    @Option(
            names = "--out",
            required = true,
            paramLabel = "PREFIX",
            description = "Where to write: the path before .RANK.et.")
    private Path out;

    @Option(
            names = "--text",
            paramLabel = "FILE",
            description = "A text of SimAI to write as traces; of the other options, only --schedule then applies.")
    private Path text;

    @Mixin
    private JobOutput output = new JobOutput();

    @Spec
    private CommandSpec spec;

    @Override
    public void check(GivenOptions given) {
        if (text != null) {
            given.refuse(
                    "with --text",
                    Stream.of(LlmOption.values())
                            .filter(option -> option != LlmOption.SCHEDULE)
                            .map(LlmOption::option)
                            .toArray(String[]::new));
            given.accept(this::order);
            return;
        }
        LlmOptions.checkMeasured(given);
        given.need(LlmOption.AIOB_FILE.option(), LlmOption.AIOB.option());
    }

    private PipelineSchedule order() {
        LlmOption schedule = LlmOption.SCHEDULE;
        return PipelineSchedule.named(
                spec.commandLine().getParseResult().matchedOptionValue(schedule.option(), schedule.base()));
    }

    @Override
    public Integer call() {
        if (text != null) {
            Workload work = Workloads.simai(text.toString(), order().toString());
            return write(work, List.of(work.findings()));
        }
        LlmOptions.read(spec, false);
        Map<LlmOption, String> given = LlmOptions.given(spec.commandLine().getParseResult());
        LlmWorkload step = Workloads.llm(p -> given.forEach(p::set));
        console().say(step.toString().lines().findFirst().orElse(""));
        return write(step.toEt(), List.of(step.memory(), step.communication(), step.findings()));
    }

    private int write(Workload work, List<Table> tables) {
        Path directory = out.toAbsolutePath().getParent();
        output.save(directory, work.named(out.getFileName().toString()), progress(), tables);
        quiet();
        output.print(console(), tables);
        return Results.exitCode(work.assumptions());
    }
}
