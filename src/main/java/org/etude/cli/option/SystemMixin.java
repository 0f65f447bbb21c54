package org.etude.cli.option;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.etude.cli.base.HelpGroup;
import org.etude.sim.spec.Scenario;
import org.etude.sim.spec.SystemReader;
import org.etude.sim.spec.SystemSpec;
import org.etude.sim.spec.SystemSpecBuilder;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.CollectiveType;
import picocli.CommandLine.Option;

/** How collectives are done: a system file, and single settings that go before it. */
@HelpGroup("System layer")
final class SystemMixin {
    @Option(
            names = "--system",
            paramLabel = "JSON",
            description = "ASTRA-sim's system file: algorithms, chunks, delays. Default: rings, in 4 chunks; in one for"
                    + " recordings and ETs made of them.")
    private Path system;

    @Option(
            names = "--all-reduce",
            paramLabel = "NAME,...",
            split = ",",
            converter = AlgorithmName.class,
            description =
                    "Algorithm of all-reduces, one for all dimensions or one each: ring, direct, halvingDoubling, ...")
    private List<AlgorithmSpec> allReduce;

    @Option(names = "--splits", paramLabel = "N", description = "Chunks a collective is cut into.")
    private Integer splits;

    @Option(names = "--active-chunks", paramLabel = "N", description = "Chunks of a dimension that run at once.")
    private Integer activeChunks;

    @Option(
            names = {"--local-memory", "--lmbw"},
            paramLabel = "GB/S",
            description = "Rate of a rank's own memory, which reductions pay for, in 1e9 bytes a second.")
    private Double localMemory;

    @Option(
            names = "--coll-opt",
            paramLabel = "NAME",
            description = "localBWAware (all-reduces scatter first and gather last) or baseline.")
    private Optimization optimization;

    /** ASTRA-sim's collective optimizations. */
    private enum Optimization {
        /** All-reduces of several dimensions scatter first and gather last. */
        LOCALBWAWARE,
        /** All-reduces go through the dimensions one after the other. */
        BASELINE
    }

    /** Whether any setting was given. */
    boolean isGiven() {
        return system != null
                || allReduce != null
                || splits != null
                || activeChunks != null
                || localMemory != null
                || optimization != null;
    }

    /** The scenario with these settings. */
    Scenario on(Scenario scenario) {
        SystemSpec base = system == null ? scenario.system() : SystemReader.read(system);
        SystemSpecBuilder builder = base.toBuilder();
        if (allReduce != null) {
            int dims = scenario.topology().size();
            List<AlgorithmSpec> byDim = allReduce.size() == 1 ? Collections.nCopies(dims, allReduce.get(0)) : allReduce;
            builder.algorithm(CollectiveType.ALL_REDUCE, byDim.toArray(AlgorithmSpec[]::new));
        }
        if (splits != null) {
            builder.splits(splits);
        }
        if (activeChunks != null) {
            builder.activeChunks(activeChunks);
        }
        if (localMemory != null) {
            builder.localMemoryGBps(localMemory);
        }
        if (optimization != null) {
            builder.localBwAware(optimization == Optimization.LOCALBWAWARE);
        }
        return scenario.system(builder.build());
    }
}
