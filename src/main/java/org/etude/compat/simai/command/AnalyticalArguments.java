// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.command;

import java.nio.file.Path;
import java.util.List;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.GivenOptions;
import org.etude.compat.simai.analytic.AnalyticalModel;
import org.etude.compat.simai.analytic.AnalyticalOptions;
import org.etude.compat.simai.analytic.AnalyticalResult;
import org.etude.compat.simai.analytic.BusBandwidths;
import org.etude.compat.simai.analytic.BusRates;
import org.etude.compat.simai.analytic.Ratios;
import org.etude.compat.simai.model.SimAiException;
import org.etude.compat.simai.text.SimAiWorkload;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The flags of SimAI_analytical. */
public final class AnalyticalArguments implements CheckedOptions {
    private static final String RATE = "a bandwidth above 0 in GB/s";
    private static final String SHARE = "a share from 0 to 1";

    @Option(
            names = {"-w", "--workload"},
            required = true,
            paramLabel = "FILE",
            description = "The workload text.")
    private Path workload;

    @Allowed(from = 1)
    @Option(
            names = {"-g", "--gpus"},
            required = true,
            paramLabel = "N",
            description = "GPUs in all.")
    private int gpus;

    @Allowed(from = 1)
    @Option(
            names = {"-g_p_s", "--gpus-per-server"},
            paramLabel = "N",
            defaultValue = "8",
            description = "GPUs per server. Default: 8.")
    private int gpusPerServer;

    @Allowed(from = 1)
    @Option(
            names = {"-n_p_s", "--nic-per-server"},
            paramLabel = "N",
            defaultValue = "8",
            description = "NICs per server. Default: 8.")
    private int nicsPerServer;

    @Allowed(from = Double.MIN_VALUE, give = RATE)
    @Option(
            names = {"-nv", "--nvlink"},
            paramLabel = "GB/s",
            description = "Bus bandwidth inside a server. Default: that of -g_type.")
    private Double nvlink;

    @Allowed(from = Double.MIN_VALUE, give = RATE)
    @Option(
            names = {"-nic", "--nic_busbw"},
            paramLabel = "GB/s",
            description = "Bus bandwidth of a NIC. Default: that of -nic_t.")
    private Double nic;

    @Option(
            names = {"-nic_t", "--nic_type"},
            paramLabel = "TYPE",
            defaultValue = "cx7",
            description = "cx6, cx7 or bf3. Default: cx7.")
    private String nicType;

    @Option(
            names = {"-g_type", "--gpu_type"},
            paramLabel = "TYPE",
            defaultValue = "",
            description = "A100, A800, H100, H800 or H20.")
    private String gpuType;

    @Allowed(from = 0, to = 1, give = SHARE)
    @Option(
            names = {"-dp_o", "--dp-overlap-ratio"},
            paramLabel = "X",
            defaultValue = "0",
            description = "Share of data-parallel communication that is hidden. Default: 0.")
    private double dpOverlap;

    @Allowed(from = 0, to = 1, give = SHARE)
    @Option(
            names = {"-tp_o", "--tp-overlap-ratio"},
            paramLabel = "X",
            defaultValue = "0",
            description = "The same for tensor parallelism. Default: 0.")
    private double tpOverlap;

    @Allowed(from = 0, to = 1, give = SHARE)
    @Option(
            names = {"-ep_o", "--ep-overlap-ratio"},
            paramLabel = "X",
            defaultValue = "0",
            description = "The same for expert parallelism. Default: 0.")
    private double epOverlap;

    @Allowed(from = 0, to = 1, give = SHARE)
    @Option(
            names = {"-pp_o", "--pp-overlap-ratio"},
            paramLabel = "X",
            defaultValue = "1",
            description = "The same for messages between stages. Default: 1.")
    private double ppOverlap;

    @Option(
            names = {"-busbw", "--bus-bandwidth"},
            paramLabel = "YAML",
            description = "Given bus bandwidths instead of formulas.")
    private Path busBandwidths;

