package org.etude.plan;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.etude.report.IoReason;

/**
 * Reads tables of measured steps: vTrain's, Megatron-Bridge's performance summary, and one row per published step. The layout
 * is recognised by the header.
 */
public final class MeasuredRows {
    private static final List<RowLayout> LAYOUTS = List.of(new VtrainRows(), new BridgeRows(), new PublishedRows());

    private MeasuredRows() {}

    /**
     * The rows of a file.
     *
     * @throws PlanException when it cannot be read, has columns of no known layout, or a cell that is no number
     */
    public static List<MeasuredRow> read(Path file) {
        List<String[]> lines = lines(file);
        List<String> header = lines.isEmpty() ? List.of() : List.of(lines.get(0));
        RowLayout layout = LAYOUTS.stream()
                .filter(one -> header.containsAll(one.columns()))
                .findFirst()
                .orElseThrow(() -> unknown(file, header));
        List<MeasuredRow> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            rows.add(layout.read(new RowReader(file.toString(), i + 1, cells(header, lines.get(i)))));
        }
        if (rows.isEmpty()) {
            throw new PlanException(file + " has no rows", "Give a table with a line per measured step.");
        }
        return rows;
    }

    private static Map<String, String> cells(List<String> header, String[] line) {
        Map<String, String> cells = new HashMap<>();
        for (int c = 0; c < Math.min(header.size(), line.length); c++) {
            cells.put(header.get(c), line[c]);
        }
        return cells;
    }

    private static PlanException unknown(Path file, List<String> header) {
        StringBuilder wanted = new StringBuilder();
        LAYOUTS.forEach(
                layout -> wanted.append(wanted.length() > 0 ? "; or " : "").append(layout.columns()));
        return new PlanException(
                file + ", line 1: the columns are " + header + ", of no layout that is known",
                "Give columns " + wanted + ".");
    }

    private static List<String[]> lines(Path file) {
        CsvParserSettings settings = new CsvParserSettings();
        settings.setNullValue("");
        settings.setEmptyValue("");
        settings.setLineSeparatorDetectionEnabled(true);
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return new CsvParser(settings).parseAll(reader);
        } catch (IOException e) {
            throw new PlanException(file + ": " + IoReason.of(e), "Name a CSV file that can be read.");
        }
    }
}
