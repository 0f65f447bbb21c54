package org.etude.compat.simai.analytic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.compat.simai.model.SimAiException;

/**
 * A measured table of how much of the bus bandwidth a message of a size reaches, relative to the largest size; a column for
 * each number of servers.
 *
 * @param rows sizes in bytes and a value for each column, 1 where nothing was measured; ascending
 */
record RatioTable(List<double[]> rows) {
    private static final int USUAL = 5;

    /** Nothing is lost at any size. */
    static final RatioTable NONE = new RatioTable(List.of());

    /**
     * Reads SimAI's file: a header, then sizes and values.
     *
     * @throws SimAiException when it cannot be read
     */
    static RatioTable read(Path file) {
        try {
            List<double[]> rows = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                if (!line.isBlank() && Character.isDigit(line.charAt(0))) {
                    String[] words = line.split(",", -1);
                    double[] row = new double[words.length];
                    for (int i = 0; i < words.length; i++) {
                        row[i] = words[i].isBlank() ? 1 : Double.parseDouble(words[i].strip());
                    }
                    rows.add(row);
                }
            }
            return new RatioTable(rows);
        } catch (IOException | NumberFormatException e) {
            throw new SimAiException(
                    file + ": the table of ratios cannot be read: " + e.getMessage(),
                    "Write a size and a value for each number of servers on each line.");
        }
    }

    /** Whether a size lies beyond the table. */
    boolean beyond(long bytes) {
        return !rows.isEmpty() && bytes > rows.get(rows.size() - 1)[0];
    }

    /**
     * The share of the bus bandwidth, 1 for no bytes; below the table the first row's, beyond it the last row's.
     *
     * @param column the column, as {@link #column} gives it
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

    /** The column of a number of servers; 9 denotes several groups at once, and what is not listed for 16 servers. */
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
