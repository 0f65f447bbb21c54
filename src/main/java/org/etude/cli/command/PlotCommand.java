// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.etude.Calibration;
import org.etude.Plots;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.cli.base.Allowed;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.Results;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.SimulationMixin;
import org.etude.cli.option.SizeArgument;
import org.etude.cli.option.TimeText;
import org.etude.cli.option.TopologyArgument;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.PlotException;
import org.etude.plot.model.Size;
import org.etude.spec.EventFilter;
import org.etude.table.Tables;
import org.etude.unit.Time;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Figures for print and the browser. */
@Command(
        name = "plot",
        footer = {
            "",
            "Figures: timeline overlap compare scaling links queues fct critical-path calibration topology",
            "Figures of the commands of the same names: kernels idle operators launches"
                    + " launch-queues copies"
                    + " annotations flops memory sequences counters bandwidth traffic diff",
            "Examples:",
            "  etude plot overlap data/moe-2 --simulated --topology ring:2 --bandwidth 1Gbps -o overlap.pdf --size double",
            "  etude plot timeline data/moe-2 --from 2ms --to 5ms --ranks 0,1 -o timeline.pdf",
            "  etude run data/moe-2 --out runs/x && etude plot critical-path runs/x -o path.svg",
            "  etude plot compare runs/x/sim/ranks.csv -o ranks.pdf",
            "  etude plot compare runs/sweep/sweep.csv -o sweep.pdf --greyscale",
            "  etude plot bandwidth my-traces -o bandwidth.pdf",
            "  etude plot diff traces-monday traces-friday -o diff.pdf",
            "  etude plot topology fattree:16x8 -o tree.html"
        })
