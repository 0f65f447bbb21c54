// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.etude.report.AtomicFiles;
import org.etude.report.Progress;

/**
 * Writes events in the Trace Event Format that Perfetto and chrome://tracing open. The format uses microseconds; whole
 * nanoseconds are written without rounding.
 */
public final class ChromeTraceWriter {
    private static final int EVENTS_BETWEEN_CHECKS = 1 << 16;
    private static final int NANO_DIGITS = 3;

    private final JsonGenerator json;
    private long events;
    private long arrows;

    private ChromeTraceWriter(JsonGenerator json) {
        this.json = json;
    }

    /** Writes the events of a file. */
    @FunctionalInterface
    public interface Body {
        /** Writes all events, in any order. */
        void write(ChromeTraceWriter events) throws IOException;
    }

    /** Writes fields of an object. */
    @FunctionalInterface
    public interface Fields {
        /** Writes the fields. */
        void write(JsonGenerator json) throws IOException;
    }

    /**
     * Writes a file completely or not at all.
     *
     * @param head fields before the events
     * @throws IOException when it cannot be written
     */
    public static void write(Path file, Fields head, Body body) throws IOException {
        AtomicFiles.write(file, out -> {
            // The writer of the file owns the stream.
            try (JsonGenerator json =
                    new JsonFactory().createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
                json.writeStartObject();
                head.write(json);
                json.writeArrayFieldStart("traceEvents");
                body.write(new ChromeTraceWriter(json));
                json.writeEndArray();
                json.writeEndObject();
            }
        });
    }

    /**
     * Names a process or a thread.
     *
     * @param what process_name or thread_name
     */
    public void name(String what, int process, int thread, String name) throws IOException {
        begin(name(what), "M", process, thread);
        args(args -> args.writeStringField("name", name));
        end();
    }

    /** Names a process and sets its position among the processes in a viewer: ascending by number. */
    void process(int process, String name) throws IOException {
        name("process_name", process, 0, name);
        begin(name("process_sort_index"), "M", process, 0);
        args(args -> args.writeNumberField("sort_index", process));
        end();
    }

    private static Fields name(String name) {
        return json -> json.writeStringField("name", name);
    }

    /**
     * Starts an event; {@link #end()} ends it.
     *
     * @param phase X for a slice, b and e for the ends of an asynchronous one
     */
    public void begin(String name, String category, String phase, int process, int thread) throws IOException {
        begin(
                head -> {
                    head.writeStringField("name", name);
                    head.writeStringField("cat", category);
                },
                phase,
                process,
                thread);
    }

    private void begin(Fields head, String phase, int process, int thread) throws IOException {
        if (events++ % EVENTS_BETWEEN_CHECKS == 0) {
            Progress.checkInterrupted();
        }
        json.writeStartObject();
        head.write(json);
        json.writeStringField("ph", phase);
        json.writeNumberField("pid", process);
        json.writeNumberField("tid", thread);
    }

    /** A time of the event in whole nanoseconds. */
    public void nanos(String field, long nanos) throws IOException {
        json.writeNumberField(field, BigDecimal.valueOf(nanos, NANO_DIGITS));
    }

    /** A time of the event in microseconds. */
    public void micros(String field, double micros) throws IOException {
        json.writeNumberField(field, micros);
    }

    /** The number that the two ends of an asynchronous slice share. */
    public void id(long number) throws IOException {
        json.writeNumberField("id", number);
    }

    /** A point within a slice of a thread, where an arrow starts or ends. */
    record Anchor(int process, int thread, long nanos) {}

    /**
     * Draws an arrow from the slice open on one thread at some time to the slice open on another at the same time or
     * later; viewers drop arrows that go back in time.
     */
    void arrow(String name, Anchor from, Anchor to) throws IOException {
        arrows++;
        arrowEnd(name, "s", from);
        end();
        arrowEnd(name, "f", to);
        // Binds to the enclosing slice rather than to the next one.
        json.writeStringField("bp", "e");
        end();
    }

    private void arrowEnd(String name, String phase, Anchor at) throws IOException {
        begin(name, name, phase, at.process, at.thread);
        nanos("ts", at.nanos);
        id(arrows);
    }

    /** Writes the value of a process's counter from some time on. */
    void counter(String name, int process, long nanos, Fields value) throws IOException {
        begin(name, "counter", "C", process, 0);
        nanos("ts", nanos);
        args(value);
        end();
    }

    /** Details that a viewer shows with the event. */
    public void args(Fields args) throws IOException {
        json.writeObjectFieldStart("args");
        args.write(json);
        json.writeEndObject();
    }

    /** Ends the event. */
    public void end() throws IOException {
        json.writeEndObject();
    }
}
