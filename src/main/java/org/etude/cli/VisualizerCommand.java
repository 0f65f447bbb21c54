package org.etude.cli;

import java.nio.file.Path;
import org.etude.et.EtFiles;
import org.etude.et.tools.Visualizer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code chakra_visualizer}. */
@Command(
        name = "chakra-visualizer",
        description =
                "Draw the dependency graph of a Chakra ET, as Chakra's chakra_visualizer does; no Graphviz needed.",
        footer = {"", "Example: etude chakra-visualizer --input_filename w.0.et --output_filename w.0.svg"})
final class VisualizerCommand extends org.etude.cli.Command {
    @Option(
            names = {"--input_filename", "--input-filename"},
            required = true,
            paramLabel = "ET",
            description = "The ET file.")
    private Path input;

    @Option(
            names = {"--output_filename", "--output-filename"},
            required = true,
            paramLabel = "FILE",
            description = "The file to write; its ending chooses the form: .svg, .dot or .graphml.")
    private Path output;

    @Override
    public Integer call() {
        Visualizer.write(EtFiles.read(input), output);
        return ExitCode.OK;
    }
}
