// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.etude.csv.CsvFile;
import org.etude.csv.CsvRow;

/** Reads fitted parameters back from the CSV that {@code etude calibrate --fit --out DIR} writes. */
final class ParametersReader {
    private static final String NAME = "parameters.csv";
    private static final String ADVICE = "Give the " + NAME + " that 'etude calibrate --fit --out DIR' writes.";
    private static final String ANEW = "Write the file again with 'etude calibrate --fit --out DIR'.";
    private static final List<String> COLUMNS =
            List.of("of", "parameter", "unit", "value", "low", "high", "from_bytes", "to_bytes", "samples");

    private ParametersReader() {}

    /**
     * Reads the file, or the one of a directory.
     *
     * @throws CalibrationException when it cannot be read, lacks a column or has a cell that cannot be used
     */
    static List<Parameter> read(Path given) {
        Path file = Files.isDirectory(given) ? given.resolve(NAME) : given;
        CsvFile csv = CsvFile.read(file, ADVICE, CalibrationException::new);
        if (!csv.header().containsAll(COLUMNS)) {
            throw new CalibrationException(
                    file + ", line 1: the columns are " + csv.header() + ", not " + COLUMNS, ADVICE);
        }
        return csv.rows().stream().map(ParametersReader::parameter).toList();
    }

    private static Parameter parameter(CsvRow row) {
        Estimate value = new Estimate(number(row, "value"), number(row, "low"), number(row, "high"));
        if (!Double.isFinite(value.value())) {
            throw row.bad("value", "'" + row.text("value") + "', not a finite number", ANEW);
        }
        int samples = (int) Math.min(Integer.MAX_VALUE, Math.max(0, whole(row, "samples")));
        return new Parameter(
                row.text("of"),
                row.text("parameter"),
                row.text("unit"),
                value,
                whole(row, "from_bytes"),
                whole(row, "to_bytes"),
                samples);
    }

    private static double number(CsvRow row, String column) {
        return row.has(column) ? row.decimal(column, ANEW) : Double.NaN;
    }

    private static long whole(CsvRow row, String column) {
        return row.has(column) ? row.whole(column, ANEW) : -1;
    }
}
