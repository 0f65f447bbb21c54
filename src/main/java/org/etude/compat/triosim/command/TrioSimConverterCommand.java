// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.command;

import java.nio.file.Path;
import org.etude.cli.base.ExitCode;
import org.etude.compat.triosim.tracer.TrioSimConverter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code triosim-converter}. */
@Command(
        name = "triosim-converter",
        footer = {
            "",
            "The two are joined by position and name; the number of unmatched operators is reported.",
            "",
            "Example: etude triosim-converter --profiler profiler_vgg13.json --graph graph_vgg13.json --out vgg13"
        })
public final class TrioSimConverterCommand extends org.etude.cli.base.Command {
    @Option(
            names = "--profiler",
            required = true,
            paramLabel = "FILE",
            description = "What PyTorch's profiler wrote, JSON or JSON.gz.")
    private Path profiler;

    @Option(
            names = "--graph",
            required = true,
            paramLabel = "FILE",
            description = "What its ExecutionTraceObserver wrote in the same iteration.")
    private Path graph;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "Where to write.")
    private Path out;

    @Override
    public Integer call() {
        TrioSimConverter converted = TrioSimConverter.convert(profiler, graph);
        converted.write(out);
        console()
                .out()
                .println(out + ": " + converted.joined() + " operators joined, " + converted.unmatched()
                        + " not matched");
        return ExitCode.OK;
    }
}
