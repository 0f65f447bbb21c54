// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import java.util.Optional;
import org.etude.LinkedTraces;
import org.etude.Workload;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.HelpGroup;
import org.etude.report.Progress;
import org.etude.spec.ConvertOptions;
import org.etude.unit.Time;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** How to convert; the names of the two-GPU study's script are accepted too. */
@HelpGroup("Conversion")
public final class ConvertOptionsMixin implements CheckedOptions {
    private static final String AUTO = "auto";

    @Option(
            names = {"--prefix", "--et-prefix"},
            paramLabel = "NAME",
            defaultValue = ConvertOptions.AUTO,
            description = "Name of the ETs before .RANK.et; auto is the most frequent collective. Default: auto.")
    private String prefix;

    @Option(
            names = "--model-tag",
            paramLabel = "TAG",
            defaultValue = "",
            description = "A tag after the prefix: NAME.TAG.RANK.et.")
    private String modelTag;

    @Option(
            names = "--average-kernel",
            paramLabel = "TIME",
            converter = TimeText.class,
            description = "Give every compute node this duration (such as 609us), system overhead included.")
    private Time averageKernel;

    @Option(
            names = "--force-avg-kernel-ns",
            paramLabel = "NS",
            description = "The same in nanoseconds, under the name used by the two-GPU study.")
    private Double averageKernelNanos;

    @Option(names = "--mean-kernel", description = "Give every compute node the mean of the rank's kernels.")
    private boolean meanKernel;

    @Option(
            names = "--without-host",
            description = "Leave out host operators and gaps: GPU work waits only for GPU work.")
    private boolean withoutHost;

    @Option(
            names = {"--communication-only", "--simple-astra"},
            description = "Communication nodes only, one after the other.")
    private boolean communicationOnly;

    @Allowed(from = Double.MIN_VALUE, give = "a clock above 0")
    @Option(
            names = {"--clock-mhz", "--default-gpu-freq"},
            paramLabel = "MHZ",
            description = "GPU clock; compute nodes then also state their duration in cycles.")
    private Double clockMhz;

    @Option(names = "--aligned", description = "Start all ranks together, however far apart their recordings began.")
    private boolean aligned;

    @Option(
            names = "--profiler-cost",
            paramLabel = "TIME",
            description =
                    "What recording cost per piece of host time (such as 8us), to be taken off the host; auto finds"
                            + " it from steps timed without the profiler (training_R.json).")
    private String profilerCost;

    private Time found;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Override
    public void check(GivenOptions given) {
        given.need("--out", "--prefix", "--model-tag", "--clock-mhz");
        if (averageKernelNanos != null) {
            given.refuse("next to --force-avg-kernel-ns", "--average-kernel");
        }
        given.accept(this::given);
    }

    /** Converts with these options; {@code --profiler-cost auto} first converts and simulates the traces about ten times. */
    public Workload convert(LinkedTraces linked, Progress progress) {
        ConvertOptions options = given();
        if (needsAllRanks()) {
            found = linked.profilerCost();
            options = options.profilerCost(found);
        }
        return linked.toEt(options, progress);
    }

    /** The profiler's cost that {@link #convert} found for {@code auto}, in words; empty otherwise. */
    public Optional<String> foundCost() {
        return Optional.ofNullable(found)
                .map(cost -> "The profiler's cost is " + cost + " per piece of host time (--profiler-cost).");
    }

    /** Whether the conversion compares what only a process that holds all ranks has. */
    public boolean needsAllRanks() {
        return AUTO.equals(profilerCost);
    }

    /** These options, for a conversion of which no process sees all ranks. */
    public ConvertOptions options() {
        if (needsAllRanks()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--profiler-cost auto needs all ranks in one process; give a time, such as the one that 'etude run' found");
        }
        return given();
    }

    private ConvertOptions given() {
        try {
            ConvertOptions options = ConvertOptions.defaults().prefix(prefix).modelTag(modelTag);
            options = aligned ? options.aligned() : options;
            options = withoutHost ? options.withoutHost() : options;
            options = profilerCost == null || AUTO.equals(profilerCost)
                    ? options
                    : options.profilerCost(Time.parse(profilerCost));
            options = meanKernel ? options.meanKernel() : options;
            Time average = averageKernelNanos == null ? averageKernel : Time.ns(averageKernelNanos);
            options = average == null ? options : options.averageKernel(average);
            options = communicationOnly ? options.communicationOnly() : options;
            return clockMhz == null ? options : options.clock(clockMhz);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
