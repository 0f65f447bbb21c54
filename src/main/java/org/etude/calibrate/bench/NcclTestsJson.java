// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.bench;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.config.JsonFault;
import org.etude.config.JsonWhole;
import org.etude.report.Counted;
import org.etude.report.Gzip;
import org.etude.report.IoReason;
import org.etude.spec.TimingOptions;

/**
 * Reads the JSON of nccl-tests 2.17 and later ({@code -J FILE}; NVIDIA/nccl-tests {@code src/util.cu}), versions 1 to 4. One object:
 *
 * <pre>
 * args[]                           the command line; its program names the collective
 * config {nthreads, ngpus, iterations, devices[{rank, group, hostname}]}
 * out_of_bounds {count, okay}, errors[]   what the benchmark found wrong
 * results[{size, experiment_name, out_of_place, in_place, out_of_place_per_iter, in_place_per_iter, actual_iterations}]
 *   out_of_place {time, alg_bw, bus_bw, nwrong}        null where a side was not timed; cpu_time with -C 1
 *   out_of_place_per_iter {avg_us, stdev_us, times_us[]}     with -I 1
 * </pre>
 *
 * Booleans are texts, and a value that is not a number is {@code "nan"}. A process lists only its first GPU, so the
 * listed ranks are extended to whole processes. The standard deviation of the iterations divided by the square root of
 * their number is the standard error of the mean. Other content is skipped, in any order. A file that ends early gives its
 * complete results and a warning. Results are read one by one: O(size of a result) of memory.
 */
public final class NcclTestsJson {
    private static final String ADVICE = "Give the complete output of nccl-tests with -J FILE.";
    /** Characters of a fault that are shown. */
    private static final int SHOWN = 100;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final TimingOptions options;
    private final BenchFindings findings;
    private final Map<String, BenchRun> runs = new LinkedHashMap<>();
    private String program = "";
    private JsonNode config = JSON.createObjectNode();
    private int results;
    private int untimed;
    /** What is wrong with a file that ends early. */
    private Optional<CalibrationException> incomplete = Optional.empty();

    private NcclTestsJson(Path file, TimingOptions options) {
        this.file = file;
        this.options = options;
        findings = new BenchFindings(file.toString());
    }

    /**
     * Reads a file.
     *
     * @throws CalibrationException with file and line when it has another format, or as {@link NcclTestsText#read} does
     */
    public static TimingLog read(Path file, TimingOptions options) {
        NcclTestsJson reader = new NcclTestsJson(file, options);
        try (InputStream in = Gzip.open(file);
                JsonParser parser = JSON.createParser(in)) {
            reader.whole(parser);
        } catch (JsonProcessingException e) {
            throw reader.bad(e);
        } catch (IOException e) {
            throw new CalibrationException(file + ": cannot be read: " + IoReason.of(e), ADVICE, e);
        }
        return reader.log();
    }

    /** Uses the results that a stopped benchmark completed: the file states before them what was measured. */
    private void whole(JsonParser parser) throws IOException {
        try {
            root(parser);
        } catch (JsonProcessingException e) {
            if (!JsonFault.isAtEnd(parser)) {
                throw e;
            }
            incomplete = Optional.of(bad(e));
            findings.incomplete(JsonFault.line("", e), Counted.of(results, "complete result"));
        }
    }

    private CalibrationException bad(JsonProcessingException fault) {
        return new CalibrationException(file + JsonFault.notJson(", ", fault), ADVICE, fault);
    }

