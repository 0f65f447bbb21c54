// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.config.JsonFault;
import org.etude.csv.CsvCells;
import org.etude.report.Counted;
import org.etude.report.Gzip;
import org.etude.report.IoReason;
import org.etude.spec.TimingOptions;

/**
 * Reads the records that rccl-tests write with {@code -x FILE -Z csv} or {@code -Z json} (ROCm/rccl-tests {@code src/common.cu},
 * class Reporter). CSV has a header and a line per record, JSON a list of objects; older versions write the objects one per line
 * without commas. Keys, in any case:
 *
 * <pre>
 * numCycle                         passed over; cycles are repetitions
 * collective | name                "AllReduce", the collective
 * nodes, ranks, ranksPerNode       with MPI
 * gpusPerRank                      with MPI: GPUs of a process
 * gpus                             without MPI, in place of the four
 * size, time                       bytes of the larger of input and output; us
 * type, redop                      element type and operation; passed over
 * inPlace                          1 or 0
 * algBw, busBw                     GB/s
 * #wrong | wrong                   elements, or N/A
 * </pre>
 *
 * Versions without numCycle write the nodes into each row of CSV, but not into its header.
 * With several GPUs per process, records do not state whether {@code ranks} counts processes or GPUs; the ratio of the
 * two bandwidths decides, otherwise the user must. O(records) of time and memory.
 */
public final class RcclTestsRecords {
    private static final String ADVICE = "Give the complete output of rccl-tests with -Z csv or -Z json.";
    private static final String NODES = "nodes";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The key that records of one run share. */
    private record Key(String type, int ranks, int nodes, int gpus) {
        /**
         * Checks the product for overflow.
         *
         * @throws ArithmeticException when no {@code int} holds the number of GPUs
         */
        Key {
            Math.multiplyExact(ranks, gpus);
        }

        /** The number of ranks if {@code ranks} counts processes. */
        int all() {
            return ranks * gpus;
        }
    }

    private final Path file;
    private final TimingOptions options;
    private final BenchFindings findings;
    private final Map<Key, BenchRun> runs = new LinkedHashMap<>();
    /** What is wrong with the last record of a file that ends inside it. */
    private Optional<CalibrationException> incomplete = Optional.empty();

    private RcclTestsRecords(Path file, TimingOptions options) {
        this.file = file;
        this.options = options;
        findings = new BenchFindings(file.toString());
    }

    /** Whether a line is the header of such a CSV file. */
    public static boolean isHeader(String text) {
        List<String> names = List.of(text.toLowerCase(Locale.ROOT)
                .replace(separator(text), ',')
                .replaceAll("[\\s\"]", "")
                .split(","));
        return names.contains("algbw") && names.contains("inplace") && names.contains("size");
    }

    /** A spreadsheet may have replaced the commas by tabs or semicolons. */
    private static char separator(String header) {
        if (header.indexOf(',') >= 0) {
            return ',';
        }
        return header.indexOf(';') >= 0 ? ';' : '\t';
    }

    /**
     * Reads CSV.
     *
     * @throws CalibrationException with file and line when a record is malformed, or as {@link NcclTestsText#read} does
     */
    public static TimingLog csv(Path file, TimingOptions options) {
        RcclTestsRecords reader = new RcclTestsRecords(file, options);
        List<String> names = List.of();
        char separator = ',';
        try (LogLines lines = new LogLines(file)) {
            for (String text = lines.next(); text != null; text = lines.next()) {
                if (isHeader(text)) {
                    separator = separator(text);
                    names = reader.cells(
                            "line " + lines.number(),
                            text.toLowerCase(Locale.ROOT).replace(separator, ','));
                } else if (!names.isEmpty() && !text.isBlank()) {
                    reader.csv(lines, names, text.replace(separator, ','));
                }
            }
        } catch (IOException e) {
            throw new CalibrationException(file + ": cannot be read: " + IoReason.of(e), ADVICE, e);
        }
        return reader.log();
    }

    private void csv(LogLines lines, List<String> names, String text) {
        try {
            csv("line " + lines.number(), names, text);
        } catch (CalibrationException e) {
            if (!lines.endsInside()) {
                throw e;
            }
            incomplete = Optional.of(e);
            findings.incompleteRow(lines.number());
        }
    }

