package org.etude.sim;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import org.etude.report.AtomicFiles;
import org.etude.sim.collective.CollectiveKind;

/**
 * Writes a simulated run as a Chrome trace, which Perfetto and chrome://tracing open: a process a rank, a thread a
 * resource, and one for each queue when phases are recorded.
 */
public final class SimulationTrace {
    private static final String[] THREADS = {"cpu", "gpu", "comm", "none"};
    private static final int FIRST_QUEUE = 10;

    private SimulationTrace() {}

    /**
     * Writes a file whole or not at all.
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
                    json.writeStartObject();
                    json.writeStringField("displayTimeUnit", "ns");
                    json.writeArrayFieldStart("traceEvents");
                    ops(json, ops);
                    if (result.phases().isPresent()) {
                        phases(json, result.phases().get());
                    }
                    json.writeEndArray();
                    json.writeEndObject();
                }
            });
        } catch (IOException e) {
            throw new SimulationException(
                    file + ": cannot be written: " + e.getMessage(), "Choose a directory that can be written.");
        }
    }

    private static void ops(JsonGenerator json, OpColumns ops) throws IOException {
        for (int row = 0; row < ops.size(); row++) {
            if (ops.ended(row) >= 0) {
                String resource = ops.resource(row);
                int thread = java.util.Arrays.asList(THREADS).indexOf(resource);
                String kind = ops.type(row).name().toLowerCase(java.util.Locale.ROOT);
                begin(json, ops.name(row), kind, ops.rank(row), thread, ops.issued(row), ops.ended(row));
                json.writeObjectFieldStart("args");
                json.writeNumberField("node", ops.node(row));
                json.writeStringField("resource", resource);
                json.writeEndObject();
                json.writeEndObject();
            }
        }
    }

    private static void phases(JsonGenerator json, PhaseColumns phases) throws IOException {
        for (int row = 0; row < phases.size(); row++) {
            int kind = phases.kind()[row];
            String name =
                    (kind < 0 ? "custom" : CollectiveKind.values()[kind].name()) + " chunk " + phases.chunk()[row];
            int thread = FIRST_QUEUE + phases.queue()[row];
            begin(json, name, "phase", phases.rank()[row], thread, phases.started()[row], phases.ended()[row]);
            json.writeObjectFieldStart("args");
            json.writeNumberField("node", phases.node()[row]);
            json.writeNumberField("dim", phases.dim()[row]);
            json.writeNumberField("bytes", phases.bytes()[row]);
            json.writeNumberField("queued_ns", phases.started()[row] - phases.entered()[row]);
            json.writeEndObject();
            json.writeEndObject();
        }
    }

    private static void begin(
            JsonGenerator json, String name, String category, int rank, int thread, long from, long to)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeStringField("cat", category);
        json.writeStringField("ph", "X");
        json.writeNumberField("pid", rank);
        json.writeNumberField("tid", thread);
        json.writeNumberField("ts", java.math.BigDecimal.valueOf(from, 3));
        json.writeNumberField("dur", java.math.BigDecimal.valueOf(to - from, 3));
    }
}
