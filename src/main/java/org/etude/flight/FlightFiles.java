// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.etude.report.Gzip;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.trace.load.PathContents;
import org.etude.trace.load.PickleStart;
import org.etude.trace.load.TraceSniffer;

/**
 * Finds the dumps of all ranks: files whose name ends in the rank ({@code rank_3}, {@code nccl_trace_rank_3}, {@code
 * comm_traces/rank_3}, perhaps with {@code .pkl}, {@code .pickle}, {@code .json} or {@code .gz}) and which begin as a
 * pickle or JSON does. Traces among them are ignored.
 */
public final class FlightFiles {
    private static final int DEEPEST = 4;
    private static final Pattern NAME =
            Pattern.compile("(?i)(?:^|.*[^0-9])(\\d{1,7})(?:\\.(?:pickle|pkl|json|dump|bin))?(?:\\.gz)?");

    private FlightFiles() {}

    /**
     * Reads a directory of dumps, or one dump.
     *
     * @throws FlightException when there is none, two belong to one rank, or one cannot be used
     */
    public static List<FlightDump> read(Path path, Progress progress) {
        Map<Integer, Path> files = find(path);
        if (files.isEmpty()) {
            PathContents contents = PathContents.of(path);
            throw new FlightException(
                    path + ": holds no flight recorder dump" + contents.instead(),
                    contents.advice("Give the directory with the files rank_0, rank_1, ..."
                            + " (TORCH_FR_DUMP_TEMP_FILE, comm_traces)."));
        }
        List<FlightDump> dumps = new ArrayList<>();
        files.forEach((rank, file) -> {
            Progress.checkInterrupted();
            progress.at("load", dumps.size(), files.size());
            dumps.add(FlightReader.read(file, rank));
        });
        return HostBackends.settled(dumps);
    }

    private static Map<Integer, Path> find(Path path) {
        Map<Integer, Path> files = new TreeMap<>();
        try {
            if (!Files.isDirectory(path)) {
                files.put(Math.max(0, rank(path)), path);
                return files;
            }
            try (Stream<Path> all = Files.walk(path, DEEPEST)) {
                for (Path file :
                        (Iterable<Path>) all.filter(Files::isRegularFile).sorted()::iterator) {
                    add(file, files);
                }
            }
            return files;
        } catch (UncheckedIOException e) {
            throw unreadable(path, e.getCause());
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static FlightException unreadable(Path path, IOException e) {
        return new FlightException(path + ": cannot be read: " + IoReason.of(e), "Check the path.", e);
    }

    private static void add(Path file, Map<Integer, Path> files) throws IOException {
        int rank = rank(file);
        if (rank < 0 || !begins(file) || TraceSniffer.isTrace(file)) {
            return;
        }
        Path other = files.putIfAbsent(rank, file);
        if (other != null) {
            throw new FlightException(
                    file + ": belongs to rank " + rank + ", and so does " + other,
                    "Give a directory with dumps of the same moment.");
        }
    }

    private static int rank(Path file) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        return name.matches() ? Integer.parseInt(name.group(1)) : -1;
    }

    private static boolean begins(Path file) throws IOException {
        try (InputStream in = Gzip.open(file)) {
            int first = in.read();
            return first == '{' || PickleStart.isOne(first, in.read());
        }
    }
}
