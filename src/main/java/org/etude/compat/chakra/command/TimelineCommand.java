// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.chakra.command;

import java.nio.file.Path;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.ExitCode;
import org.etude.cli.option.FilePairMixin;
import org.etude.compat.chakra.view.TimelineVisualizer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code chakra_timeline_visualizer}. */
@Command(
        name = "chakra-timeline",
        footer = {
            "",
            "Example: etude chakra-timeline --input_filename sim.log --output_filename t.json --num_npus 8 --npu_frequency 1000"
        })
public final class TimelineCommand extends org.etude.cli.base.Command {
    @Mixin
    private FilePairMixin files = new FilePairMixin();

    @Allowed(from = 1)
    @Option(
            names = {"--num_npus", "--num-npus"},
            required = true,
            paramLabel = "N",
            description = "Number of ranks in the log.")
    private int ranks;

    @Allowed(from = 1)
    @Option(
            names = {"--npu_frequency", "--npu-frequency"},
            required = true,
            paramLabel = "MHZ",
            description = "Clock of the cycles in MHz.")
    private int megahertz;

    @Option(
            names = {"--log_filename", "--log-filename"},
            paramLabel = "FILE",
            description = "Accepted for scripts written for the original; nothing is logged.")
    private Path log;

    @Override
    public Integer call() {
        TimelineVisualizer.write(files.input(), files.output(), ranks, megahertz);
        return ExitCode.OK;
    }
}
