// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.util.List;
import java.util.stream.Stream;
import org.etude.trace.device.EventReader;
import org.etude.trace.device.KinetoHead;
import org.etude.trace.host.NodeReader;
import org.etude.trace.json.BadJson;
import org.etude.trace.json.ForeignContent;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.json.JsonText;
import org.etude.trace.model.HostHeader;
import org.etude.trace.model.TraceHeader;

/** Reads a whole trace file; its kind is detected while reading. */
final class TopLevel {
    private static final List<String> OWN =
            List.of("traceEvents", "nodes", "schema", "pid", "time", "start_ts", "finish_ts");
    private static final List<String> VERSIONS = List.of(
            "cuda_runtime_version",
            "cuda_driver_version",
            "cupti_version",
            "roctracer_version",
            "rocprofiler-sdk_version",
            TraceHeader.ROCPROFV3,
            "hip_runtime_version",
            "hip_driver_version");
    private static final JsonKeys KEYS = JsonKeys.of(
            Stream.of(OWN, KinetoHead.NAMES, VERSIONS).flatMap(List::stream).toArray(String[]::new));
    private static final int HEAD = OWN.size();
    private static final int VERSION = HEAD + KinetoHead.NAMES.size();

    private final JsonCursor cursor;
    private final JsonNumber number;
    private final boolean keepInputs;
    private final KinetoHead head;
    private EventReader events;
    private NodeReader nodes;
    private String schema = "";
    private long pid = -1;
    private String time = "";
    private long startMillis = -1;
    private long finishMillis = -1;
    private boolean trailing;

    /** Reads from this cursor. */
    TopLevel(JsonCursor cursor, boolean keepInputs) {
        this.cursor = cursor;
        this.number = new JsonNumber(cursor);
        this.keepInputs = keepInputs;
        this.head = new KinetoHead(cursor);
    }

    /** Skips the UTF-8 byte-order mark; rejects UTF-16 and UTF-32. */
    static void skipMark(JsonCursor cursor) {
        cursor.ensure(4);
        byte[] b = cursor.buffer;
        int there = cursor.limit - cursor.pos;
        if (there >= 3 && (b[0] & 0xff) == 0xEF && (b[1] & 0xff) == 0xBB && (b[2] & 0xff) == 0xBF) {
            cursor.pos += 3;
        } else if (there >= 2 && ((b[0] & 0xff) + (b[1] & 0xff) == 0xFF + 0xFE || (b[0] == 0) != (b[1] == 0))) {
            throw BadJson.foreign(
                    "the text is not UTF-8 but UTF-16 or UTF-32", "Write it again as UTF-8; traces are UTF-8.");
        }
    }

    /** Reads everything. Records read before a failure stay available. */
    void read() {
        skipMark(cursor);
        ForeignContent.refuse(cursor);
        int c = cursor.peek();
        if (c == JsonCursor.END) {
            throw new BadJson("the file is empty", cursor.offset(), true);
        }
        if (c == '[') {
            cursor.take();
            events = new EventReader(cursor);
            events.readAll();
        } else if (c == '{') {
            cursor.take();
            fields();
        } else {
            ForeignContent.refuse(cursor);
            throw cursor.unexpected(c, "{ or [");
        }
        trailing = cursor.peek() != JsonCursor.END;
    }

    private void fields() {
        int key;
        for (boolean first = true; (key = cursor.nextKey(KEYS, first)) != JsonCursor.NO_MORE; first = false) {
            if (key == JsonCursor.UNKNOWN) {
                cursor.skipValue();
            } else if (key >= VERSION) {
                head.version(VERSIONS.get(key - VERSION));
            } else if (key >= HEAD) {
                head.value(key - HEAD);
            } else {
                own(key);
            }
        }
    }

    private void own(int key) {
        switch (key) {
            case 0 -> {
                events = events == null ? new EventReader(cursor) : events;
                if (cursor.enterArray()) {
                    events.readAll();
                }
            }
            case 1 -> {
                nodes = nodes == null ? new NodeReader(cursor, keepInputs) : nodes;
                if (cursor.enterArray()) {
                    nodes.readAll();
                }
            }
            case 2 -> schema = JsonText.read(cursor);
            case 3 -> pid = number.readLong(-1);
            case 4 -> time = JsonText.read(cursor);
            case 5 -> startMillis = number.readLong(-1);
            default -> finishMillis = number.readLong(-1);
        }
    }

    /** The events, or null when the file has none. */
    EventReader events() {
        return events;
    }

    /** The nodes, or null when the file has none. */
    NodeReader nodes() {
        return nodes;
    }

    /** The fields of a Kineto head. */
    KinetoHead head() {
        return head;
    }

    /** The fields of an execution trace's head. */
    HostHeader hostHeader(String file) {
        return new HostHeader(file, schema, pid, time, startMillis, finishMillis);
    }

    /** Whether the file continues after the JSON value. */
    boolean trailing() {
        return trailing;
    }

    /** What was being read, for messages. */
    String inside() {
        return nodes != null && events == null ? "a node" : "an event";
    }

    /** Number of records read whole. */
    long records() {
        return (nodes == null ? 0 : nodes.records()) + (events == null ? 0 : events.records());
    }
}
