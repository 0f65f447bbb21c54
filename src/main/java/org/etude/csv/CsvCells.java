// SPDX-License-Identifier: Apache-2.0
package org.etude.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import java.io.IOException;
import java.util.List;

/** Writes and reads the cells of a single line: RFC 4180 with plain line feeds, and quotes only where needed. */
public final class CsvCells {
    private CsvCells() {}

    /**
     * Splits a single line into stripped cells.
     *
     * @throws IllegalArgumentException when a quoted cell does not end
     */
    public static List<String> of(String line) {
        try {
            return CsvReader.builder()
                    .trimWhitespacesAroundQuotes(true)
                    .allowUnclosedQuote(false)
                    .ofSingleCsvRecord(line)
                    .getFields()
                    .stream()
                    .map(String::strip)
                    .toList();
        } catch (CsvParseException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Appends one cell. */
    public static void append(Appendable out, String cell) throws IOException {
        if (needsQuotes(cell)) {
            out.append('"').append(cell.replace("\"", "\"\"")).append('"');
        } else {
            out.append(cell);
        }
    }

    /** Appends a line of cells and its end. */
    public static void appendLine(Appendable out, List<String> cells) throws IOException {
        for (int c = 0; c < cells.size(); c++) {
            out.append(c == 0 ? "" : ",");
            append(out, cells.get(c));
        }
        out.append('\n');
    }

    private static boolean needsQuotes(String cell) {
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                return true;
            }
        }
        return false;
    }
}
