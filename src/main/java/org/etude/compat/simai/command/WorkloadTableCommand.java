// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.nio.file.Path;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GeneratedFiles;
import org.etude.compat.simai.aicb.AicbTable;
import org.etude.compat.simai.aicb.TableGenerator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code workload csv}, equivalent to AICB's generators for Megatron, DeepSpeed and collective tests. */
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
    @Mixin
    private GeneratorOptions options = new GeneratorOptions();

    @Override
    public Integer call() {
        TableGenerator generator = TableGenerator.of(options.training());
        AicbTable table = generator.table();
        GeneratedFiles.tell(generator.report(), console());
        Path file = options.file(generator.fileName());
        table.write(file);
        console().out().println(table.items().size() + " rows: " + file);
        return ExitCode.OK;
    }
}
