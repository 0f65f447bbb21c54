// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.config.JsonFault;
import org.etude.report.Gzip;
import org.etude.report.IoReason;
import org.etude.trace.load.PickleStart;

/**
 * Reads the dump of a rank: {@code torch/csrc/distributed/c10d/FlightRecorder.hpp} and {@code
 * FlightRecorderDetail.hpp}, versions 2.x, as pickle ({@link SafePickle}) or JSON, detected by its beginning. One
 * dict:
 *
 * <pre>
 * version          "2.4"; 1.x has other records and is refused
 * pg_status        counters of each group ({@link ProgressReader})
 * pg_config        {NAME: {"name": NAME, "desc": "default_pg", "ranks": "[0, 1]"}}      global ranks
 * entries          [{
 *   record_id                       number on the rank; the buffer overwrites the oldest, so the first may be above 0
 *   process_group                   (NAME, DESCRIPTION); pg_id where it is missing
 *   collective_seq_id, p2p_seq_id, op_id, is_p2p      seq_id in version 2.0
 *   profiling_name                  "nccl:all_reduce", "nccl:send 0->1", "nccl:recv 1<-0" (ranks of the group)
 *   input_sizes, output_sizes       [[dimension, ...], ...];  input_dtypes, output_dtypes  ["Float", ...]
 *   state                           "scheduled", "started" or "completed"; of some backends always "scheduled" ({@link HostBackends})
 *   time_created_ns, time_discovered_started_ns, time_discovered_completed_ns      None or 0: not seen
 *   retired, timeout_ms, frames     [{"name", "filename", "line"}, ...], innermost first; pickle only
 * }, ...]
 * </pre>
 *
 * Other keys (nccl_comm_state, comm_lib_version, ...) are ignored. The rank is taken from the file name.
 * O(bytes).
 */
final class FlightReader {
    private static final String ADVICE = "Copy the file again, or leave it out.";
    /** A member of a list in text form, between commas and brackets. */
    private static final Pattern MEMBER = Pattern.compile("[^\\s,\\[\\](){}]+");

    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,9}");

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private FlightReader() {}

    /**
     * Reads a file.
     *
     * @throws FlightException with file and byte or line when it is not a valid dump
     */
    static FlightDump read(Path file, int rank) {
        try (InputStream in = new BufferedInputStream(Gzip.open(file))) {
            in.mark(2);
            boolean pickle = PickleStart.isOne(in.read(), in.read());
            in.reset();
            return dump(file, rank, pickle ? SafePickle.read(in) : JSON.readValue(in, Object.class));
        } catch (JsonProcessingException e) {
            throw new FlightException(
                    file + JsonFault.line(", ", e) + ": is neither a pickle nor JSON: " + JsonFault.reason(e),
                    ADVICE,
                    e);
        } catch (PickleFault | EOFException e) {
            throw new FlightException(file + ": " + e.getMessage(), ADVICE, e);
        } catch (IOException e) {
            throw new FlightException(file + ": cannot be read: " + IoReason.of(e), ADVICE, e);
        }
    }

    private static FlightDump dump(Path file, int rank, Object root) {
        FlightValues values = new FlightValues(root, file.toString());
        String version = values.text("version", "");
        if (version.isEmpty()) {
            throw new FlightException(
                    file + ": is not a dump of the flight recorder: field \"version\" is missing", ADVICE);
        }
        if (!version.startsWith("2.")) {
            throw new FlightException(
                    file + ": version \"" + version + "\" of the flight recorder is not supported, only 2.x",
                    "Record with PyTorch 2.5 or later.");
        }
        List<FlightEntry> entries = new ArrayList<>();
        List<?> records = values.list("entries");
        EntryReader reader = new EntryReader();
        for (int i = 0; i < records.size(); i++) {
            entries.add(reader.read(new FlightValues(records.get(i), file + ", entry " + i)));
        }
        Map<String, List<Integer>> groups = groups(file, values.value("pg_config"));
        Map<String, FlightProgress> progress =
                ProgressReader.read(values.value("pg_status"), file.toString(), rank, records, entries, groups);
        return new FlightDump(rank, file.toString(), version, entries, groups, progress);
    }

    private static Map<String, List<Integer>> groups(Path file, Object config) {
        Map<String, List<Integer>> groups = new HashMap<>();
        if (config instanceof Map<?, ?> listed) {
            listed.forEach((name, group) -> {
                FlightValues values = new FlightValues(group, file + ", pg_config " + name);
                groups.put(String.valueOf(name), ranks(values));
            });
        }
        return groups;
    }

    /** Ranks of a group: a text that lists them, or the list itself. */
    private static List<Integer> ranks(FlightValues values) {
        List<Integer> ranks = new ArrayList<>();
        if (values.value("ranks") instanceof List<?> listed) {
            listed.forEach(rank -> ranks.add(rank(values, rank)));
            return ranks;
        }
        Matcher member = MEMBER.matcher(values.text("ranks", ""));
        while (member.find()) {
            String text = member.group();
            if (text.chars().anyMatch(c -> c >= '0' && c <= '9')) {
                ranks.add(rank(values, WHOLE.matcher(text).matches() ? Integer.valueOf(text) : text));
            }
        }
        return ranks;
    }

    private static int rank(FlightValues values, Object rank) {
        if (rank instanceof Integer || rank instanceof Long) {
            long whole = ((Number) rank).longValue();
            if (whole >= 0 && whole <= Integer.MAX_VALUE) {
                return (int) whole;
            }
        }
        throw values.bad("ranks", "a rank", rank);
    }
}