public final class PlotCommand extends org.etude.cli.base.Command implements CheckedOptions {
    @Parameters(
            index = "0",
            paramLabel = "KIND",
            converter = PlotKind.Converter.class,
            description = "The figure: one of those below.")
    private PlotKind kind;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "INPUT",
            description =
                    "Traces of one job, or ETs (the path before .RANK.et, a directory, or one that 'etude run --out' wrote),"
                            + " which are simulated; runs that --out or save(...) wrote, which are drawn as they were; a table (CSV) that a command wrote; for topology a shape. compare, scaling: each INPUT a run;"
                            + " calibration: each INPUT traces of a job.")
    private List<String> inputs;

    @Option(
            names = {"-o", "--out"},
            required = true,
            paramLabel = "FILE",
            description = "Where to write it: .pdf, .svg, .png or .html. May be repeated.")
    private List<String> out;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = SizeArgument.class,
            defaultValue = "column",
            description =
                    "column (84 mm), ieee-column, double (178 mm), ieee-double, slide, screen, or millimetres: 120"
                            + " or 120x60. Default: column.")
    private Size size;

    @Option(names = "--title", description = "Draw the title too (a paper usually puts it in the caption).")
    private boolean title;

    @Option(names = "--greyscale", description = "Greys and hatches instead of colours.")
    private boolean greyscale;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TimeText.class,
            description = "Timeline: from this time on, such as 2ms.")
    private Time from;

    @Option(names = "--to", paramLabel = "TIME", converter = TimeText.class, description = "Timeline: until this time.")
    private Time to;

    @Allowed(from = 0, give = "0 or more")
    @Option(names = "--ranks", paramLabel = "N,...", split = ",", description = "Timeline: these ranks only.")
    private int[] ranks = {};

    @Allowed(from = 0, give = "0 or more")
    @Option(names = "--step", paramLabel = "N", description = "Traces: only the step marked ProfilerStep#N.")
    private Integer step;

    @Option(
            names = "--simulated",
            description = "timeline, overlap: simulate the traces too and draw both. Of ETs nothing else is drawn.")
    private boolean simulated;

    @Option(
            names = {"--label", "--x"},
            paramLabel = "COLUMN",
            description =
                    "Tables: the column that names the bars, or for scaling the x axis. Default: by the table; ranks.")
    private String label;

    @Option(
            names = {"--values", "--y"},
            paramLabel = "COLUMN,...",
            split = ",",
            description = "Tables: columns of numbers to draw; scaling takes one. Default: by the table; step_ms.")
    private List<String> values = new ArrayList<>();

    @Option(
            names = "--series",
            paramLabel = "COLUMN",
            description = "Tables: the column that separates the lines of scaling. Default: the network's family.")
    private String series;

    @Allowed(from = 1)
    @Option(
            names = "--ranks-per-node",
            paramLabel = "N",
            description = "traffic: how many ranks one node has, such as 8.")
    private int ranksPerNode;

    @Mixin
    private SimulationMixin simulation = new SimulationMixin();

    @Mixin
    private TableOutput output = new TableOutput();

    @Spec
    private CommandSpec spec;

    /** Options that say how a figure looks, and not what is simulated. */
    private static final Set<String> DRAWING = Set.of(
            "--out",
            "--size",
            "--title",
            "--greyscale",
            "--from",
            "--to",
            "--ranks",
            "--ranks-per-node",
            "--format",
            "--rows");

    private final List<Simulation> runs = new ArrayList<>();

    @Override
    public Integer call() {
        for (String file : out) {
            if (!file.toLowerCase(Locale.ROOT).matches("(?s).*\\.(pdf|svg|png|html)")) {
                throw new ParameterException(
                        spec.commandLine(), "--out " + file + " does not end in .pdf, .svg, .png or .html");
            }
        }
        Figure figure = figure();
        figure = greyscale ? figure.greyscale() : figure;
        for (String file : out) {
            figure.save(file, title ? size.title(true) : size);
        }
        quiet();
        if (output.isFormatGiven()) {
            output.print(console(), List.of(figure.table()));
        } else {
            console().out().println("Wrote " + String.join(", ", out) + ".");
        }
        int code = ExitCode.OK;
        for (Simulation run : runs) {
            Results.sayStopped(run, console());
            code = code == ExitCode.OK ? Results.exitCode(run) : code;
        }
        return code;
    }

    /** An option without effect would let a reader take one figure for another. */
    @Override
    public void check(GivenOptions options) {
        boolean columns = kind == PlotKind.COMPARE || kind == PlotKind.SCALING;
        String fault = null;
        if ((label != null || !values.isEmpty() || series != null) && !(columns && given().isTable())) {
            fault = "--label, --values and --series choose columns of a table: for compare or scaling of one CSV file";
        } else if (kind == PlotKind.COMPARE && (label == null) != values.isEmpty()) {
            fault = "compare takes --label and --values together, or neither";
        } else if (kind == PlotKind.COMPARE && series != null) {
            fault = "--series is for scaling";
        } else if (kind == PlotKind.SCALING && values.size() > 1) {
            fault = "scaling draws one column of --values, not " + values.size();
        } else if (kind != PlotKind.TIMELINE && (from != null || to != null || ranks.length > 0)) {
            fault = "--from, --to and --ranks are for timeline";
        } else if (simulated && kind != PlotKind.TIMELINE && kind != PlotKind.OVERLAP) {
            fault = "--simulated is for timeline and overlap";
        }
        if (fault != null) {
            throw new ParameterException(spec.commandLine(), fault);
        }
        output.refuseParquet();
        options.need("--format", "--rows");
        if (kind != PlotKind.TRAFFIC) {
            options.refuse("on a figure other than traffic", "--ranks-per-node");
        }
        checkInputs(options);
    }

    /** Of a table and of a topology nothing is simulated, nor of recordings unless both are compared. */
    private void checkInputs(GivenOptions options) {
        boolean shape = kind == PlotKind.TOPOLOGY;
        if (shape || given().isTable()) {
            String when = shape ? "on the figure of a topology" : "on a figure of a table";
            options.refuse(when, "--step", "--simulated");
            simulation.refuse(options, when);
            return;
        }
        boolean ofRun = given().each().stream().anyMatch(input -> !input.isRecording());
        if (kind == PlotKind.CALIBRATION || (kind.showsRecordings() && !ofRun && !simulated)) {
            simulation.refuse(options, "on a figure of recordings" + (kind.isQuestion() ? "" : " without --simulated"));
        }
        if (given().each().stream().noneMatch(PlotInputs::isRecording)) {
            options.refuse("on runs and ETs: only traces have marked steps", "--step");
        }
    }

    private PlotInputs given() {
        return new PlotInputs(inputs.stream().map(Path::of).toList(), step, progress());
    }

    private Figure figure() {
        if (kind == PlotKind.TOPOLOGY && !inputs.get(0).endsWith(".csv")) {
            return topology(inputs.get(0));
        }
        if (kind.isQuestion()) {
            return question();
        }
        Optional<Figure> opened = opened();
        if (opened.isPresent()) {
            return opened.get();
        }
        PlotInputs given = given();
        if (given.isTable()) {
            return new TablePlots(Tables.read(given.paths().get(0)), label, values, series).figure(kind, part());
        }
        boolean severalRuns = kind == PlotKind.COMPARE || kind == PlotKind.SCALING || kind == PlotKind.CALIBRATION;
        if (!severalRuns && given.paths().size() > 1 && !given.isTraces()) {
            throw new ParameterException(spec.commandLine(), kind.text() + " takes one workload of ETs");
        }
        return switch (kind) {
            case TIMELINE, OVERLAP -> given.isTraces() ? recorded(given) : ofRun(run(given));
            case COMPARE -> Plots.compare(named(given));
            case SCALING -> Plots.scaling(named(given).values());
            case CALIBRATION ->
                Plots.calibration(Calibration.fit(
                        given.each().stream().map(job -> job.traces().link()).toList()));
            default -> ofRun(run(given));
        };
    }

    private Figure question() {
        PlotInputs given = given();
        return new QuestionPlots(kind, ranksPerNode, this::openedOrRun).of(given);
    }

    private Simulation openedOrRun(PlotInputs given) {
        Optional<Path> saved = asksForARun() ? Optional.empty() : given.saved();
        return saved.isPresent() ? kept(Simulation.read(saved.get())) : run(given);
    }

    /** Of runs that were saved, when all inputs are and no option asks for another run. */
    private Optional<Figure> opened() {
        List<Path> files = inputs.stream()
                .flatMap(input -> Simulation.find(Path.of(input)).stream())
                .toList();
        if (files.isEmpty() || files.size() < inputs.size() || kind == PlotKind.CALIBRATION || asksForARun()) {
            return Optional.empty();
        }
        Map<String, Simulation> named = new LinkedHashMap<>();
        for (int i = 0; i < files.size(); i++) {
            String name = new PlotInputs(List.of(Path.of(inputs.get(i))), step, progress()).name();
            named.put(named.containsKey(name) ? name + " #" + named.size() : name, kept(Simulation.read(files.get(i))));
        }
        if (kind == PlotKind.COMPARE) {
            return Optional.of(Plots.compare(named));
        }
        if (kind == PlotKind.SCALING) {
            return Optional.of(Plots.scaling(named.values()));
        }
        if (named.size() > 1) {
            throw new ParameterException(spec.commandLine(), kind.text() + " takes one run");
        }
        return Optional.of(ofRun(named.values().iterator().next()));
    }

    private boolean asksForARun() {
        return spec.commandLine().getParseResult().matchedOptions().stream()
                .anyMatch(option -> !DRAWING.contains(option.longestName()));
    }

    private Figure topology(String shape) {
        try {
            return Plots.topology(
                    new TopologyArgument.Converter().convert(shape).topology(0));
        } catch (TypeConversionException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private Figure recorded(PlotInputs given) {
        Traces traces = given.traces();
        boolean timeline = kind == PlotKind.TIMELINE;
        if (!simulated) {
            return timeline ? Plots.timeline(traces, w -> part()) : Plots.overlap(traces);
        }
        Simulation sim = kept(simulation.run(given.workload(traces), progress()));
        return timeline ? Plots.timeline(traces, sim, w -> part()) : Plots.overlap(traces, sim);
    }

    private Figure ofRun(Simulation sim) {
        return switch (kind) {
            case TIMELINE -> Plots.timeline(sim, w -> part());
            case OVERLAP -> Plots.overlap(sim);
            case LINKS -> Plots.links(sim);
            case QUEUES -> Plots.queues(sim);
            case FCT -> Plots.fct(sim);
            case CRITICAL_PATH -> Plots.criticalPath(sim);
            default -> throw new PlotException(kind.text() + " is not drawn for a run", "Choose another figure.");
        };
    }

    private Map<String, Simulation> named(PlotInputs given) {
        Map<String, Simulation> named = new LinkedHashMap<>();
        for (PlotInputs one : given.each()) {
            String name = one.name();
            named.put(named.containsKey(name) ? name + " #" + named.size() : name, run(one));
        }
        return named;
    }

    private Simulation run(PlotInputs given) {
        return kept(
                kind.showsNetwork()
                        ? simulation.onTopology(given.workload(), progress())
                        : simulation.run(given.workload(), progress()));
    }

    private Simulation kept(Simulation run) {
        runs.add(run);
        return run;
    }

    private EventFilter part() {
        try {
            EventFilter part = EventFilter.all().ranks(ranks);
            part = from == null ? part : part.from(from);
            return to == null ? part : part.to(to);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
