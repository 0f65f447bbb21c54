// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.simai.analytic;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.compat.simai.model.SimAiException;
import org.etude.csv.CsvFile;
import org.etude.csv.CsvRow;

/**
 * A measured table of bandwidth efficiency by message size, relative to the largest size, with one column per number of
 * servers.
 *
 * @param rows sizes in bytes and a value for each column, 1 where nothing was measured; ascending
 */
record RatioTable(List<double[]> rows) {
    private static final int USUAL = 5;
    private static final String ADVICE =
            "Write a header, then a size and a value for each number of servers on each line.";

    /** Full bandwidth at all sizes. */
    static final RatioTable NONE = new RatioTable(List.of());

    /**
     * Reads SimAI's file: a header, then sizes and values.
     *
     * @throws SimAiException when it cannot be read
     */
    static RatioTable read(Path file) {
        List<double[]> rows = new ArrayList<>();
        for (CsvRow row : CsvFile.read(file, ADVICE, SimAiException::new).rows()) {
            String first = row.cells().get(0);
            if (!first.isEmpty() && Character.isDigit(first.charAt(0))) {
                rows.add(values(row));
            }
        }
        return new RatioTable(rows);
    }

    private static double[] values(CsvRow row) {
        double[] values = new double[row.cells().size()];
        for (int i = 0; i < values.length; i++) {
            String cell = row.cells().get(i);
            try {
                values[i] = cell.isBlank() ? 1 : Double.parseDouble(cell.strip());
            } catch (NumberFormatException e) {
                throw row.bad(Integer.toString(i + 1), "'" + cell + "', not a number", ADVICE);
            }
        }
        return values;
    }

    /** Whether a size is beyond the table. */
    boolean beyond(long bytes) {
        return !rows.isEmpty() && bytes > rows.get(rows.size() - 1)[0];
    }

    /**
     * The fraction of the bus bandwidth, 1 for no bytes; below the table that of the first row, beyond it that of the
     * last row.
     *
     * @param column the column, from {@link #column}
     */
    double share(long bytes, int column) {
        if (rows.isEmpty() || bytes == 0) {
            return 1;
        }
        double last = value(rows.size() - 1, column);
        return interpolated(bytes, column) / last;
    }

    private double interpolated(long bytes, int column) {
        int above = 0;
        while (above < rows.size() && rows.get(above)[0] < bytes) {
            above++;
        }
        if (above == 0) {
            return value(0, column);
        }
        if (above == rows.size()) {
            return value(above - 1, column);
        }
        double from = rows.get(above - 1)[0];
        double size = rows.get(above)[0] - from;
        double low = value(above - 1, column);
        return low + (value(above, column) - low) * (bytes - from) / size;
    }

    private double value(int row, int column) {
        double[] values = rows.get(row);
        return column < values.length ? values[column] : 1;
    }

    /**
     * The column of a number of servers; 9 denotes several groups at once, and unlisted numbers use the column of 16
     * servers.
     */
    static int column(int servers) {
        return switch (servers) {
            case 1 -> 1;
            case 2 -> 2;
            case 4 -> 3;
            case 8 -> 4;
            case 16 -> USUAL;
            case 32 -> 6;
            case 64 -> 7;
            case 128 -> 8;
            case 9 -> 9;
            default -> USUAL;
        };
    }
}
