// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.etude.csv.CsvCells;
import org.etude.report.InputText;

/**
 * Reads timings of collectives: CSV with a header that names {@code size_bytes} (or {@code bytes}), {@code time_us} (or
 * {@code time(ns)}), and optionally {@code ranks}, {@code type}, {@code nodes} and {@code stderr_frac}. The caller
 * supplies what the file does not state.
 */
public final class CollectiveTimingsReader {
    private static final List<String> SIZES = List.of("size_bytes", "bytes", "size(b)", "size");
    private static final List<String> MICROS = List.of("time_us", "us", "time(us)", "us_median", "time");
    private static final List<String> NANOS = List.of("time_ns", "time(ns)");
    private static final List<String> RANKS = List.of("ranks", "gpus", "world", "world_size", "nranks");
    private static final List<String> TYPES = List.of("type", "op", "collective");

    /** Its name now, and in files of earlier versions. */
    private static final List<String> ERRORS = List.of("stderr_frac", "error_frac");

    private final Path file;
    private final String type;
    private final int ranks;
    private final List<CollectiveTiming> timings = new ArrayList<>();
    private Header header;

    private CollectiveTimingsReader(Path file, String type, int ranks) {
        this.file = file;
        this.type = type;
        this.ranks = ranks;
    }

    private record Header(int size, int time, double scale, int ranks, int type, int nodes, int error) {}

    /**
     * Reads a file.
     *
     * @param type the collective, such as {@code all_reduce}, if the file does not name it; otherwise ""
     * @param ranks the group size, if the file does not state it; otherwise 0
     * @throws CalibrationException with file and line when a line is not a timing, or no line is, or it cannot be read
     */
    public static List<CollectiveTiming> read(Path file, String type, int ranks) {
        try {
            return new CollectiveTimingsReader(file, type, ranks)
                    .read(InputText.utf8(file).lines().toList());
        } catch (IOException e) {
            throw new CalibrationException(file + ": cannot be read", "Check that it is there and is text.", e);
        }
    }

    /**
     * Which of the columns {@code ranks} and {@code type} a file lacks.
     *
     * @throws CalibrationException when it cannot be read
     */
    public static List<String> missingColumns(Path file) {
        try (BufferedReader in = InputText.strictReader(file)) {
            CollectiveTimingsReader reader = new CollectiveTimingsReader(file, "", 0);
            Header found = in.lines()
                    .map(String::strip)
                    .map(line -> headerOf(reader.cells(
                            1, line.startsWith("#") ? line.substring(1).strip() : line)))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            List<String> unsaid = new ArrayList<>();
            if (found != null && found.type < 0) {
                unsaid.add("type");
            }
            if (found != null && found.ranks < 0) {
                unsaid.add("ranks");
            }
            return unsaid;
        } catch (IOException | UncheckedIOException e) {
            throw new CalibrationException(file + ": cannot be read", "Check that it is there and is text.", e);
        }
    }

    private List<CollectiveTiming> read(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            boolean comment = line.startsWith("#");
            List<String> cells = cells(i + 1, comment ? line.substring(1).strip() : line);
            Header found = headerOf(cells);
            if (found != null) {
                header = found;
            } else if (!comment && !line.isEmpty() && header != null) {
                add(cells, i + 1);
            }
        }
        if (timings.isEmpty()) {
            throw new CalibrationException(
                    file + ": no timing found",
                    "Give a CSV with the columns size_bytes and time_us, or the output of nccl-tests or rccl-tests.");
        }
        return List.copyOf(timings);
    }

    private List<String> cells(int line, String text) {
        try {
            return text.contains(",") ? CsvCells.of(text) : List.of(text.split("\\s+"));
        } catch (IllegalArgumentException e) {
            throw bad(line, text, e);
        }
    }

    private static Header headerOf(List<String> cells) {
        List<String> names = cells.stream().map(c -> c.toLowerCase(Locale.ROOT)).toList();
        int size = first(names, SIZES);
        int nanos = first(names, NANOS);
        int time = nanos >= 0 ? nanos : first(names, MICROS);
        if (size < 0 || time < 0) {
            return null;
        }
        int group = first(names, RANKS);
        // nccl-tests calls the element type "type".
        boolean tests = names.contains("count");
        int kind = tests ? -1 : first(names, TYPES);
        return new Header(size, time, nanos >= 0 ? 1e-3 : 1, group, kind, names.indexOf("nodes"), first(names, ERRORS));
    }

    private static int first(List<String> names, List<String> wanted) {
        return wanted.stream()
                .mapToInt(names::indexOf)
                .filter(i -> i >= 0)
                .findFirst()
                .orElse(-1);
    }

    private void requireTypeAndRanks(int line) {
        boolean unnamed = header.type < 0 && type.isEmpty();
        if (unnamed || header.ranks < 0 && ranks == 0) {
            throw new CalibrationException(
                    file + ", line " + line + ": does not say "
                            + (unnamed ? "which collective was timed" : "how many ranks took part"),
                    unnamed
                            ? "Say it with 'etude calibrate --timings FILE --type NAME', such as all_reduce (t -> t.type(NAME))."
                            : "Say it with 'etude calibrate --timings FILE --ranks N' (t -> t.ranks(N)).");
        }
    }

    private void add(List<String> cells, int line) {
        requireTypeAndRanks(line);
        try {
            long bytes = Long.parseLong(cells.get(header.size));
            double micros = Double.parseDouble(cells.get(header.time)) * header.scale;
            String kind = header.type < 0 ? type : cells.get(header.type);
            int group = header.ranks < 0 ? ranks : Integer.parseInt(cells.get(header.ranks));
            int nodes = header.nodes < 0 ? 0 : Integer.parseInt(cells.get(header.nodes));
            double error = header.error < 0 ? 0 : Double.parseDouble(cells.get(header.error));
            if (bytes > 0) {
                timings.add(new CollectiveTiming(kind, group, bytes, micros, nodes, error));
            }
        } catch (NumberFormatException | IndexOutOfBoundsException | CalibrationException e) {
            throw bad(line, String.join(" ", cells), e);
        }
    }

    private CalibrationException bad(int line, String text, Exception cause) {
        return new CalibrationException(
                file + ", line " + line + ": not a timing: " + text,
                "A line needs a size in bytes and a time, under the columns of the header.",
                cause);
    }
}
