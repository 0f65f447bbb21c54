// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import org.etude.cli.option.ChainMixin;
import org.etude.cli.option.CheckpointMixin;
import org.etude.cli.option.TraceInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The whole chain, from recorded traces to a simulated step. */
@Command(
        name = "run",
        footer = {
            "",
            "Under --out: load/, link/, et/, replay/, repair/ and sim/, with the ETs and all tables as CSV.",
            "",
            "Examples:",
            "  etude run data/moe-2",
            "  etude run data/moe-2 --out runs/x -n 128 --topology torus:4x4x8",
            "      --bandwidth 25,25,65Gbps --latency 5,5,14us"
        })
public final class RunCommand extends org.etude.cli.base.Command {
    @Mixin
    private TraceInput input = new TraceInput();

    @Option(names = "--out", paramLabel = "DIR", description = "Where to write the ETs and all tables.")
    private Path out;

    @Mixin
    private ChainMixin chain = new ChainMixin();

    @Mixin
    private CheckpointMixin checkpoint = new CheckpointMixin();

    @Override
    public Integer call() {
        return chain.run(this, input.load(progress()), out, checkpoint);
    }
}
