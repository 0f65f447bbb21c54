package org.etude.table;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.table.schema.Schema;
import org.etude.table.schema.TableBuilder;
import org.etude.table.schema.TableException;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * Reads tables from CSV (RFC 4180, UTF-8, a header line). A file with the columns of a table of ours has their types; in any
 * other a column in which every value is a number holds decimals, else texts. Nothing between two commas is missing.
 */
public final class TableReader {
    private static final int ROWS_BETWEEN_CHECKS = 1 << 16;
    private static final String ADVICE = "Give a table that an etude command wrote, or a CSV file with a header line.";

    private final Path file;
    private final Reader in;
    private int line = 1;
    private int at;

    private TableReader(Path file, Reader in) throws IOException {
        this.file = file;
        this.in = in;
        at = in.read();
        if (at == '\uFEFF') {
            at = in.read();
        }
    }

    /**
     * Reads a file; the table is called as the file, without the ending.
     *
     * @throws TableException when it cannot be read, a row has another number of cells than the header, or a cell does not
     *     fit its column
     */
    public static Table read(Path file) {
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return new TableReader(file, in).table();
        } catch (CharacterCodingException e) {
            throw new TableException(file + ": is not text in UTF-8", ADVICE, e);
        } catch (IOException e) {
            throw new TableException(file + ": cannot be read: " + IoReason.of(e), ADVICE, e);
        }
    }

    private Table table() throws IOException {
        List<String> header = row();
        if (header.isEmpty() || header.stream().distinct().count() < header.size()) {
            throw new TableException(file + ": the first line does not name columns, each once", ADVICE);
        }
        List<List<String>> rows = new ArrayList<>();
        List<Integer> lines = new ArrayList<>();
        while (at >= 0) {
            if (rows.size() % ROWS_BETWEEN_CHECKS == 0) {
                Progress.checkInterrupted();
            }
            lines.add(line);
            List<String> row = row();
            if (row.size() != header.size()) {
                throw new TableException(
                        file + ":" + lines.get(lines.size() - 1) + ": " + row.size() + " cells, but the header names "
                                + header.size(),
                        ADVICE);
            }
            rows.add(row);
        }
        for (Schema schema : Schemas.all()) {
            if (schema.columns().stream().map(Schema.Column::name).toList().equals(header)) {
                return typed(schema, rows, lines);
            }
        }
        String name = file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
        Table table = Table.create(name);
        for (int c = 0; c < header.size(); c++) {
            int column = c;
            table.addColumns(guessed(
                    header.get(c), rows.stream().map(row -> row.get(column)).toList()));
        }
        return table;
    }

    private Table typed(Schema schema, List<List<String>> cells, List<Integer> lines) {
        TableBuilder rows = new TableBuilder(schema);
        for (int r = 0; r < cells.size(); r++) {
            for (int c = 0; c < schema.columns().size(); c++) {
                Schema.Column column = schema.columns().get(c);
                String cell = cells.get(r).get(c);
                try {
                    put(rows, column, cell);
                } catch (NumberFormatException | ArithmeticException e) {
                    throw new TableException(
                            file + ":" + lines.get(r) + ": column " + column.name() + " holds \"" + cell + "\"",
                            "It takes a number or nothing.",
                            e);
                }
            }
            rows.end();
        }
        return rows.table();
    }

    private static void put(TableBuilder rows, Schema.Column column, String cell) {
        if (column.type() == Schema.Type.TEXT) {
            rows.put(cell);
        } else if (cell.isEmpty()) {
            rows.missing();
        } else if (column.type() == Schema.Type.DOUBLE) {
            rows.put(Double.parseDouble(cell));
        } else {
            rows.put(Long.parseLong(cell));
        }
    }

    private static tech.tablesaw.columns.Column<?> guessed(String name, List<String> cells) {
        double[] numbers = new double[cells.size()];
        boolean allNumbers = !cells.isEmpty()
                && IntStream.range(0, numbers.length).allMatch(i -> {
                    numbers[i] = Double.NaN;
                    try {
                        numbers[i] = cells.get(i).isEmpty() ? Double.NaN : Double.parseDouble(cells.get(i));
                        return true;
                    } catch (NumberFormatException e) {
                        return false;
                    }
                });
        return allNumbers ? DoubleColumn.create(name, numbers) : StringColumn.create(name, cells);
    }

    /** The cells of the next row; ends behind its line end. */
    private List<String> row() throws IOException {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        while (true) {
            cell.setLength(0);
            if (at == '"') {
                quoted(cell);
            }
            while (at >= 0 && at != ',' && at != '\n' && at != '\r') {
                cell.append((char) at);
                at = in.read();
            }
            cells.add(cell.toString());
            if (at != ',') {
                break;
            }
            at = in.read();
        }
        if (at == '\r') {
            at = in.read();
        }
        if (at == '\n') {
            at = in.read();
        }
        line++;
        return cells;
    }

    private void quoted(StringBuilder cell) throws IOException {
        int begun = line;
        at = in.read();
        while (at >= 0) {
            if (at == '"') {
                at = in.read();
                if (at != '"') {
                    return;
                }
            }
            line += at == '\n' ? 1 : 0;
            cell.append((char) at);
            at = in.read();
        }
        throw new TableException(file + ":" + begun + ": a quoted cell does not end", ADVICE);
    }
}
