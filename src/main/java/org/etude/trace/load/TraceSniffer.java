// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.etude.trace.file.TraceKind;
import org.etude.trace.file.TraceSource;
import org.etude.trace.json.BadJson;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonNumber;

/** Detects from the beginning of a file what it holds. */
public final class TraceSniffer {
    private static final JsonKeys KEYS = JsonKeys.of(
            "traceEvents",
            "nodes",
            "schema",
            "distributedInfo",
            "workload_graph",
            "pg_config",
            "pg_status",
            "coll_perf",
            "p2p_perf",
            "dump_stats",
            "header",
            "metadata");
    /** Keys of the Inspector's lines about a communicator and about itself. */
    private static final JsonKeys COMMUNICATOR = JsonKeys.of("n_ranks");

    private static final JsonKeys INSPECTOR_FORMAT = JsonKeys.of("inspector_output_format_version");
    private static final JsonKeys PHASE = JsonKeys.of("ph");
    private static final int ARRAY_LOOKED_AT = 64;
    /** Bytes to read at a time; what a file holds is mostly in the first. */
    private static final int WINDOW = 1 << 12;

    private static final JsonKeys RANK = JsonKeys.of("rank");
    /** Files in which no trace has started by this offset are not traces. */
    private static final long FARTHEST = 16L << 20;

    private TraceSniffer() {}

    /**
     * What a file holds.
     *
     * @param kind host, device, another recording, other or unreadable; a linked trace starts like a host trace
     * @param rank rank by distributedInfo if that precedes the events, or -1
     */
    record Sniff(TraceKind kind, int rank) {}

    /** Examines a file; an unreadable one is UNREADABLE, and reading it completely reports why. */
    static Sniff look(TraceSource source) {
        try (InputStream in = source.openBeginning()) {
            return look(new JsonCursor(in, WINDOW));
        } catch (IOException | UncheckedIOException | BadJson e) {
            return new Sniff(TraceKind.UNREADABLE, -1);
        }
    }

    /** Whether a file starts like a host or device trace. */
    public static boolean isTrace(Path file) {
        TraceKind kind = look(new TraceSource(file, "", "", String.valueOf(file.getFileName()), true))
                .kind();
        return kind == TraceKind.HOST || kind == TraceKind.DEVICE;
    }

    private static Sniff look(JsonCursor cursor) {
        TopLevel.skipMark(cursor);
        int c = cursor.peek();
        if (c == '[') {
            cursor.take();
            return new Sniff(holdsEvents(cursor) ? TraceKind.DEVICE : TraceKind.OTHER, -1);
        }
        if (c != '{') {
            return new Sniff(TraceKind.UNREADABLE, -1);
        }
        cursor.take();
        return keys(cursor);
    }

    private static Sniff keys(JsonCursor cursor) {
        int rank = -1;
        boolean inspector = false;
        for (boolean first = true; cursor.offset() < FARTHEST; first = false) {
            int key = cursor.nextKey(KEYS, first);
            switch (key) {
                case JsonCursor.NO_MORE, 4 -> {
                    return new Sniff(inspector ? TraceKind.INSPECTOR : TraceKind.OTHER, rank);
                }
                case 0 -> {
                    return new Sniff(TraceKind.DEVICE, rank);
                }
                case 1 -> {
                    return new Sniff(cursor.peek() == '[' ? TraceKind.HOST : TraceKind.OTHER, rank);
                }
                case 5, 6 -> {
                    return new Sniff(TraceKind.FLIGHT, rank);
                }
                case 7, 8, 9 -> {
                    return new Sniff(TraceKind.INSPECTOR, rank);
                }
                case 3 -> rank = rank(cursor);
                case 10 -> inspector |= holds(cursor, COMMUNICATOR);
                case 11 -> inspector |= holds(cursor, INSPECTOR_FORMAT);
                default -> cursor.skipValue();
            }
        }
        return new Sniff(TraceKind.OTHER, rank);
    }

    /**
     * Whether an array holds events, that is, one of its first objects has a phase. Other arrays hold results or
     * settings.
     */
    private static boolean holdsEvents(JsonCursor cursor) {
        for (int i = 0; i < ARRAY_LOOKED_AT && cursor.nextElement(i == 0); i++) {
            if (cursor.peek() != '{') {
                cursor.skipValue();
                continue;
            }
            cursor.take();
            int key;
            for (boolean first = true; (key = cursor.nextKey(PHASE, first)) != JsonCursor.NO_MORE; first = false) {
                if (key == 0) {
                    return true;
                }
                cursor.skipValue();
            }
        }
        return false;
    }

    /** Reads a value; whether it is an object with one of some keys. */
    private static boolean holds(JsonCursor cursor, JsonKeys keys) {
        boolean any = false;
        if (cursor.enterObject()) {
            int key;
            for (boolean first = true; (key = cursor.nextKey(keys, first)) != JsonCursor.NO_MORE; first = false) {
                any |= key >= 0;
                cursor.skipValue();
            }
        }
        return any;
    }

    private static int rank(JsonCursor cursor) {
        int rank = -1;
        if (cursor.enterObject()) {
            JsonNumber number = new JsonNumber(cursor);
            int key;
            for (boolean first = true; (key = cursor.nextKey(RANK, first)) != JsonCursor.NO_MORE; first = false) {
                if (key == 0) {
                    rank = number.readOrdinal();
                } else {
                    cursor.skipValue();
                }
            }
        }
        return rank;
    }
}
