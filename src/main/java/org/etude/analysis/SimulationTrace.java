package org.etude.analysis;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Locale;
import org.etude.et.graph.EtNodeType;
import org.etude.report.AtomicFiles;
import org.etude.report.IoReason;
import org.etude.report.Progress;
import org.etude.sim.result.OpColumns;
import org.etude.sim.result.PhaseColumns;
import org.etude.sim.result.SimulationResult;
import org.etude.spec.CollectiveType;
import org.etude.spec.SimulationException;

/**
 * Writes a simulated run as a Chrome trace, which Perfetto and chrome://tracing open: one process per rank; in it a thread for
 * compute, host, communication and memory, one for receives, and one for each queue of collectives when phases are recorded.
 * What runs side by side in one of them goes to further threads, as viewers want slices of a thread nested. Times in us.
 */
public final class SimulationTrace {
    private static final int ROWS_BETWEEN_CHECKS = 1 << 16;
    private static final int NANO_DIGITS = 3;

    private final SimulationResult result;
    private final OpColumns ops;
    private final JsonGenerator json;
    private final TraceThreads threads;

    private SimulationTrace(SimulationResult result, OpColumns ops, JsonGenerator json) {
        this.result = result;
        this.ops = ops;
        this.json = json;
        threads = TraceThreads.of(ops, result.phases().orElse(null), result.ticks());
    }

    /**
     * Writes a file whole or not at all. What was running when the run was stopped reaches to that moment.
     *
     * @throws SimulationException when ops were not recorded or the file cannot be written
     */
    public static void write(SimulationResult result, Path file) {
        OpColumns ops = result.ops()
                .orElseThrow(() -> new SimulationException(
                        "the run recorded no ops", "Record OPS, and COLLECTIVES for the phases too."));
        try {
            AtomicFiles.write(file, out -> {
                // The stream belongs to the writer of the file.
                try (JsonGenerator json =
                        new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
                    new SimulationTrace(result, ops, json).write();
                }
            });
        } catch (IOException e) {
            throw new SimulationException(
                    file + ": cannot be written: " + IoReason.of(e),
                    IoReason.advice(e, "Choose a directory that can be written."));
        }
    }

    private void write() throws IOException {
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ns");
        json.writeArrayFieldStart("traceEvents");
        names();
        ops();
        if (result.phases().isPresent()) {
            phases(result.phases().get());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void names() throws IOException {
        int before = -1;
        for (TraceThreads.Thread thread : threads.used()) {
            if (thread.rank() != before) {
                name("process_name", thread.rank(), 0, "rank " + thread.rank());
                before = thread.rank();
            }
            name("thread_name", thread.rank(), thread.number(), thread.name());
        }
    }

    private void name(String what, int rank, int thread, String name) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", what);
        json.writeStringField("ph", "M");
        json.writeNumberField("pid", rank);
        json.writeNumberField("tid", thread);
        json.writeObjectFieldStart("args");
        json.writeStringField("name", name);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void ops() throws IOException {
        for (int row = 0; row < ops.size(); row++) {
            check(row);
            if (ops.issued(row) >= 0) {
                EtNodeType type = ops.type(row);
                long end = ops.ended(row) < 0 ? result.ticks() : ops.ended(row);
                begin(
                        ops.name(row),
                        type.name().toLowerCase(Locale.ROOT),
                        ops.rank(row),
                        threads.ofOp(row),
                        ops.issued(row),
                        end);
                json.writeObjectFieldStart("args");
                json.writeNumberField("node", ops.node(row));
                json.writeStringField("resource", ops.resource(row));
                if (ops.ended(row) < 0) {
                    json.writeBooleanField("unfinished", true);
                }
                json.writeEndObject();
                json.writeEndObject();
            }
        }
    }

    private void phases(PhaseColumns phases) throws IOException {
        for (int row = 0; row < phases.size(); row++) {
            check(row);
            int kind = phases.kind()[row];
            String what =
                    kind < 0 ? "custom" : CollectiveType.values()[kind].name().toLowerCase(Locale.ROOT);
            begin(
                    what + " chunk " + phases.chunk()[row],
                    "phase",
                    phases.rank()[row],
                    threads.ofPhase(row),
                    phases.started()[row],
                    phases.ended()[row]);
            json.writeObjectFieldStart("args");
            json.writeNumberField("node", phases.node()[row]);
            json.writeNumberField("dim", phases.dim()[row]);
            json.writeNumberField("bytes", phases.bytes()[row]);
            json.writeNumberField("queued_ns", phases.started()[row] - phases.entered()[row]);
            json.writeEndObject();
            json.writeEndObject();
        }
    }

    private static void check(int row) {
        if (row % ROWS_BETWEEN_CHECKS == 0) {
            Progress.checkInterrupted();
        }
    }

    private void begin(String name, String category, int rank, int thread, long from, long to) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeStringField("cat", category);
        json.writeStringField("ph", "X");
        json.writeNumberField("pid", rank);
        json.writeNumberField("tid", thread);
        json.writeNumberField("ts", BigDecimal.valueOf(from, NANO_DIGITS));
        json.writeNumberField("dur", BigDecimal.valueOf(to - from, NANO_DIGITS));
    }
}
