// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.analysis;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.etude.Plots;
import org.etude.Simulation;
import org.etude.Traces;
import org.etude.cli.base.CheckedOptions;
import org.etude.cli.base.Command;
import org.etude.cli.base.ExitCode;
import org.etude.cli.base.GivenOptions;
import org.etude.cli.base.TableOutput;
import org.etude.cli.option.FilterMixin;
import org.etude.cli.option.RecordingInput;
import org.etude.cli.option.SizeArgument;
import org.etude.plot.figure.Figure;
import org.etude.plot.model.Size;
import org.etude.spec.SimulationException;
import org.etude.table.Excerpt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tech.tablesaw.api.Table;

/** An analysis of a recording or a simulated run: reads it, prints the table, and draws the figure if requested. */
abstract class QuestionCommand extends Command implements CheckedOptions {
    @Mixin
    private RecordingInput input = new RecordingInput();

    @Option(names = "--out", paramLabel = "DIR", description = "Where to write the table as a CSV file.")
    private Path out;

    @Option(
            names = {"-o", "--figure"},
            paramLabel = "FILE",
            description = "Draw the figure: .pdf, .svg, .png or .html. May be repeated.")
    private List<String> figures = List.of();

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = SizeArgument.class,
            defaultValue = "column",
            description =
                    "Figure size: column, ieee-column, double, ieee-double, slide, screen, or millimetres: 120x60."
                            + " Default: column.")
    private Size size;

    @Mixin
    private TableOutput output = new TableOutput();

    @Spec
    private CommandSpec spec;

    @Override
    public final void check(GivenOptions given) {
        given.need("--figure", "--size");
    }

    @Override
    public final Integer call() {
        for (String file : figures) {
            if (!file.toLowerCase(Locale.ROOT).matches("(?s).*\\.(pdf|svg|png|html)")) {
                throw new ParameterException(
                        spec.commandLine(), "--figure " + file + " does not end in .pdf, .svg, .png or .html");
            }
        }
        return inParts(input, out).orElseGet(this::whole);
    }

    /** The exit status of a part of the work, if only a part is requested. */
    Optional<Integer> inParts(RecordingInput given, Path where) {
        return Optional.empty();
    }

    private int whole() {
        Excerpt answer = answer();
        Table table = answer.table();
        if (out != null) {
            output.save(out, List.of(table));
        }
        if (!figures.isEmpty()) {
            Figure figure = Plots.of(table);
            figures.forEach(file -> figure.save(file, size));
        }
        quiet();
        output.print(console(), answer);
        if (table.isEmpty()) {
            console().err().println(EmptyAnswer.of(spec.name(), filters()));
        }
        missing(table).ifPresent(console().err()::println);
        return ExitCode.OK;
    }

    /** The whole table if something is written or drawn from it, else what is shown of it. */
    private Excerpt answer() {
        int most = out == null && figures.isEmpty() ? output.rowsNeeded() : 0;
        return most > 0 ? first(input, most) : Excerpt.whole(table(input));
    }

    private List<String> filters() {
        return spec.commandLine().getParseResult().matchedOptions().stream()
                .filter(this::leavesOut)
                .map(OptionSpec::longestName)
                .distinct()
                .toList();
    }

    /** Whether an option leaves parts of a recording out, so that it may be why a table is empty. */
    boolean leavesOut(OptionSpec option) {
        return FilterMixin.declares(option) || option.longestName().equals("--step");
    }

    /** The result. */
    Table table(RecordingInput given) {
        Optional<Simulation> run = given.simulated(given.paths());
        return run.isPresent() ? ask(run.get()) : ask(given.load(given.paths(), progress()));
    }

    /**
     * The result, of which only the first rows are needed: worth making them alone where the table of a large recording
     * takes long.
     *
     * @param most how many rows, at least 1
     */
    Excerpt first(RecordingInput given, int most) {
        return Excerpt.whole(table(given));
    }

    /** The result for a recording. */
    abstract Table ask(Traces traces);

    /** The result for a simulated run; an error if the analysis does not apply to runs. */
    Table ask(Simulation run) {
        throw new SimulationException(
                "'etude " + spec.name() + "' cannot be asked of a simulated run: only a recording shows it",
                "Give the traces instead; 'etude kernels', 'idle', 'bandwidth', 'traffic', 'critical-path' and 'diff' take"
                        + " runs too.");
    }

    /** Why columns of a table that has rows are empty, if they are. */
    Optional<String> missing(Table table) {
        return Optional.empty();
    }

    /** An error about wrong usage of the command. */
    final ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
