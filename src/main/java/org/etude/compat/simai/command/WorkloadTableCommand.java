// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.nio.file.Path;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GeneratedFiles;
import org.etude.compat.simai.aicb.AicbTable;
import org.etude.compat.simai.aicb.TableGenerator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** AICB's generators for Megatron, DeepSpeed and collective tests. */
@Command(
        name = "csv",
        description = "Write AICB's table of what one rank sends and computes, with the file name that AICB uses.",
        footer = {
            "",
            "Without --compat, AICB's known errors are corrected; each is reported on stderr.",
            "",
            "Example: etude workload csv --frame DeepSpeed --stage 3 --model_name llama_7B --world_size 8"
                    + " --global_batch 8"
        })
public final class WorkloadTableCommand extends org.etude.cli.base.Command {
    @Option(names = "--compat", description = "Reproduce AICB's output byte for byte, even where it is wrong.")
    private boolean compat;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = ".", description = "Where to write. Default: here.")
    private Path out;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        TableGenerator generator =
                TableGenerator.of(LlmOptions.read(spec.commandLine().getParseResult(), compat));
        AicbTable table = generator.table();
        GeneratedFiles.tell(generator.report(), console());
        Path file = out.resolve(generator.fileName());
        table.write(file);
        console().out().println(table.items().size() + " rows: " + file);
        return ExitCode.OK;
    }
}
