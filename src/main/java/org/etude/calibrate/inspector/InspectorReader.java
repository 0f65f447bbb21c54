// SPDX-License-Identifier: Apache-2.0
package org.etude.calibrate.inspector;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.etude.calibrate.CalibrationException;
import org.etude.calibrate.CollectiveTiming;
import org.etude.calibrate.bench.BenchFindings;
import org.etude.config.JsonFault;
import org.etude.config.JsonWhole;
import org.etude.report.Counted;
import org.etude.report.Gzip;
import org.etude.report.IoReason;
import org.etude.report.Progress;

/**
 * Reads what the NCCL Inspector writes (NVIDIA/nccl {@code plugins/profiler/inspector/inspector_json.cc}, format v4.0 and later,
 * also in RCCL): JSON objects, one per line, a file per process.
 *
 * <pre>
 * header    {id, comm_name, rank, n_ranks, nnodes}
 * metadata  {inspector_output_format_version, dump_timestamp_us, hostname, pid, ...}
 * coll_perf {coll, coll_sn, coll_msg_size_bytes, coll_exec_time_us, coll_timing_source, coll_algobw_gbs, ...}
 * p2p_perf  {p2p, p2p_sn, p2p_peer, p2p_msg_size_bytes, p2p_exec_time_us, ...}
 * dump_stats {coll_dropped_since_last_dump, p2p_dropped_since_last_dump, ...}
 * </pre>
 *
 * Newer versions write header and metadata with dump_stats only; the records that follow inherit them. {@code
 * coll_msg_size_bytes} is a rank's contribution: for all-gather, reduce-scatter, all-to-all, gather and scatter the
 * buffer is n_ranks times that, unless algobw x time contradicts it. Other records (proxy_trace) and keys are skipped.
 * A file that ends inside a record was copied while being written; the record is skipped with a finding. O(bytes) of
 * time, O(longest record) of memory.
 */
final class InspectorReader {
    private static final String ADVICE =
            "Give the output of NCCL Inspector (NCCL_INSPECTOR_ENABLE=1), format v4.0 or later.";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double CLOSE = 0.02;
    private static final double GB_PER_US = 1e3;

    private final Path file;
    private final BenchFindings findings;
    private final Consumer<InspectorRecord> to;
    private final Map<InspectorComm, InspectorComm> comms = new HashMap<>();
    private final Map<String, String> types = new HashMap<>();
    private JsonNode header = JSON.createObjectNode();
    private JsonNode metadata = JSON.createObjectNode();
    private long dropped;
    private long hostTimed;
    private long line;

    private InspectorReader(Path file, BenchFindings findings, Consumer<InspectorRecord> to) {
        this.file = file;
        this.findings = findings;
        this.to = to;
    }

    /**
     * Reads a file.
     *
     * @throws CalibrationException with file and line when it is not JSON or a record lacks a mandatory field
     */
    static void read(Path file, BenchFindings findings, Consumer<InspectorRecord> to) {
        InspectorReader reader = new InspectorReader(file, findings, to);
        try (InputStream in = Gzip.open(file);
                MappingIterator<JsonNode> all = JSON.readerFor(JsonNode.class).readValues(in)) {
            reader.read(all);
        } catch (JsonProcessingException e) {
            if (endsInside(e)) {
                reader.cut();
                return;
            }
            throw new CalibrationException(file + JsonFault.notJson(", ", e), ADVICE, e);
        } catch (IOException e) {
            throw new CalibrationException(file + ": cannot be read: " + IoReason.of(e), ADVICE, e);
        }
        reader.report();
    }

    /** Whether the text ends inside a value. Jackson has separate exceptions for most such positions. */
    private static boolean endsInside(JsonProcessingException e) {
        return e instanceof JsonEOFException || JsonFault.reason(e).startsWith("Unexpected end-of-input");
    }

    private void cut() {
        findings.warning(
                file.getFileName() + ", line " + (line + 1),
                "the file ends inside a record",
                "it was copied while it was being written",
                "the record was skipped");
        report();
    }

