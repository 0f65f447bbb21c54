// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.timed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTimingsReader;
import org.etude.calibrate.bench.BenchFindings;
import org.etude.calibrate.bench.NcclTestsJson;
import org.etude.calibrate.bench.NcclTestsText;
import org.etude.calibrate.bench.RcclTestsRecords;
import org.etude.calibrate.bench.TimingLog;
import org.etude.calibrate.inspector.InspectorLog;
import org.etude.report.IoReason;
import org.etude.spec.TimingOptions;

/**
 * Reads timed collectives from files of any format that Etude knows, or from the directory that {@code calibrate}
 * wrote.
 */
public final class TimingFiles {
    /** The table of timings in such a directory. */
    public static final String TIMINGS = "timings.csv";

    private TimingFiles() {}

    /**
     * Reads a file of any known format, detected from its content.
     *
     * @param options what the user states about it
     * @throws CalibrationException with file and line or row when it holds no timings, or neither the file nor the
     *     options state what was timed
     */
    public static TimingLog read(Path file, TimingOptions options) {
        return switch (TimingFormat.of(file)) {
            case ROWS -> TimingLog.of(new TimingsJson(file).timings());
            case NCCL_TESTS_JSON -> NcclTestsJson.read(file, options);
            case NCCL_TESTS_TEXT -> NcclTestsText.read(file, options);
            case RCCL_TESTS_JSON -> RcclTestsRecords.json(file, options);
            case RCCL_TESTS_CSV -> RcclTestsRecords.csv(file, options);
            case NCCL_INSPECTOR -> InspectorLog.read(file).timings();
            case PLAIN -> plain(file, options);
        };
    }

    /** A plain table without type or ranks is taken as all-reduces of two ranks, with a finding. */
    private static TimingLog plain(Path file, TimingOptions options) {
        BenchFindings findings = new BenchFindings(file.toString());
        List<String> unsaid = CollectiveTimingsReader.missingColumns(file);
        String type = options.type();
        int ranks = options.ranks();
        if (type.isEmpty() && unsaid.contains("type")) {
            type = "all_reduce";
            findings.warning(
                    "", "all-reduces were assumed", "the file has no column type", "--type NAME states what was timed");
        }
        if (ranks == 0 && unsaid.contains("ranks")) {
            ranks = 2;
            findings.warning(
                    "", "2 ranks were assumed", "the file has no column ranks", "--ranks N states how many there were");
        }
        return new TimingLog(CollectiveTimingsReader.read(file, type, ranks), findings.report());
    }

    /**
     * Reads all timings of one network.
     *
     * @param paths files, or directories: their {@value #TIMINGS} if present, otherwise all their JSON files
     * @throws CalibrationException when files name different networks, do not state what was timed, or hold nothing
     */
    public static MeasuredTimes measured(List<Path> paths) {
        List<Path> files = new ArrayList<>();
        paths.forEach(path -> files.addAll(files(path)));
        requireOneNetwork(files);
        return MeasuredTimes.ofFiles(files.stream()
                .map(file -> read(file, TimingOptions.defaults()).timings())
                .toList());
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
                        "Give the files, or the directory that 'etude calibrate --timings ... --out DIR' wrote.");
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
            String named = TimingFormat.of(file) == TimingFormat.ROWS ? new TimingsJson(file).rate() : "";
            if (!named.isEmpty() && first != null && !named.equals(rate)) {
                throw new CalibrationException(
                        file + ": holds timings of the network \"" + named + "\", " + first + " of \"" + rate + "\"",
                        "Give files of one network only: the one to predict.");
            }
            if (!named.isEmpty()) {
                first = file;
                rate = named;
            }
        }
    }
}
