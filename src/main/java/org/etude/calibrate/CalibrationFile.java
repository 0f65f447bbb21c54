// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.etude.csv.CsvCells;
import org.etude.csv.CsvFile;
import org.etude.csv.CsvRow;
import org.etude.report.AtomicFiles;
import org.etude.report.Counted;
import org.etude.report.IoReason;

/**
 * An append-only CSV. Several processes may append concurrently: a lock file next to it serialises them, and the file
 * is replaced atomically, so a reader never sees half a row. Columns that a newer version adds are added to the header,
 * with empty cells in the rows before.
 */
public final class CalibrationFile {
    private static final String ALPHA = "alpha_us";

    private final Path file;

    /** Opens a file, which need not exist yet. */
    public CalibrationFile(Path file) {
        this.file = file;
    }

    /**
     * Adds a row, unless an identical one exists.
     *
     * @return whether it was added
     * @throws CalibrationException when the existing file has another format, or it cannot be read or written
     */
    public boolean append(MetricsRow row) {
        try {
            return appendExclusively(row);
        } catch (IOException e) {
            throw new CalibrationException(IoReason.notWritten(file, e), IoReason.notWrittenAdvice(e), e);
        }
    }

    private boolean appendExclusively(MetricsRow row) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        Files.createDirectories(directory);
        Path lock = directory.resolve("." + file.getFileName() + ".lock");
        // The file lock excludes other processes, the monitor other threads of this one.
        synchronized (CalibrationFile.class) {
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = channel.lock()) {
                return held.isValid() && appendLocked(row);
            }
        }
    }

    private boolean appendLocked(MetricsRow row) throws IOException {
        CsvFile there = parse();
        Set<String> columns = new LinkedHashSet<>(there.header());
        columns.addAll(row.columns());
        List<String> added =
                columns.stream().map(c -> row.cells().getOrDefault(c, "")).toList();
        List<List<String>> rows = new ArrayList<>();
        for (CsvRow line : there.rows()) {
            List<String> cells = columns.stream().map(line::text).toList();
            if (cells.equals(added)) {
                return false;
            }
            rows.add(cells);
        }
        rows.add(added);
        AtomicFiles.write(file, out -> {
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            CsvCells.appendLine(writer, List.copyOf(columns));
            for (List<String> cells : rows) {
                CsvCells.appendLine(writer, cells);
            }
            writer.flush();
        });
        return true;
    }

    private CsvFile parse() {
        if (!Files.exists(file)) {
            return new CsvFile(file.toString(), List.of(), List.of());
        }
        CsvFile csv = CsvFile.read(file, "Repair the file, or choose another.", CalibrationException::new);
        if (!csv.header().isEmpty() && !csv.header().contains(ALPHA)) {
            throw new CalibrationException(
                    file + ", line 1: no column " + ALPHA + ", found " + String.join(",", csv.header()),
                    "Choose another file; this one was not written by a calibration.");
        }
        csv.unevenRow().ifPresent(row -> {
            throw new CalibrationException(
                    row.at() + ": " + Counted.of(row.cells().size(), "cell") + " under "
                            + Counted.of(csv.header().size(), "column"),
                    "Repair the row or move the file away; rows are never dropped silently.");
        });
        return csv;
    }

    /** Column to cell of every row, in the order they were added. */
    public List<Map<String, String>> rows() {
        CsvFile csv = parse();
        List<Map<String, String>> rows = new ArrayList<>();
        for (CsvRow line : csv.rows()) {
            Map<String, String> row = new LinkedHashMap<>();
            csv.header().forEach(column -> row.put(column, line.text(column)));
            rows.add(row);
        }
        return rows;
    }
}
