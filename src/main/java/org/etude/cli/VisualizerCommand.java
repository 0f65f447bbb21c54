package org.etude.cli;

import org.etude.et.EtFiles;
import org.etude.et.tools.Visualizer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code chakra_visualizer}. */
@Command(
        name = "chakra-visualizer",
        footer = {"", "Example: etude chakra-visualizer --input_filename w.0.et --output_filename w.0.svg"})
final class VisualizerCommand extends org.etude.cli.Command {
    @Mixin
    private FilePairMixin files = new FilePairMixin();

    @Override
    public Integer call() {
        Visualizer.write(EtFiles.read(files.input()), files.output());
        return ExitCode.OK;
    }
}
