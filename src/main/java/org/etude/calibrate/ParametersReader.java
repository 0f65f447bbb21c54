package org.etude.calibrate;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.report.IoReason;

/** Reads fitted parameters back from the CSV that {@code etude calibrate --fit --out DIR} writes. */
final class ParametersReader {
    private static final String NAME = "parameters.csv";
    private static final List<String> COLUMNS =
            List.of("of", "parameter", "unit", "value", "low", "high", "from_bytes", "to_bytes", "samples");

    private final Path file;
    private final List<String> header;
    private int line;
    private String[] row;

    private ParametersReader(Path file, List<String> header) {
        this.file = file;
        this.header = header;
    }

    /**
     * Reads the file, or the one of a directory.
     *
     * @throws CalibrationException when it cannot be read, lacks a column or has a cell that cannot be used
     */
    static List<Parameter> read(Path given) {
        Path file = Files.isDirectory(given) ? given.resolve(NAME) : given;
        List<String[]> lines = lines(file);
        List<String> header = lines.isEmpty() ? List.of() : Arrays.asList(lines.get(0));
        if (!header.containsAll(COLUMNS)) {
            throw new CalibrationException(
                    file + ", line 1: the columns are " + header + ", not " + COLUMNS,
                    "Name the " + NAME + " that 'etude calibrate --fit --out DIR' writes.");
        }
        ParametersReader reader = new ParametersReader(file, header);
        List<Parameter> parameters = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            parameters.add(reader.parameter(i + 1, lines.get(i)));
        }
        return parameters;
    }

    private static List<String[]> lines(Path file) {
        CsvParserSettings settings = new CsvParserSettings();
        settings.setNullValue("");
        settings.setEmptyValue("");
        settings.setLineSeparatorDetectionEnabled(true);
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return new CsvParser(settings).parseAll(reader);
        } catch (IOException e) {
            throw new CalibrationException(
                    file + ": cannot be read: " + IoReason.of(e),
                    "Name the " + NAME + " that 'etude calibrate --fit --out DIR' writes.",
                    e);
        }
    }

    private Parameter parameter(int at, String[] cells) {
        line = at;
        row = cells;
        Estimate value =
                new Estimate(number("value", Double.NaN), number("low", Double.NaN), number("high", Double.NaN));
        if (!Double.isFinite(value.value())) {
            throw bad("value");
        }
        return new Parameter(
                cell("of"), cell("parameter"), cell("unit"), value, whole("from_bytes"), whole("to_bytes"), (int)
                        Math.min(Integer.MAX_VALUE, Math.max(0, whole("samples"))));
    }

    private String cell(String column) {
        int at = header.indexOf(column);
        return at < row.length ? row[at].strip() : "";
    }

    private double number(String column, double missing) {
        try {
            return cell(column).isEmpty() ? missing : Double.parseDouble(cell(column));
        } catch (NumberFormatException e) {
            throw bad(column);
        }
    }

    private long whole(String column) {
        try {
            return cell(column).isEmpty() ? -1 : Long.parseLong(cell(column));
        } catch (NumberFormatException e) {
            throw bad(column);
        }
    }

    private CalibrationException bad(String column) {
        return new CalibrationException(
                file + ", line " + line + ", column " + column + ": '" + cell(column)
                        + "' is no number that can be used",
                "Write the file anew with 'etude calibrate --fit --out DIR'.");
    }
}
