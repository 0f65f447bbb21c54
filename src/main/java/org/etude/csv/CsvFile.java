// SPDX-License-Identifier: Apache-2.0
package org.etude.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.etude.report.InputText;
import org.etude.report.IoReason;
import org.etude.report.Progress;

/**
 * A comma-separated file in memory: RFC 4180, UTF-8, any line ending, an optional byte-order mark. Blank lines are
 * skipped unless there is only one column. Whitespace outside quotes belongs to a cell, except next to a quote.
 *
 * @param name what to call the file in errors
 * @param header the names of the columns: the cells of the first line, stripped; empty for an empty file
 * @param rows the other lines, in order; they may have fewer or more cells than the header
 */
public record CsvFile(String name, List<String> header, List<CsvRow> rows) {
    private static final int ROWS_BETWEEN_CHECKS = 1 << 16;

    /** Creates the exception of the stage that reads the file. */
    @FunctionalInterface
    public interface Fault {
        /**
         * Creates the exception.
         *
         * @param what file, line, column, and what was found there
         * @param advice what to do about it
         */
        RuntimeException of(String what, String advice);
    }

    /** Copies the lists. */
    public CsvFile {
        header = List.copyOf(header);
        rows = List.copyOf(rows);
    }

    /**
     * Reads a file. O(bytes), all in memory.
     *
     * @param advice what to do when the file as a whole cannot be used
     * @param fault creates the exception when it cannot be read, is not UTF-8, or a quoted cell does not end
     */
    public static CsvFile read(Path file, String advice, Fault fault) {
        try (BufferedReader in = InputText.strictReader(file)) {
            return read(file.toString(), in, advice, fault);
        } catch (CharacterCodingException e) {
            throw fault.of(file + ": is not text in UTF-8", advice);
        } catch (IOException e) {
            throw fault.of(file + ": cannot be read: " + IoReason.of(e), advice);
        }
    }

    /** The first row with fewer or more cells than the header. */
    public Optional<CsvRow> unevenRow() {
        return rows.stream().filter(row -> row.cells().size() != header.size()).findFirst();
    }

    private static CsvFile read(String name, Reader in, String advice, Fault fault) throws IOException {
        List<String> header = List.of();
        List<CsvRow> rows = new ArrayList<>();
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .skipEmptyLines(false)
                .detectBomHeader(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .trimWhitespacesAroundQuotes(true)
                .allowUnclosedQuote(false)
                .ofCsvRecord(in)) {
            for (CsvRecord line : reader) {
                if (rows.size() % ROWS_BETWEEN_CHECKS == 0) {
                    Progress.checkInterrupted();
                }
                if (header.isEmpty()) {
                    header = line.getFields().stream().map(String::strip).toList();
                } else if (header.size() == 1 || !isBlank(line)) {
                    rows.add(new CsvRow(name, line.getStartingLineNumber(), header, line.getFields(), fault));
                }
            }
        } catch (CsvParseException e) {
            throw fault.of(name + ": " + reason(e), advice);
        }
        return new CsvFile(name, header, rows);
    }

    private static boolean isBlank(CsvRecord line) {
        return line.getFieldCount() == 1 && line.getField(0).isBlank();
    }

    private static String reason(CsvParseException e) {
        Throwable cause = e.getCause();
        return cause == null || cause.getMessage() == null
                ? e.getMessage()
                : e.getMessage() + ": " + cause.getMessage();
    }
}
