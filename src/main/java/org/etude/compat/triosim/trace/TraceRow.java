// SPDX-License-Identifier: Apache-2.0
package org.etude.compat.triosim.trace;

import java.nio.file.Path;
import java.util.List;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.csv.CsvFile;
import org.etude.csv.CsvRow;
import org.etude.report.Counted;

/** A row of one of TrioSim's two files; columns are identified by position, as in the original. */
record TraceRow(CsvRow row) {
    private static final int SHOWN = 40;
    private static final String FOLDER = "Give a folder that holds trace.csv and tensor.csv.";
    private static final String ADVICE =
            "Write the file as TrioSim's tracer does, or make it again with its converter.";

    /**
     * All rows of a file.
     *
     * @param first the name of the first column, which identifies a header
     */
    static List<TraceRow> read(Path file, String first) {
        CsvFile csv = CsvFile.read(file, FOLDER, TraceRow::fault);
        List<String> header = csv.header();
        if (header.size() < 2 || !header.get(0).equals(first)) {
            throw new CsvRow(csv.name(), 1, header, header, TraceRow::fault)
                    .bad(first, "'" + start(String.join(",", header)) + "', not the names of the columns", ADVICE);
        }
        return csv.rows().stream().map(TraceRow::new).toList();
    }

    private static String start(String line) {
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }

    private static TrioSimException fault(String what, String advice) {
        return new TrioSimException(Reason.INPUT, what, advice);
    }

    String text(int column, String name) {
        if (column >= row.cells().size()) {
            throw bad(name, "nothing: the line has " + Counted.of(row.cells().size(), "column"));
        }
        return row.cells().get(column).strip();
    }

    long whole(int column, String name) {
        String text = text(column, name);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw bad(name, "'" + text + "', not a whole number");
        }
    }

    double decimal(int column, String name) {
        String text = text(column, name);
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value < Double.POSITIVE_INFINITY) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw bad(name, "'" + text + "', not a number");
        }
        throw bad(name, "'" + text + "', not a time");
    }

    /** A list such as {@code [4; 6; 8]}; blanks and quotes are ignored. */
    List<String> list(int column, String name) {
        String inner = text(column, name).replaceAll("[\\[\\]' ]", "");
        return inner.isEmpty() ? List.of() : List.of(inner.split(";", -1));
    }

    RuntimeException bad(String column, String found) {
        return row.bad(column, found, ADVICE);
    }
}