    private void csv(String where, List<String> names, String text) {
        List<String> cells = cells(where, text);
        List<String> columns = cells.size() == names.size() + 1 ? withNodes(names) : names;
        if (cells.size() != columns.size()) {
            throw bad(where, text, null);
        }
        Map<String, String> record = new HashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            record.put(columns.get(i), cells.get(i));
        }
        add(where, record, text);
    }

    /** The columns of a header that lacks the nodes, which precede the ranks in its rows. */
    private static List<String> withNodes(List<String> names) {
        List<String> columns = new ArrayList<>(names);
        int ranks = names.indexOf("ranks");
        if (ranks >= 0 && !names.contains(NODES)) {
            columns.add(ranks, NODES);
        }
        return columns;
    }

    private List<String> cells(String where, String text) {
        try {
            return CsvCells.of(text);
        } catch (IllegalArgumentException e) {
            throw bad(where, text, e);
        }
    }

    /**
     * Reads JSON: a list, or a sequence of objects. A file that ends early gives its complete records and a warning.
     *
     * @throws CalibrationException as {@link #csv}
     */
    public static TimingLog json(Path file, TimingOptions options) {
        RcclTestsRecords reader = new RcclTestsRecords(file, options);
        try (InputStream in = Gzip.open(file);
                MappingIterator<JsonNode> all = JSON.readerFor(JsonNode.class).readValues(in)) {
            reader.all(all);
        } catch (JsonProcessingException e) {
            throw reader.bad(e);
        } catch (IOException e) {
            throw new CalibrationException(file + ": cannot be read: " + IoReason.of(e), ADVICE, e);
        }
        return reader.log();
    }

    private void all(MappingIterator<JsonNode> all) throws IOException {
        int records = 0;
        try {
            while (all.hasNextValue()) {
                String where = "line " + all.getCurrentLocation().getLineNr();
                JsonNode node = all.nextValue();
                Map<String, String> record = new HashMap<>();
                node.fields()
                        .forEachRemaining(f -> record.put(
                                f.getKey().toLowerCase(Locale.ROOT),
                                f.getValue().asText()));
                add(where, record, node.toString());
                records++;
            }
        } catch (JsonProcessingException e) {
            if (!JsonFault.isAtEnd(all.getParser())) {
                throw e;
            }
            incomplete = Optional.of(bad(e));
            findings.incomplete(JsonFault.line("", e), Counted.of(records, "complete record"));
        }
    }

    private void add(String where, Map<String, String> record, String text) {
        try {
            String name = record.getOrDefault("collective", record.getOrDefault("name", ""));
            Key key = new Key(
                    name.isEmpty() ? "" : BenchRun.typeOf(name),
                    whole(record, record.containsKey("ranks") ? "ranks" : "gpus", 0),
                    whole(record, NODES, 0),
                    record.containsKey("ranks") ? whole(record, "gpusperrank", 1) : 1);
            BenchRow row = new BenchRow(
                    where,
                    whole(record, "inplace", 0) == 1,
                    Long.parseLong(required(record, "size")),
                    Double.parseDouble(required(record, "time")),
                    0,
                    Double.parseDouble(record.getOrDefault("algbw", "NaN")),
                    Double.parseDouble(record.getOrDefault("busbw", "NaN")),
                    wrong(record.getOrDefault("#wrong", record.getOrDefault("wrong", "N/A"))));
            runs.computeIfAbsent(key, k -> run(k, where)).add(row);
        } catch (NumberFormatException | ArithmeticException e) {
            throw bad(where, text, e);
        }
    }

    private static BenchRun run(Key key, String where) {
        BenchRun run = new BenchRun();
        if (!key.type.isEmpty()) {
            run.type(key.type, where);
        }
        return run;
    }

    private static int whole(Map<String, String> record, String name, int otherwise) {
        String text = record.get(name);
        return text == null ? otherwise : Integer.parseInt(text);
    }

    private static String required(Map<String, String> record, String name) {
        String text = record.get(name);
        if (text == null) {
            throw new NumberFormatException(name);
        }
        return text;
    }

    private static double wrong(String text) {
        return text.equals("N/A") ? 0 : Double.parseDouble(text);
    }

    private CalibrationException bad(JsonProcessingException fault) {
        return new CalibrationException(file + JsonFault.notJson(", ", fault), ADVICE, fault);
    }

    private CalibrationException bad(String where, String text, Exception cause) {
        String shown = text.length() > 200 ? text.substring(0, 200) + "..." : text;
        return new CalibrationException(file + ", " + where + ": not a timing: " + shown, ADVICE, cause);
    }

    private TimingLog log() {
        BenchJudge judge = new BenchJudge(file, options, findings);
        List<CollectiveTiming> timings = new ArrayList<>();
        runs.forEach((key, run) -> {
            if (key.ranks > 0) {
                run.ranks(ranks(key, run), key.nodes, run.rows().get(0).where());
            }
            timings.addAll(judge.timings(run));
        });
        if (timings.isEmpty()) {
            throw incomplete.orElseGet(() -> new CalibrationException(file + ": no timing found", ADVICE));
        }
        return new TimingLog(timings, findings.report());
    }

    /** The number of ranks, deciding by the bandwidths whether {@code ranks} counts processes or GPUs. */
    private int ranks(Key key, BenchRun run) {
        if (key.gpus <= 1) {
            return key.ranks;
        }
        BenchRow row = BusFactor.widest(run.rows());
        int all = key.all();
        boolean processes = row != null && BusFactor.contradicts(row, key.type, key.ranks);
        boolean gpus = row != null && BusFactor.contradicts(row, key.type, all);
        if (processes == gpus) {
            if (options.ranks() == key.ranks || options.ranks() == all) {
                return options.ranks();
            }
            throw new CalibrationException(
                    file + ", " + run.rows().get(0).where() + ": " + key.ranks + " ranks with " + key.gpus
                            + " GPUs each are " + key.ranks + " or " + all + " ranks; the bandwidths do not decide",
                    "Say it with 'etude calibrate --timings FILE --ranks N' (t -> t.ranks(N)).");
        }
        int found = processes ? all : key.ranks;
        findings.info(
                run.rows().get(0).where(),
                found + " ranks were assumed",
                "the file states " + key.ranks + " ranks with " + key.gpus + " GPUs each; busBw / algBw decides",
                "their times count as those of " + found + " ranks");
        return found;
    }
}