    @Option(
            names = "--ratio",
            paramLabel = "DIR",
            description = "Tables of how bandwidth grows with size: nic_ratio.csv, nvlink_ratio.csv, ata_ratio.csv."
                    + " Default: astra-sim-alibabacloud/inputs/ratio if it is there, otherwise full bandwidth.")
    private Path ratioFolder;

    @Option(
            names = "--corrected",
            description = "Correct known errors of the formulas: servers of data-parallel groups, the rate between"
                    + " stages, small messages of odd groups.")
    private boolean corrected;

    @Option(
            names = {"-v", "--visual"},
            paramLabel = "0|1",
            defaultValue = "0",
            description = "Accepted; no chart is drawn.")
    private int visual;

    @Option(
            names = {"-l", "--language"},
            paramLabel = "en|ja",
            defaultValue = "en",
            description = "Accepted; not used.")
    private String language;

    @Option(
            names = {"-r", "--result"},
            paramLabel = "PREFIX",
            description = "Prefix of the result's file. Default: the workload's name.")
    private String prefix;

    @Option(
            names = {"-r_f", "--result-folder"},
            paramLabel = "DIR",
            defaultValue = "results",
            description = "Where to write. Default: results.")
    private Path folder;

    /** A bandwidth follows from a type only where none is given. */
    @Override
    public void check(GivenOptions given) {
        given.accept(() -> options(inside(), outside()));
    }

    /** Parses flags like the binary. */
    public static AnalyticalArguments parse(List<String> args) {
        AnalyticalArguments parsed = new AnalyticalArguments();
        new CommandLine(parsed).setPosixClusteredShortOptionsAllowed(false).parseArgs(args.toArray(new String[0]));
        return parsed;
    }

    /** The workload file. */
    public Path workload() {
        return workload;
    }

    /** The file of bus bandwidths, or null. */
    public Path busBandwidths() {
        return busBandwidths;
    }

    /** The name in the result. */
    public String name() {
        return prefix != null ? prefix : workload.getFileName().toString().replaceAll("\\.txt$", "") + "-";
    }

    /** The path of the result. */
    public Path result() {
        return folder.resolve(name() + "EndToEnd.csv");
    }

    /** Whether full bandwidth is assumed at all sizes because the ratio tables are missing. */
    public boolean withoutRatios() {
        return busBandwidths == null && ratioFolder == null && Ratios.usual().isEmpty();
    }

    /** Runs the model on a workload with the ratio tables of the flags. */
    public AnalyticalResult run(SimAiWorkload text) {
        if (busBandwidths != null) {
            return run(text, BusBandwidths.read(busBandwidths));
        }
        Ratios ratios =
                ratioFolder != null ? Ratios.read(ratioFolder) : Ratios.usual().orElse(Ratios.NONE);
        return run(text, ratios);
    }

    /** Runs the analytical model on a workload text with these arguments. */
    public AnalyticalResult run(SimAiWorkload text, Ratios ratios) {
        return AnalyticalModel.run(text, options(inside(), outside()), ratios);
    }

    public AnalyticalResult run(SimAiWorkload text, BusBandwidths given) {
        return AnalyticalModel.run(text, options(1, 1), given);
    }

    private double inside() {
        if (nvlink != null || busBandwidths != null) {
            return nvlink == null ? 1 : nvlink;
        }
        if (gpuType.isEmpty()) {
            throw new SimAiException("the bus bandwidth inside a server is not given", "Give -nv in GB/s, or -g_type.");
        }
        return BusRates.nvlink(gpuType);
    }

    private double outside() {
        return nic == null ? BusRates.nic(nicType) : nic;
    }

    private AnalyticalOptions options(double inside, double outside) {
        AnalyticalOptions.Overlap overlap = new AnalyticalOptions.Overlap(dpOverlap, tpOverlap, epOverlap, ppOverlap);
        return new AnalyticalOptions(gpus, gpusPerServer, nicsPerServer, inside, outside, overlap, corrected);
    }
}
