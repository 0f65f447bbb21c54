// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.etude.report.AtomicFiles;
import org.etude.report.Given;
import org.etude.report.Internal;
import org.etude.report.Report;
import org.etude.table.schema.TableException;
import tech.tablesaw.api.Table;

/**
 * Tables to and from files: {@code Tables.save(sim.flows(), "flows.parquet")}, {@code Tables.read("runs/x/steps.csv")}. The same table
 * gives the same bytes everywhere.
 */
public final class Tables {
    private Tables() {}

    /**
     * Reads CSV (RFC 4180, UTF-8, a header line). A file with the columns of a table of ours has their types; in any other a column in
     * which every value is a number holds decimals, else texts. Nothing between two commas is missing. The table is called as the file,
     * without the ending.
     *
     * @throws org.etude.report.EtudeException when it cannot be read, a row has another number of cells than the header, or a cell
     *     does not fit its column
     */
    public static Table read(Path file) {
        return TableReader.read(Given.value(file, "the file"));
    }

    /** One row per finding of a report, in the order they were made, such as of the details of an error. */
    public static Table findings(Report report) {
        return FindingsTable.of(Given.value(report, "the report"));
    }

    /** {@link #read(Path)}. */
    public static Table read(String file) {
        return read(Given.path(file));
    }

    /**
     * Writes a table whole or not at all, as the name's ending says: {@code .csv}, {@code .json} or {@code .parquet}. Directories above
     * it are made.
     *
     * @throws IOException when it cannot be written
     * @throws org.etude.report.EtudeException when the name ends otherwise
     */
    public static void save(Table table, Path file) throws IOException {
        Given.value(table, "the table");
        String name = Given.value(file, "the file").getFileName().toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".parquet")) {
            TableParquet.write(table, file);
        } else if (name.endsWith(".csv")) {
            TableCsv.write(table, file);
        } else if (name.endsWith(".json")) {
            AtomicFiles.write(
                    file, out -> writeJson(List.of(table), new PrintWriter(out, false, StandardCharsets.UTF_8)));
        } else {
            throw new TableException(
                    file + ": the name does not say in which form to write the table",
                    "Let it end in .csv, .json or .parquet.");
        }
    }

    /**
     * Whether a CSV file holds exactly this table; both are held in memory.
     *
     * @throws IOException when it cannot be read
     */
    @Internal
    public static boolean isSaved(Table table, Path file) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        TableCsv.content(table).writeTo(content);
        return Files.size(file) == content.size() && Arrays.equals(Files.readAllBytes(file), content.toByteArray());
    }

    /** {@link #save(Table, Path)}. */
    public static void save(Table table, String file) throws IOException {
        save(table, Given.path(file));
    }

    /** Appends a table as CSV: a header line, plain line feeds, a point in decimals, nothing for a missing value. */
    public static void writeCsv(Table table, Appendable out) throws IOException {
        TableCsv.write(Given.value(table, "the table"), Given.value(out, "the output"));
    }

    /**
     * Writes tables as one JSON object, {@code {"steps": [{"rank": 0, ...}, ...]}}, with one row per line and null for a missing value.
     * The writer is flushed, not closed.
     */
    public static void writeJson(List<Table> tables, Writer out) throws IOException {
        TableJson.write(Given.values(tables, "the tables"), Given.value(out, "the output"));
    }
}
