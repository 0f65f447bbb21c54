// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.etude.csv.CsvCells;
import org.etude.report.AtomicFiles;
import org.etude.report.Internal;
import org.etude.report.Progress;
import org.etude.table.schema.Cells;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;

/**
 * Writes tables as CSV (RFC 4180 with plain line feeds, UTF-8, a header line, decimal points, empty cells for missing
 * values), byte-identical on every machine.
 */
@Internal
public final class TableCsv {
    private static final int ROWS_BETWEEN_CHECKS = 4096;

    private TableCsv() {}

    /** The table as one text; for small tables. */
    public static String text(Table table) {
        StringBuilder text = new StringBuilder();
        try {
            write(table, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Appends the table to a stream or builder. */
    public static void write(Table table, Appendable out) throws IOException {
        for (int c = 0; c < table.columnCount(); c++) {
            out.append(c == 0 ? "" : ",").append(table.column(c).name());
        }
        out.append('\n');
        for (int row = 0; row < table.rowCount(); row++) {
            if (row % ROWS_BETWEEN_CHECKS == 0) {
                Progress.checkInterrupted();
            }
            for (int c = 0; c < table.columnCount(); c++) {
                out.append(c == 0 ? "" : ",");
                cell(table.column(c), row, out);
            }
            out.append('\n');
        }
    }

    /**
     * Writes the table to a file atomically, creating parent directories.
     *
     * @throws IOException when it cannot be written
     */
    public static void write(Table table, Path file) throws IOException {
        AtomicFiles.write(file, content(table));
    }

    /** The table as the content of a file. */
    @Internal
    public static AtomicFiles.Content content(Table table) {
        return out -> write(table, out);
    }

    private static void write(Table table, OutputStream out) throws IOException {
        Writer writer = new OutputStreamWriter(new BufferedOutputStream(out, 1 << 16), StandardCharsets.UTF_8);
        write(table, (Appendable) writer);
        writer.flush();
    }

    private static void cell(Column<?> column, int row, Appendable out) throws IOException {
        String text = Cells.plain(column, row);
        if (Cells.isNumber(column)) {
            out.append(text);
        } else {
            CsvCells.append(out, text);
        }
    }
}
