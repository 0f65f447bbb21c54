// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.command;

import org.etude.cli.base.ExitCode;
import org.etude.cli.option.FilePairMixin;
import org.etude.compat.chakra.view.Visualizer;
import org.etude.et.wire.EtFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code chakra_visualizer}. */
@Command(
        name = "chakra-visualizer",
        footer = {"", "Example: etude chakra-visualizer --input_filename w.0.et --output_filename w.0.svg"})
public final class VisualizerCommand extends org.etude.cli.base.Command {
    @Mixin
    private FilePairMixin files = new FilePairMixin();

    @Override
    public Integer call() {
        Visualizer.write(EtFiles.read(files.input()), files.output());
        return ExitCode.OK;
    }
}
