// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import java.io.IOException;
import java.nio.file.Path;
import org.etude.analysis.TraceJson.Name;
import org.etude.report.AtomicFiles;
import org.etude.report.Progress;

/**
 * Writes events in the Trace Event Format that Perfetto and chrome://tracing open. The format uses microseconds; whole
 * nanoseconds are written without rounding.
 */
public final class ChromeTraceWriter {
    private static final int EVENTS_BETWEEN_CHECKS = 1 << 16;
    private static final Name NAME = Name.of("name");
    private static final Name ID = Name.of("id");
    private static final Name ARGS = Name.of("args");
    private static final Name BINDING = Name.of("bp");
    private static final Name POSITION = Name.of("sort_index");
    private static final Name EVENTS = Name.of("traceEvents");
    /** Field of the time at which an event starts. */
    public static final Name START = Name.of("ts");
    /** Field of the duration of an event. */
    public static final Name DURATION = Name.of("dur");

    private final TraceJson json;
    private final EventHeads heads = new EventHeads();
    private long events;
    private long arrows;

    private ChromeTraceWriter(TraceJson json) {
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
        void write(TraceJson json) throws IOException;
    }

    /**
     * Writes a file completely or not at all.
     *
     * @param head fields before the events
     * @throws IOException when it cannot be written
     */
    public static void write(Path file, Fields head, Body body) throws IOException {
        AtomicFiles.write(file, out -> {
            try (TraceJson json = new TraceJson(out)) {
                json.open();
                head.write(json);
                json.openArray(EVENTS);
                body.write(new ChromeTraceWriter(json));
                json.closeArray();
                json.shut();
            }
        });
    }

    /**
     * Names a process or a thread.
     *
     * @param what process_name or thread_name
     */
    public void name(String what, int process, int thread, String name) throws IOException {
        begin(what, null, "M", process, thread);
        args(args -> args.text(NAME, name));
        end();
    }

    /** Names a process and sets its position among the processes in a viewer: ascending by number. */
    void process(int process, String name) throws IOException {
        name("process_name", process, 0, name);
        begin("process_sort_index", null, "M", process, 0);
        args(args -> args.whole(POSITION, process));
        end();
    }

    /**
     * Starts an event; {@link #end()} ends it.
     *
     * @param category its category, or null for none
     * @param phase X for a slice, b and e for the ends of an asynchronous one
     */
    public void begin(String name, String category, String phase, int process, int thread) throws IOException {
        if (events++ % EVENTS_BETWEEN_CHECKS == 0) {
            Progress.checkInterrupted();
        }
        json.open();
        json.text(NAME, name);
        json.fields(heads.of(category, phase, process, thread));
    }

    /** A time of the event in whole nanoseconds. */
    void nanos(Name field, long nanos) throws IOException {
        json.thousandths(field, nanos);
    }

    /** A time of the event in microseconds. */
    public void micros(Name field, double micros) throws IOException {
        json.decimal(field, micros);
    }

    /** The number that the two ends of an asynchronous slice share. */
    public void id(long number) throws IOException {
        json.whole(ID, number);
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
        json.text(BINDING, "e");
        end();
    }

    private void arrowEnd(String name, String phase, Anchor at) throws IOException {
        begin(name, name, phase, at.process, at.thread);
        nanos(START, at.nanos);
        id(arrows);
    }

    /** Writes the value of a process's counter from some time on. */
    void counter(String name, int process, long nanos, Fields value) throws IOException {
        begin(name, "counter", "C", process, 0);
        nanos(START, nanos);
        args(value);
        end();
    }

    /** Details that a viewer shows with the event. */
    public void args(Fields args) throws IOException {
        json.open(ARGS);
        args.write(json);
        json.shut();
    }

    /** Ends the event. */
    public void end() throws IOException {
        json.shut();
    }
}