    private void root(JsonParser parser) throws IOException {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonToken token = parser.nextToken();
            if (key.equals("results") && token == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    result(JSON.readTree(parser), results);
                    results++;
                }
            } else if (key.equals("args")) {
                program = JSON.<JsonNode>readTree(parser).path(0).asText("");
            } else if (key.equals("config")) {
                config = JSON.readTree(parser);
            } else if (key.equals("out_of_bounds") || key.equals("errors")) {
                faults(key, JSON.readTree(parser));
            } else {
                parser.skipChildren();
            }
        }
    }

    /** Reports whether the benchmark states that it failed: {@code out_of_bounds {count, okay}}, {@code errors []}. */
    private void faults(String key, JsonNode said) {
        boolean failed = said.isArray()
                ? says(said)
                : said.path("okay").asText("").equals("false")
                        || said.path("count").asLong(0) > 0;
        if (failed) {
            String text = said.toString();
            findings.warning(
                    key,
                    "the benchmark reports faults: " + text.substring(0, Math.min(SHOWN, text.length())),
                    "its checks or a call failed",
                    "times of a faulty run were used");
        }
    }

    /** Whether a list contains a text: without an error the benchmark writes NCCL's last error, {@code ""}. */
    private static boolean says(JsonNode errors) {
        for (JsonNode error : errors) {
            if (error.isContainerNode()
                    ? !error.isEmpty()
                    : !error.isNull() && !error.asText().isBlank()) {
                return true;
            }
        }
        return false;
    }

    private void result(JsonNode result, int index) {
        String where = "result " + index;
        if (!JsonWhole.isLong(result.path("size"))) {
            throw bad(where + ": has no size");
        }
        String named = result.path("experiment_name").asText("");
        String type = BenchRun.isType(named) ? BenchRun.typeOf(named) : "";
        BenchRun run = runs.computeIfAbsent(type, k -> new BenchRun());
        side(run, result, "out_of_place", where);
        side(run, result, "in_place", where);
    }

    private void side(BenchRun run, JsonNode result, String side, String where) {
        JsonNode times = result.path(side);
        if (!times.isObject()) {
            return;
        }
        if (times.has("cpu_time")) {
            throw new CalibrationException(
                    file + ", " + where + ": the times are those of the host (cpu_time), not of the collective",
                    "Run the benchmark without -C 1.");
        }
        if (!times.path("time").isNumber()) {
            untimed++;
            return;
        }
        run.add(new BenchRow(
                where,
                side.equals("in_place"),
                result.path("size").asLong(),
                times.path("time").asDouble(),
                error(
                        result.path(side + "_per_iter"),
                        result.path("actual_iterations").asInt(0)),
                times.path("alg_bw").asDouble(Double.NaN),
                times.path("bus_bw").asDouble(Double.NaN),
                times.path("nwrong").asDouble(0)));
    }

    /** Relative standard error of the mean of iterations. */
    private static double error(JsonNode each, int iterations) {
        int samples = each.path("times_us").size() > 0 ? each.path("times_us").size() : iterations;
        double mean = each.path("avg_us").asDouble(0);
        double deviation = each.path("stdev_us").asDouble(0);
        return samples > 0 && mean > 0 && deviation > 0 ? deviation / mean / Math.sqrt(samples) : 0;
    }

    private CalibrationException bad(String what) {
        return new CalibrationException(file + ", " + what, ADVICE);
    }

    private TimingLog log() {
        BenchJudge judge = new BenchJudge(file, options, findings);
        List<CollectiveTiming> timings = new ArrayList<>();
        runs.forEach((named, run) -> {
            describe(run, named);
            timings.addAll(judge.timings(run));
        });
        if (untimed > 0) {
            findings.warning(
                    "", Counted.of(untimed, "result") + " without a time", "the benchmark wrote no number", "skipped");
        }
        if (timings.isEmpty()) {
            throw incomplete.orElseGet(() -> new CalibrationException(file + ": no timing found", ADVICE));
        }
        return new TimingLog(timings, findings.report());
    }

    private void describe(BenchRun run, String named) {
        String called = program.isEmpty() || !BenchRun.isType(program) ? "" : BenchRun.typeOf(program);
        if (!named.isEmpty() && !called.isEmpty() && !named.equals(called)) {
            throw bad("experiment_name: says " + named + ", the command line says " + called);
        }
        if (!named.isEmpty()) {
            run.type(named, "experiment_name");
        } else if (!called.isEmpty() || program.endsWith("_perf")) {
            run.type(program, "args");
        }
        run.perProcess(config.path("nthreads").asInt(1) * config.path("ngpus").asInt(1));
        for (JsonNode device : config.path("devices")) {
            if (device.path("rank").asInt(-1) < 0) {
                throw bad("config: a device without a rank: " + device);
            }
            run.device(
                    device.path("rank").asInt(),
                    device.path("group").asInt(0),
                    device.path("hostname").asText(""));
        }
    }
}
