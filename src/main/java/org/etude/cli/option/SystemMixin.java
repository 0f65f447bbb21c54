// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.nio.file.Path;
import java.util.List;
import org.etude.SimulationSettings;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.HelpGroup;
import org.etude.spec.AlgorithmSpec;
import picocli.CommandLine.Option;

/** How collectives are done: a system file, and single settings that go before it. */
@HelpGroup("System layer")
final class SystemMixin {
    @Option(
            names = "--system",
            paramLabel = "JSON",
            description =
                    "ASTRA-sim's system file: algorithms, chunks, delays. Default: rings and direct all-to-alls, in one chunk,"
                            + " over several dimensions in as many as make them fastest, without delays of hosts and memory. With"
                            + " --compat: the system of ASTRA-sim's examples, with 4 chunks one at a time. Where a system file lists"
                            + " no all-to-all, and with --compat, all-to-alls go round rings too.")
    private Path system;

    @Option(
            names = "--all-reduce",
            paramLabel = "NAME,...",
            split = ",",
            converter = AlgorithmName.class,
            description =
                    "Algorithm of all-reduces, one for all dimensions or one each: ring, stridedRings, direct, halvingDoubling, ...")
    private List<AlgorithmSpec> allReduce;

    @Allowed(from = 1, to = 1 << 20, give = "1 to 1048576")
    @Option(names = "--splits", paramLabel = "N", description = "Chunks a collective is cut into.")
    private Integer splits;

    @Allowed(from = 1)
    @Option(names = "--active-chunks", paramLabel = "N", description = "Chunks of a dimension that run at once.")
    private Integer activeChunks;

    @Allowed(from = 0, give = "0 or more")
    @Option(
            names = {"--local-memory", "--lmbw"},
            paramLabel = "GB/S",
            description = "Rate of a rank's own memory, which reductions pay for, in 1e9 bytes per second.")
    private Double localMemory;

    @Option(
            names = "--coll-opt",
            paramLabel = "NAME",
            description = "localBWAware (all-reduces scatter first and gather last) or baseline.")
    private Optimization optimization;

    /** ASTRA-sim's collective optimizations. */
    private enum Optimization {
        /** All-reduces of several dimensions start with reduce-scatters and end with all-gathers. */
        LOCALBWAWARE,
        /** All-reduces run in one dimension after the other. */
        BASELINE
    }

    /** Sets the given options. */
    void set(SimulationSettings settings) {
        if (system != null) {
            settings.system(system);
        }
        if (allReduce != null) {
            settings.allReduce(allReduce.toArray(AlgorithmSpec[]::new));
        }
        if (splits != null) {
            settings.splits(splits);
        }
        if (activeChunks != null) {
            settings.activeChunks(activeChunks);
        }
        if (localMemory != null) {
            settings.system(builder -> builder.localMemoryGBps(localMemory));
        }
        if (optimization != null) {
            settings.localBandwidthAware(optimization == Optimization.LOCALBWAWARE);
        }
    }
}
