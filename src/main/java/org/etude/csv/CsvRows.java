// SPDX-License-Identifier: Apache-2.0
package org.etude.csv;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.etude.report.InputText;

/**
 * The rows of a comma-separated file one after the other, for files that do not fit in memory: RFC 4180, UTF-8 (what is
 * no character is replaced) or UTF-16 with a byte-order mark, any line ending. Columns are found whatever the case of
 * their names.
 */
public final class CsvRows implements Closeable {
    private final CsvReader<CsvRecord> reader;
    private final CloseableIterator<CsvRecord> rows;
    private final List<String> header = new ArrayList<>();
    private CsvRecord row;

    /**
     * Reads the header.
     *
     * @throws IOException when the stream cannot be read, or a quoted cell of the header does not end
     */
    public CsvRows(InputStream in) throws IOException {
        reader = CsvReader.builder()
                .skipEmptyLines(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .trimWhitespacesAroundQuotes(true)
                .allowUnclosedQuote(false)
                .ofCsvRecord(InputText.reader(in));
        rows = reader.iterator();
        if (next()) {
            row.getFields().forEach(name -> header.add(name.strip().toLowerCase(Locale.ROOT)));
        }
    }

    /** The number of a column, or -1 when the file has none of this name. */
    public int column(String name) {
        return header.indexOf(name.toLowerCase(Locale.ROOT));
    }

    /**
     * Moves on to the next row; false after the last.
     *
     * @throws IOException when the stream cannot be read, or a quoted cell does not end; names the line
     */
    public boolean next() throws IOException {
        try {
            row = rows.hasNext() ? rows.next() : null;
            return row != null;
        } catch (CsvParseException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getMessage(), e);
        }
    }

    /** Whether the current row has fewer cells than the header. */
    public boolean isShort() {
        return row.getFieldCount() < header.size();
    }

    /** The line on which the current row begins; the header is line 1. */
    public long line() {
        return row.getStartingLineNumber();
    }

    /** A cell of the current row, stripped; "" for column -1. */
    public String cell(int column) {
        return column < 0 || column >= row.getFieldCount()
                ? ""
                : row.getField(column).strip();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
