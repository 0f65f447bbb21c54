// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Simulation;
import org.etude.Traces;
import org.etude.cli.base.Allowed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tech.tablesaw.api.Table;

/** Traffic within and between nodes. */
@Command(
        name = "traffic",
        footer = {"", "Examples: etude traffic my-traces --ranks-per-node 8"})
public final class TrafficCommand extends QuestionCommand {
    @Allowed(from = 1)
    @Option(
            names = "--ranks-per-node",
            required = true,
            paramLabel = "N",
            description = "Ranks 0 to N-1 are in the first node, and so on.")
    private int ranksPerNode;

    @Override
    Table ask(Traces traces) {
        return traces.nodeTraffic(ranksPerNode);
    }

    @Override
    Table ask(Simulation run) {
        return run.nodeTraffic(ranksPerNode);
    }
}
