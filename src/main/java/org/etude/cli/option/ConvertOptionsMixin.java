// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.option;

import org.etude.LinkedTraces;
import org.etude.Workload;
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
public final class ConvertOptionsMixin {
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

    @Option(
            names = {"--clock-mhz", "--default-gpu-freq"},
            paramLabel = "MHZ",
            description = "GPU clock; compute nodes then also state their duration in cycles.")
    private Double clockMhz;

    @Option(names = "--aligned", description = "Start all ranks together, however far apart their recordings began.")
    private boolean aligned;

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    public Workload convert(LinkedTraces linked, Progress progress) {
        return linked.toEt(options(), progress);
    }

    /** These options. */
    public ConvertOptions options() {
        try {
            ConvertOptions options = ConvertOptions.defaults().prefix(prefix).modelTag(modelTag);
            options = aligned ? options.aligned() : options;
            options = withoutHost ? options.withoutHost() : options;
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
