package org.etude.compat.triosim;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import org.etude.compat.triosim.trace.TimedMessage;
import org.etude.compat.triosim.trace.TimedOp;
import org.etude.compat.triosim.trace.TrioSimException;
import org.etude.compat.triosim.trace.TrioSimException.Reason;
import org.etude.report.AtomicFiles;
import org.etude.report.Progress;

/**
 * Writes a timeline as a Chrome trace, which Perfetto and chrome://tracing open: a process a GPU, a thread a micro-batch; messages
 * as asynchronous slices of who receives them, since several may be in flight at once. Times in us.
 */
public final class TrioSimChromeTrace {
    private static final double US = 1e6;

    private final JsonGenerator json;

    private TrioSimChromeTrace(JsonGenerator json) {
        this.json = json;
    }

    /**
     * Writes a file, whole or not at all.
     *
     * @throws TrioSimException when it cannot be written
     */
    public static void write(TrioSimTimeline timeline, Path file) {
        try {
            AtomicFiles.write(file, out -> {
                // The stream belongs to the writer of the file.
                try (JsonGenerator json =
                        new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
                    new TrioSimChromeTrace(json).write(timeline);
                }
            });
        } catch (IOException e) {
            throw new TrioSimException(
                    Reason.INPUT, file + ": cannot be written: " + e.getMessage(), "Choose a folder that can be.");
        }
    }

    private void write(TrioSimTimeline timeline) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("traceEvents");
        for (TimedOp op : timeline.ops()) {
            Progress.checkInterrupted();
            begin(op.recorded().name(), op.recorded().stage().name(), "X", op.gpu(), op.microBatch(), op.start());
            json.writeNumberField("dur", (op.end() - op.start()) * US);
            json.writeEndObject();
        }
        for (TimedMessage message : timeline.messages()) {
            Progress.checkInterrupted();
            edge(message, "b", message.sent());
            edge(message, "e", message.arrived());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void edge(TimedMessage message, String phase, double time) throws IOException {
        begin(message.kind().label(), "message", phase, message.to(), message.microBatch(), time);
        json.writeNumberField("id", message.number());
        if (phase.equals("b")) {
            json.writeObjectFieldStart("args");
            json.writeNumberField("from", message.from());
            json.writeNumberField("bytes", message.bytes());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void begin(String name, String category, String phase, int gpu, int thread, double time)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeStringField("cat", category);
        json.writeStringField("ph", phase);
        json.writeNumberField("pid", gpu);
        json.writeNumberField("tid", thread);
        json.writeNumberField("ts", time * US);
    }
}
