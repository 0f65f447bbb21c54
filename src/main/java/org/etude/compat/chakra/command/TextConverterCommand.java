// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.command;

import java.nio.file.Path;
import org.etude.cli.base.ExitCode;
import org.etude.compat.chakra.text.TextConverter;
import org.etude.compat.chakra.text.TextWorkload;
import org.etude.et.wire.EtFiles;
import org.etude.report.Finding;
import org.etude.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code chakra_converter Text}. */
@Command(
        name = "Text",
        description = "Convert a text workload of ASTRA-sim 1.0 to one ET per rank.",
        footer = {
            "",
            "Example: etude chakra-converter Text --input vgg16.txt --output out/vgg16 --num-npus 8 --num-passes 1"
        })
final class TextConverterCommand extends org.etude.cli.base.Command {
    @Option(names = "--input", required = true, paramLabel = "FILE", description = "The text workload.")
    private Path input;

    @Option(
            names = "--output",
            required = true,
            paramLabel = "PREFIX",
            description = "Where to write: PREFIX.RANK.et for each rank.")
    private Path output;

    @Option(
            names = {"--num-npus", "--num_npus"},
            required = true,
            paramLabel = "N",
            description = "Number of ranks.")
    private int ranks;

    @Option(
            names = {"--num-passes", "--num_passes"},
            required = true,
            paramLabel = "N",
            description = "Number of training passes.")
    private int passes;

    @Override
    public Integer call() {
        String prefix = output.getFileName().toString();
        Report report = TextConverter.convert(
                TextWorkload.read(input),
                ranks,
                passes,
                progress(),
                (rank, graph) -> EtFiles.write(graph, output.resolveSibling(prefix + "." + rank + ".et")));
        quiet();
        for (Finding finding : report) {
            console().say(finding.where() + " " + finding.what() + ": " + finding.effect());
        }
        return ExitCode.OK;
    }
}
