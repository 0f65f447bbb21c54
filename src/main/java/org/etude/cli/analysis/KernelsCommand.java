// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import java.nio.file.Path;
import java.util.Optional;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.cli.option.RecordingInput;
import org.etude.cli.option.ShardMixin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tech.tablesaw.api.Table;

/** What ran and how long. */
@Command(
        name = "kernels",
        footer = {
            "",
            "Without GPU work the operators of the host are listed, with their self time (docs/analysis.md).",
            "",
            "Examples: etude kernels my-traces",
            "          etude kernels my-traces --step 2 --ranks 0 -o kernels.pdf",
            "          etude kernels runs/x --format csv"
        })
public final class KernelsCommand extends QuestionCommand {
    @Mixin
    private ShardMixin shard = new ShardMixin();

    @Override
    Optional<Integer> inParts(RecordingInput given, Path out) {
        if (shard.isGiven() && given.simulated(given.paths()).isPresent()) {
            throw wrong("a simulated run is one file and has no shards; give --shard a recording");
        }
        return shard.instead(
                this, out, part -> part.kernels(given.paths(), given.keepsTruncated(), given.step(), given.filter()));
    }

    @Override
    Table ask(Traces traces) {
        return traces.kernels();
    }

    @Override
    Table ask(Simulation run) {
        return run.kernels();
    }
}
