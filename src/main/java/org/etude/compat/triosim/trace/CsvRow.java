package org.etude.compat.triosim.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.etude.compat.triosim.trace.TrioSimException.Reason;

/** A line of a comma-separated file and where it stands. */
record CsvRow(Path file, int line, List<String> fields) {
    private static final int SHOWN = 40;

    /**
     * All lines but the header and empty ones; fields may be quoted.
     *
     * @param first the name of the first column, by which a header is known
     */
    static List<CsvRow> read(Path file, String first) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new TrioSimException(
                    Reason.INPUT,
                    file + ": cannot be read: " + e.getClass().getSimpleName(),
                    "Give a folder that holds trace.csv and tensor.csv.");
        }
        String header = lines.isEmpty() ? "" : lines.get(0);
        if (!header.startsWith(first + ",")) {
            throw new CsvRow(file, 1, List.of()).bad(first, "'" + start(header) + "', not the names of the columns");
        }
        List<CsvRow> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                rows.add(new CsvRow(file, i + 1, split(lines.get(i))));
            }
        }
        return rows;
    }

    String text(int column, String name) {
        if (column >= fields.size()) {
            throw bad(name, "nothing: the line has " + fields.size() + " columns");
        }
        return fields.get(column);
    }

    long whole(int column, String name) {
        String text = text(column, name);
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw bad(name, "'" + text + "', not a whole number");
        }
    }

    double decimal(int column, String name) {
        String text = text(column, name);
        try {
            double value = Double.parseDouble(text.strip());
            if (value >= 0 && value < Double.POSITIVE_INFINITY) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw bad(name, "'" + text + "', not a number");
        }
        throw bad(name, "'" + text + "', not a time");
    }

    /** A list as {@code [4; 6; 8]}, blanks and quotes ignored. */
    List<String> list(int column, String name) {
        String inner = text(column, name).replaceAll("[\\[\\]' ]", "");
        return inner.isEmpty() ? List.of() : List.of(inner.split(";", -1));
    }

    TrioSimException bad(String column, String found) {
        return new TrioSimException(
                Reason.INPUT,
                file + ", line " + line + ", column " + column + ": found " + found,
                "Write the file as TrioSim's tracer does, or make it again with its converter.");
    }

    private static String start(String line) {
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }

    private static List<String> split(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (char c : line.toCharArray()) {
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString().strip());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString().strip());
        return fields;
    }
}
