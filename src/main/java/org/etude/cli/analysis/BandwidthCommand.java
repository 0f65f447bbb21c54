// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import org.etude.Simulation;
import org.etude.Traces;
import picocli.CommandLine.Command;
import tech.tablesaw.api.Table;

/** The bandwidth of collectives. */
@Command(
        name = "bandwidth",
        footer = {
            "",
            "Waiting for the last rank does not count as transfer time. 8 Gbps are 1 GB/s of nccl-tests.",
            "",
            "Examples: etude bandwidth my-traces",
            "          etude bandwidth my-traces -o busbw.pdf",
            "          etude bandwidth runs/x"
        })
public final class BandwidthCommand extends QuestionCommand {
    @Override
    Table ask(Traces traces) {
        return traces.bandwidth();
    }

    @Override
    Table ask(Simulation run) {
        return run.bandwidth();
    }
}