    private void report() {
        if (dropped > 0) {
            findings.warning(
                    file.getFileName().toString(),
                    Counted.of(
                            dropped,
                            "record was overwritten before it was written",
                            "records were overwritten before they were written"),
                    "dump_stats says so",
                    "dump more often (NCCL_INSPECTOR_DUMP_THREAD_INTERVAL_MICROSECONDS)");
        }
        if (hostTimed > 0) {
            findings.warning(
                    file.getFileName().toString(),
                    hostTimed + " times are those of the host",
                    "their timing source is collective_cpu: no kernel was timed",
                    "they are those of the call, not of the transfer");
        }
    }

    private void read(MappingIterator<JsonNode> all) throws IOException {
        while (all.hasNextValue()) {
            line = all.getCurrentLocation().getLineNr();
            JsonNode node = all.nextValue();
            Progress.checkInterrupted();
            header = node.has("header") ? node.get("header") : header;
            metadata = node.has("metadata") ? node.get("metadata") : metadata;
            JsonNode stats = node.path("dump_stats");
            dropped += stats.path("coll_dropped_since_last_dump").asLong()
                    + stats.path("p2p_dropped_since_last_dump").asLong();
            if (node.has("coll_perf")) {
                record(node.get("coll_perf"), "coll", false);
            } else if (node.has("p2p_perf")) {
                record(node.get("p2p_perf"), "p2p", true);
            }
        }
    }

    private void record(JsonNode perf, String prefix, boolean message) {
        String name = perf.path(prefix).asText("");
        JsonNode size = perf.path(prefix + "_msg_size_bytes");
        JsonNode time = perf.path(prefix + "_exec_time_us");
        int ranks = JsonWhole.orElse(header.path("n_ranks"), 0);
        int rank = JsonWhole.orElse(header.path("rank"), -1);
        if (name.isEmpty()
                || !JsonWhole.isLong(size)
                || !time.isNumber()
                || ranks < 1
                || rank < 0
                || rank >= ranks
                || size.asLong() < 0
                || !(time.asDouble() >= 0 && time.asDouble() < Double.POSITIVE_INFINITY)
                || !message && !JsonWhole.isLong(perf.path("coll_sn"))) {
            throw bad("needs header.rank, header.n_ranks, " + prefix + ", its number, size and time", perf);
        }
        hostTimed += perf.path(prefix + "_timing_source").asText("").equals("collective_cpu") ? 1 : 0;
        String type = message ? "sendrecv" : types.computeIfAbsent(name, CollectiveTiming::typeOf);
        InspectorComm comm = new InspectorComm(
                header.path("id").asText(""),
                header.path("comm_name").asText("unknown"),
                ranks,
                header.path("nnodes").asInt(0));
        try {
            to.accept(new InspectorRecord(
                    comms.computeIfAbsent(comm, c -> c),
                    rank,
                    metadata.path("hostname").asText(""),
                    metadata.path("pid").asLong(0),
                    type,
                    message,
                    perf.path(prefix + "_sn").asLong(-1),
                    Math.multiplyExact(size.asLong(), times(type, ranks, size.asLong(), time.asDouble(), perf)),
                    time.asDouble()));
        } catch (ArithmeticException e) {
            throw bad("has more than 2^63 bytes", perf);
        }
    }

    /**
     * The factor from a record's size to the buffer's, by its bandwidth or otherwise by the definition of the
     * collective.
     */
    private static int times(String type, int ranks, long size, double micros, JsonNode perf) {
        double traffic = perf.path("coll_algobw_gbs").asDouble(0) * GB_PER_US * micros;
        if (traffic > 0 && size > 0 && ranks > 1) {
            double ratio = traffic / size;
            if (Math.abs(ratio / ranks - 1) < CLOSE || Math.abs(ratio - 1) < CLOSE) {
                return Math.abs(ratio / ranks - 1) < CLOSE ? ranks : 1;
            }
        }
        return switch (type) {
            case "all_gather", "reduce_scatter", "all_to_all", "gather", "scatter" -> ranks;
            default -> 1;
        };
    }

    private CalibrationException bad(String what, JsonNode perf) {
        String shown = perf.toString();
        return new CalibrationException(
                file + ", line " + line + ": a record " + what + ", found "
                        + (shown.length() > 160 ? shown.substring(0, 160) + "..." : shown),
                ADVICE);
    }
}
