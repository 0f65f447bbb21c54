package org.etude.calibrate.timed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.calibrate.CollectiveTimingsReader;
import org.etude.report.IoReason;

/** Reads timed collectives from files of any format that Etude knows, or from the folder that {@code calibrate} wrote. */
public final class TimingFiles {
    /** The table of timings in such a folder. */
    public static final String TIMINGS = "timings.csv";

    private TimingFiles() {}

    /**
     * Reads a file: JSON ({@code .json}), else a CSV or what nccl-tests print.
     *
     * @param type the collective when the file names none
     * @param ranks the group size when the file names none
     * @throws CalibrationException with file and line or row when it holds no timings
     */
    public static List<CollectiveTiming> read(Path file, String type, int ranks) {
        return isJson(file) ? new TimingsJson(file).timings() : CollectiveTimingsReader.read(file, type, ranks);
    }

    /**
     * Reads all timings of one network.
     *
     * @param paths files, or folders: their {@value #TIMINGS} when they have one, else all of their JSON files
     * @param ranks the group size of files that name none
     * @throws CalibrationException when files name different networks, or nothing is there
     */
    public static MeasuredTimes measured(List<Path> paths, int ranks) {
        List<Path> files = new ArrayList<>();
        paths.forEach(path -> files.addAll(files(path)));
        requireOneNetwork(files);
        return MeasuredTimes.ofFiles(
                files.stream().map(file -> read(file, "all_reduce", ranks)).toList());
    }

    private static boolean isJson(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
    }

    private static List<Path> files(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        if (Files.exists(path.resolve(TIMINGS))) {
            return List.of(path.resolve(TIMINGS));
        }
        try (Stream<Path> all = Files.list(path)) {
            List<Path> json = all.filter(TimingFiles::isJson).sorted().toList();
            if (json.isEmpty()) {
                throw new CalibrationException(
                        path + ": holds neither " + TIMINGS + " nor a JSON file of timings",
                        "Name the files, or the folder that 'etude calibrate --timings ... --out DIR' wrote.");
            }
            return json;
        } catch (IOException e) {
            throw new CalibrationException(path + ": cannot be read: " + IoReason.of(e), "Check the folder.", e);
        }
    }

    private static void requireOneNetwork(List<Path> files) {
        Path first = null;
        String rate = "";
        for (Path file : files) {
            String named = isJson(file) ? new TimingsJson(file).rate() : "";
            if (!named.isEmpty() && first != null && !named.equals(rate)) {
                throw new CalibrationException(
                        file + ": holds timings of the network \"" + named + "\", " + first + " of \"" + rate + "\"",
                        "Name the files of one network: the one to predict.");
            }
            if (!named.isEmpty()) {
                first = file;
                rate = named;
            }
        }
    }
}
