// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.command;

import java.nio.file.Path;
import org.etude.cli.base.ExitCode;
import org.etude.cli.option.FilePairMixin;
import org.etude.compat.chakra.convert.LinkedTraceConverter;
import org.etude.et.wire.EtFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code chakra_converter PyTorch}. */
@Command(
        name = "PyTorch",
        description = "Convert one linked trace (the JSON that chakra-trace-link writes) to an ET.",
        footer = {
            "",
            "Without --compat, dependencies on nodes that do not exist are left out and times are kept to the nanosecond.",
            "",
            "Example: etude chakra-converter PyTorch --input linked.0.json --output workload.0.et"
        })
final class PyTorchConverterCommand extends org.etude.cli.base.Command {
    @Option(names = "--input", required = true, paramLabel = "JSON", description = "The linked trace, plain or gzip.")
    private Path input;

    @Option(names = "--output", required = true, paramLabel = "ET", description = "The ET file to write.")
    private Path output;

    @Option(
            names = "--simulate",
            description = "Accepted for scripts written for the original; it only wrote a log there.")
    private boolean simulate;

    @Option(names = "--compat", description = "Write what the original writes, faults included.")
    private boolean compat;

    @Override
    public Integer call() {
        EtFiles.write(LinkedTraceConverter.convert(input, compat), FilePairMixin.output(output, input));
        return ExitCode.OK;
    }
}
