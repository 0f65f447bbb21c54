// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.etude.csv.CsvFile;
import org.etude.csv.CsvRow;
import org.etude.number.DecimalText;
import org.etude.report.Counted;
import org.etude.report.Internal;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableException;
import org.etude.table.schema.TableStart;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/**
 * Reads tables from CSV (RFC 4180, UTF-8, a header line). A file with the columns of a known table has their types, and
 * if it has earlier names of them ({@link EarlierColumns}) the present names; otherwise a column holds decimals if every
 * value is a number, else texts. An empty cell is a missing value.
 */
@Internal
public final class TableReader {
    static {
        TableStart.await();
    }

    private static final String ADVICE = "Give a table that an etude command wrote, or a CSV file with a header line.";

    private TableReader() {}

    /**
     * Reads a file; the table is named after the file, without the extension.
     *
     * @throws TableException when it cannot be read, a row and the header differ in the number of cells, or a cell does
     *     not fit its column
     */
    public static Table read(Path file) {
        CsvFile csv = CsvFile.read(file, ADVICE, TableException::new);
        List<String> header = csv.header();
        if (header.isEmpty() || header.stream().distinct().count() < header.size()) {
            throw new TableException(file + ": the first line does not name columns, each once", ADVICE);
        }
        csv.unevenRow().ifPresent(row -> {
            throw new TableException(
                    row.at() + ": " + Counted.of(row.cells().size(), "cell") + ", but the header names "
                            + header.size(),
                    ADVICE);
        });
        return table(file.getFileName().toString().replaceFirst("\\.[^.]*$", ""), header, csv.rows());
    }

    /**
     * The table that a file with these rows holds, as {@link #read} returns it.
     *
     * @param rows as many cells each as the header has
     * @throws TableException when a cell does not fit its column
     */
    static Table of(String name, List<String> header, List<List<String>> rows) {
        List<CsvRow> all = new ArrayList<>();
        for (List<String> cells : rows) {
            all.add(new CsvRow(name, all.size() + 2L, header, cells, TableException::new));
        }
        return table(name, header, all);
    }

    private static Table table(String name, List<String> header, List<CsvRow> rows) {
        for (Schema<?> schema : Schemas.files()) {
            if (schema.columnNames().equals(header)) {
                return typed(schema, rows);
            }
        }
        for (Schema<?> schema : Schemas.files()) {
            if (EarlierColumns.match(schema, header)) {
                return typed(schema, rows);
            }
        }
        Table table = Table.create(name);
        for (int c = 0; c < header.size(); c++) {
            table.addColumns(guessed(header.get(c), texts(rows, c)));
        }
        return table;
    }

    private static Table typed(Schema<?> schema, List<CsvRow> rows) {
        Table table = Table.create(schema.name());
        for (int c = 0; c < schema.columns().size(); c++) {
            String name = schema.columns().get(c).name();
            table.addColumns(
                    switch (schema.columns().get(c).type()) {
                        case TEXT -> StringColumn.create(name, texts(rows, c));
                        case INT ->
                            filled(
                                    IntColumn.create(name),
                                    rows,
                                    c,
                                    (column, cell) -> column.append(Integer.parseInt(cell)));
                        case LONG ->
                            filled(
                                    LongColumn.create(name),
                                    rows,
                                    c,
                                    (column, cell) -> column.append(Long.parseLong(cell)));
                        case DOUBLE ->
                            filled(
                                    DoubleColumn.create(name),
                                    rows,
                                    c,
                                    (column, cell) -> column.append(Double.parseDouble(cell)));
                    });
        }
        return table;
    }

    private static <C extends Column<?>> C filled(C column, List<CsvRow> rows, int at, BiConsumer<C, String> append) {
        for (CsvRow row : rows) {
            String cell = row.cells().get(at);
            try {
                if (cell.isEmpty()) {
                    column.appendMissing();
                } else {
                    append.accept(column, cell);
                }
            } catch (NumberFormatException e) {
                throw row.bad(column.name(), "\"" + cell + "\"", "It takes a number or nothing.");
            }
        }
        return column;
    }

    private static List<String> texts(List<CsvRow> rows, int column) {
        return rows.stream().map(row -> row.cells().get(column)).toList();
    }

    private static Column<?> guessed(String name, List<String> cells) {
        boolean numbers = !cells.isEmpty() && cells.stream().allMatch(TableReader::isNumberOrMissing);
        return numbers
                ? DoubleColumn.create(
                        name,
                        cells.stream()
                                .mapToDouble(cell -> cell.isEmpty() ? Double.NaN : Double.parseDouble(cell))
                                .toArray())
                : StringColumn.create(name, cells);
    }

    /** Infinity and NaN are what tables hold for quotients of 0. */
    private static boolean isNumberOrMissing(String cell) {
        return cell.isEmpty() || DecimalText.isNumber(cell) || cell.matches("-?Infinity|NaN");
    }
}
