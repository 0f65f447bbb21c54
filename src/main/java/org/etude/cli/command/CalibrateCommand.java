// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.etude.Calibration;
import org.etude.CalibrationFit;
import org.etude.LinkedTraces;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.Workload;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.ParsedText;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.SimulationMixin;
import org.etude.logs.Timings;
import org.etude.report.Report;
import org.etude.spec.AlgorithmSpec;
import org.etude.spec.RepairOptions;
import org.etude.table.FindingsTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tech.tablesaw.api.Table;

/** Measured against simulated time. */
@Command(
        name = "calibrate",
        footer = {
            "",
            "Examples:",
            "  etude calibrate my-traces --tag resnet50 --append runs/calibration_all.csv",
            "  etude calibrate my-traces more-traces --fit --hold-out 0.3",
            "  etude calibrate --timings all_reduce.json --hold-out 0.3"
        })
public final class CalibrateCommand extends org.etude.cli.base.Command implements CheckedOptions {
    @Parameters(
            paramLabel = "PATH",
            arity = "0..*",
            description = "Traces of one job; with --fit each path is a job of its own.")
    private List<Path> paths = new ArrayList<>();

    @Option(
            names = {"--tag", "--model-tag"},
            paramLabel = "NAME",
            description = "The job's name in the calibration file.")
    private String tag = "";

    @Option(
            names = {"--append", "--calib-db"},
            paramLabel = "CSV",
            description = "Add a row to this file, such as runs/calibration_all.csv; safe with concurrent processes.")
    private String append;

    @Option(names = "--no-autocalib", description = "Add no row, whatever --append says.")
    private boolean noRow;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where to write the tables, and metrics.csv of an alpha.")
    private Path out;

    @Option(names = "--fit", description = "Fit parameters to the collectives and steps of the traces.")
    private boolean fit;

    @Option(
            names = "--timings",
            paramLabel = "FILE",
            description =
                    "Timed collectives: output of nccl-tests or rccl-tests (text, CSV, JSON), CSV with"
                            + " size_bytes and time_us, or"
                            + " JSON with rows of them. With --out they are kept in timings.csv, for 'etude run --calibration DIR'.")
    private List<String> timings = new ArrayList<>();

    @Allowed(from = 2, give = "two ranks or more, of which a group consists")
    @Option(
            names = "--ranks",
            paramLabel = "N",
            description = "Group size of --timings that do not state one. Default for plain tables: 2, with a finding.")
    private int ranks;

    @Option(
            names = "--type",
            paramLabel = "NAME",
            description = "Collective of --timings that do not state one. Default for plain tables: all_reduce,"
                    + " with a finding.")
    private String type = "";

    @Option(
            names = "--in-place",
            description = "Use the in-place times of nccl-tests and rccl-tests. Default: the out-of-place ones.")
    private boolean inPlace;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            defaultValue = "ring",
            converter = LinkAlgorithm.class,
            description =
                    "ring, halving_doubling, direct or tree: what the links' latency and bandwidth are fitted for.")
    private AlgorithmSpec algorithm;

    @Allowed(from = Double.MIN_VALUE, to = 0x1.fffffffffffffp-1, give = "a part above 0 and below 1, such as 0.3")
    @Option(names = "--hold-out", paramLabel = "F", description = "Judge the fit on this part of the samples, 0 to 1.")
    private Double holdOut;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the part held out. Default: 0.")
    private long seed;

    private List<String> warnings = List.of();

    @Spec
    private CommandSpec spec;

    @Mixin
    private SimulationMixin simulation = new SimulationMixin();

    @Mixin
    private TableOutput output = new TableOutput();

    @Override
    public void check(GivenOptions given) {
        given.need("--timings", "--ranks", "--type", "--in-place");
        if (isFit()) {
            String when = "next to " + (fit ? "--fit" : "--timings") + ", which fits parameters instead of an alpha";
            given.refuse(when, "--tag", "--append", "--no-autocalib");
            simulation.refuse(given, when);
            given.need("--hold-out", "--seed");
        } else {
            given.refuse("without --fit or --timings", "--algorithm", "--hold-out", "--seed");
            if (out == null) {
                given.need("--append", "--tag");
            }
        }
    }

    private boolean isFit() {
        return fit || !timings.isEmpty();
    }

    @Override
    public Integer call() {
        if (paths.isEmpty() && timings.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "name traces, or timings with --timings");
        }
        List<Table> tables = isFit() ? fitted() : alpha();
        if (out != null) {
            output.save(out, tables);
        }
        quiet();
        output.print(console(), tables);
        warnings.forEach(line -> output.note(console(), "Warning: " + line));
        return ExitCode.OK;
    }

    private List<Table> alpha() {
        Traces traces = load(paths);
        Workload work = traces.link().toEt().repair(RepairOptions.defaults(), progress());
        Simulation sim = simulation.onTopology(work, progress());
        Calibration calibration = Calibration.of(traces, sim).tag(tag);
        if (append != null && !noRow) {
            calibration.appendTo(append);
        }
        if (out != null) {
            calibration.appendTo(out.resolve("metrics.csv").toString());
        }
        warnings = calibration.warnings();
        return List.of(calibration.table());
    }

    private List<Table> fitted() {
        List<LinkedTraces> jobs =
                paths.stream().map(p -> load(List.of(p)).link()).toList();
        CalibrationFit all = Calibration.fit(jobs);
        Report report = Report.empty();
        for (String file : timings) {
            Timings read = Timings.load(file, t -> t.type(type).ranks(ranks).inPlace(inPlace));
            all = all.and(read.fit());
            report = report.plus(read.report());
        }
        all = all.algorithm(algorithm);
        all = holdOut == null ? all : all.holdOut(holdOut, seed);
        if (out != null && !timings.isEmpty()) {
            output.save(out, List.of(all.timings()));
        }
        List<Table> tables = new ArrayList<>(List.of(all.errors(), all.parameters(), all.residuals()));
        if (report.size() > 0) {
            tables.add(FindingsTable.of(report));
        }
        return tables;
    }

    private Traces load(List<Path> from) {
        return Traces.load(from, t -> t, progress());
    }

    /** The algorithm of collectives for which links are fitted. */
    static final class LinkAlgorithm extends ParsedText<AlgorithmSpec> {
        LinkAlgorithm() {
            super(
                    Map.of(
                            "ring", AlgorithmSpec.RING,
                            "halving_doubling", AlgorithmSpec.HALVING_DOUBLING,
                            "direct", AlgorithmSpec.DIRECT,
                            "tree", AlgorithmSpec.DOUBLE_BINARY_TREE),
                    "none of ring, halving_doubling, direct and tree");
        }
    }
}
