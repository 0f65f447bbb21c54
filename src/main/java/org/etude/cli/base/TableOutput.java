// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.etude.Simulation;
import org.etude.table.Excerpt;
import org.etude.table.RankGroups;
import org.etude.table.TableText;
import org.etude.table.Tables;
import org.etude.table.TextWrap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tech.tablesaw.api.Table;

/** Prints a command's tables. */
@HelpGroup("Output")
public class TableOutput implements CheckedOptions {
    /** The output formats. */
    public enum Format {
        /** Aligned, for reading. */
        TABLE,
        /** Comma-separated, a "# name" line before each table when there are several. */
        CSV,
        /** One object, a list of rows per table. */
        JSON,
        /** Tables for reading, plus a Parquet file next to each CSV file. */
        PARQUET
    }

    private static final int DEFAULT_ROWS = 20;
    private static final String COMPAT = "--compat";

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "TABLE",
            description = "table, csv, json, or parquet (NAME.parquet next to each NAME.csv under --out)."
                    + " Default: table.")
    private Format format;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Allowed(from = 0, give = "a number of rows, or 0 for all")
    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "" + DEFAULT_ROWS,
            description = "Rows of a table that --format table shows; 0 for all. Default: ${DEFAULT-VALUE}.")
    private int rows;

    private boolean saved;

    @Override
    public void check(GivenOptions given) {
        if (rows != 0 && (format == Format.CSV || format == Format.JSON)) {
            given.refuse("on --format " + format.name().toLowerCase(Locale.ROOT) + ", which prints all rows", "--rows");
        }
    }

    /** For a command whose --out is no directory of tables. */
    public void refuseParquet() {
        if (format == Format.PARQUET) {
            throw new ParameterException(
                    spec.commandLine(), "--format parquet writes tables to a directory, and nothing here does");
        }
    }

    /** Whether the user chose a format; some tables are only shown then. */
    public boolean isFormatGiven() {
        return spec.commandLine().getParseResult().hasMatchedOption("--format");
    }

    /** Prints opening lines, in the table format only. */
    public void head(Console console, List<String> lines) {
        if (isForPeople()) {
            lines.forEach(line -> line(console, line));
            console.out().println();
        }
    }

    /** Prints a line of prose, wrapped to the terminal's width. */
    private static void line(Console console, String line) {
        boolean fits = console.width() == 0 || TextWrap.fits(line, console.width());
        List<String> fitting = fits ? List.of(line) : TextWrap.lines(line, console.width());
        fitting.forEach(console.out()::println);
    }

    /** Merges equal ranks of tables, in the table format only. */
    public List<Table> grouped(List<Table> tables) {
        if (!isForPeople()) {
            return tables;
        }
        return tables.stream().map(table -> RankGroups.of(table, "place")).toList();
    }

    /** Prints a closing line, in the table format only. */
    public void note(Console console, String line) {
        if (isForPeople()) {
            console.out().println();
            line.lines().forEach(each -> line(console, each));
        }
    }

    /** Whether a program reads the output as one table. */
    public boolean isCsv() {
        return format == Format.CSV;
    }

    /** A fixed format with the default number of rows. */
    public static TableOutput of(Format format) {
        TableOutput output = new TableOutput();
        output.format = format;
        output.rows = DEFAULT_ROWS;
        return output;
    }

    private boolean isForPeople() {
        return format == Format.TABLE || format == Format.PARQUET;
    }

    /** Writes each table to NAME.csv in a directory, and with {@code --format parquet} to NAME.parquet. */
    public void save(Path directory, List<Table> tables) {
        Results.save(directory, tables);
        twin(directory, tables);
    }

    /** With {@code --format parquet}, writes Parquet versions of tables already written as CSV. */
    public void twin(Path directory, List<Table> tables) {
        saved = true;
        for (Table table : format == Format.PARQUET ? tables : List.<Table>of()) {
            Path file = directory.resolve(table.name() + ".parquet");
            try {
                Tables.save(table, file);
            } catch (IOException e) {
                throw new OutputException(file, e);
            }
        }
    }

    /** Writes a run's tables, and the run itself, which {@code Simulation.read} opens. */
    public void save(Path directory, Simulation sim) {
        save(directory, sim.tables());
        sim.save(directory.resolve(Simulation.FILE));
    }

    /** How many of a table's first rows {@link #print} needs: 0 for all. */
    public int rowsNeeded() {
        return format == Format.TABLE ? rows : 0;
    }

    /** Prints a table of which at least {@link #rowsNeeded} rows are here. */
    public void print(Console console, Excerpt excerpt) {
        if (format == Format.TABLE) {
            text(console, List.of(excerpt));
        } else {
            print(console, List.of(excerpt.table()));
        }
    }

    /** Prints the tables in order. */
    public void print(Console console, List<Table> tables) {
        if (format == Format.PARQUET && !saved) {
            throw new ParameterException(spec.commandLine(), "--format parquet writes files: give --out a directory");
        }
        switch (format) {
            case TABLE, PARQUET ->
                text(console, tables.stream().map(Excerpt::whole).toList());
            case CSV -> csv(console.out(), tables);
            default -> json(console.out(), tables);
        }
    }

    /** Empty tables are only named at the end, if there are others; comparison tables are shown on demand. */
    private void text(Console console, List<Excerpt> tables) {
        PrintStream out = console.out();
        boolean allEmpty = tables.stream().allMatch(excerpt -> excerpt.rows() == 0);
        List<Excerpt> shown = tables.stream()
                .filter(excerpt -> allEmpty || excerpt.rows() > 0)
                .toList();
        for (int i = 0; i < shown.size(); i++) {
            Table table = shown.get(i).table();
            Table visible = isForComparison() ? table : TableText.withoutOnDemand(table);
            out.print(i == 0 ? "" : "\n");
            out.println(table.name());
            out.print(TableText.of(new Excerpt(visible, shown.get(i).rows()), rows, console.width()));
        }
        if (shown.size() < tables.size()) {
            String empty = tables.stream()
                    .filter(excerpt -> excerpt.rows() == 0)
                    .map(excerpt -> excerpt.table().name())
                    .collect(Collectors.joining(", "));
            out.println();
            line(console, "empty tables: " + empty);
        }
    }

    private boolean isForComparison() {
        return spec != null && spec.commandLine().getParseResult().hasMatchedOption(COMPAT);
    }

    private static void csv(PrintStream out, List<Table> tables) {
        for (Table table : tables) {
            if (tables.size() > 1) {
                out.print("# " + table.name() + "\n");
            }
            try {
                Tables.writeCsv(table, out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void json(PrintStream out, List<Table> tables) {
        try {
            Tables.writeJson(tables, new PrintWriter(out, false, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
