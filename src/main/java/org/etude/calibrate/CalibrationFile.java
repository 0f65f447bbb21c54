package org.etude.calibrate;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import com.univocity.parsers.csv.CsvWriter;
import com.univocity.parsers.csv.CsvWriterSettings;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.report.AtomicFiles;

/**
 * A CSV that only grows: rows are added, never changed. Several processes may add at once: a lock file next to it orders
 * them, and the file is replaced whole, so a reader never sees half a row. Columns that a newer version adds are added to
 * the header, with empty cells in the rows before.
 */
public final class CalibrationFile {
    private static final String ALPHA = "alpha_us";
    private static final int MOST_COLUMNS = 4096;

    private final Path file;

    /** A file that need not be there yet. */
    public CalibrationFile(Path file) {
        this.file = file;
    }

    /**
     * Adds a row, unless the very same is there.
     *
     * @return whether it was added
     * @throws CalibrationException when what is there is not such a file, or it cannot be read or written
     */
    public boolean append(MetricsRow row) {
        try {
            return appendExclusively(row);
        } catch (IOException e) {
            throw new CalibrationException(file + ": cannot be written", "Check the directory and its rights.", e);
        }
    }

    private boolean appendExclusively(MetricsRow row) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        Path lock = directory.resolve("." + file.getFileName() + ".lock");
        // The file lock holds other processes off, the monitor the other threads of this one.
        synchronized (CalibrationFile.class) {
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = channel.lock()) {
                return held.isValid() && appendLocked(row);
            }
        }
    }

    private boolean appendLocked(MetricsRow row) throws IOException {
        List<String[]> lines = Files.exists(file) ? parse() : new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>();
        if (!lines.isEmpty()) {
            columns.addAll(List.of(lines.get(0)));
        }
        columns.addAll(row.columns());
        String[] header = columns.toArray(String[]::new);
        String[] added = new String[header.length];
        for (int i = 0; i < header.length; i++) {
            added[i] = row.cells().getOrDefault(header[i], "");
        }
        List<String[]> rows = new ArrayList<>();
        for (String[] line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            String[] padded = java.util.Arrays.copyOf(line, header.length);
            java.util.Arrays.setAll(padded, i -> padded[i] == null ? "" : padded[i]);
            if (java.util.Arrays.equals(padded, added)) {
                return false;
            }
            rows.add(padded);
        }
        rows.add(added);
        write(header, rows);
        return true;
    }

    private List<String[]> parse() throws IOException {
        CsvParserSettings settings = new CsvParserSettings();
        settings.setMaxCharsPerColumn(-1);
        settings.setMaxColumns(MOST_COLUMNS);
        settings.setNullValue("");
        settings.setEmptyValue("");
        settings.getFormat().setLineSeparator("\n");
        settings.setLineSeparatorDetectionEnabled(true);
        List<String[]> lines;
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            lines = new CsvParser(settings).parseAll(reader);
        }
        if (!lines.isEmpty() && !List.of(lines.get(0)).contains(ALPHA)) {
            throw new CalibrationException(
                    file + ", line 1: no column " + ALPHA + ", found " + String.join(",", lines.get(0)),
                    "Name another file; this one was not written by a calibration.");
        }
        int width = lines.isEmpty() ? 0 : lines.get(0).length;
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).length > width) {
                throw new CalibrationException(
                        file + ", row " + (i + 1) + ": " + lines.get(i).length + " cells under " + width + " columns",
                        "Repair the row or move the file away; rows are never dropped silently.");
            }
        }
        return lines;
    }

    private void write(String[] header, List<String[]> rows) throws IOException {
        CsvWriterSettings settings = new CsvWriterSettings();
        settings.getFormat().setLineSeparator("\n");
        AtomicFiles.write(file, out -> {
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            CsvWriter csv = new CsvWriter(writer, settings);
            csv.writeHeaders(header);
            rows.forEach(r -> csv.writeRow((Object[]) r));
            csv.flush();
        });
    }

    /** Column to cell of every row, in the order they were added. */
    public List<Map<String, String>> rows() throws IOException {
        List<String[]> lines = parse();
        List<Map<String, String>> rows = new ArrayList<>();
        for (String[] line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            Map<String, String> row = new java.util.LinkedHashMap<>();
            for (int i = 0; i < lines.get(0).length; i++) {
                row.put(lines.get(0)[i], i < line.length ? line[i] : "");
            }
            rows.add(row);
        }
        return rows;
    }
}
