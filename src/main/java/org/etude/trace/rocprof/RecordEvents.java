// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.rocprof;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.etude.trace.database.BadRecording;
import org.etude.trace.database.EventText;
import org.etude.trace.database.GeneratedText;
import org.etude.trace.database.ProfilerEvent;
import org.etude.trace.json.BadJson;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonNumber;

/** The events of a process's records, list after list. */
final class RecordEvents extends GeneratedText {
    private static final JsonKeys PROCESS = JsonKeys.of("buffer_records");
    private static final JsonKeys LISTS =
            JsonKeys.of("kernel_dispatch", "memory_copy", "hip_api", "hsa_api", "marker_api", "rccl_api");
    private static final JsonKeys FIELDS = JsonKeys.of(
            "start_timestamp",
            "end_timestamp",
            "kind",
            "operation",
            "thread_id",
            "bytes",
            "correlation_id",
            "dispatch_info",
            "stream_id",
            "dst_agent_id",
            "src_agent_id");
    private static final JsonKeys CORRELATION = JsonKeys.of("internal", "external");
    private static final JsonKeys DISPATCH = JsonKeys.of("agent_id", "queue_id", "kernel_id");
    private static final int START = 0;
    private static final int END = 1;
    private static final int KIND = 2;
    private static final int OPERATION = 3;
    private static final int THREAD = 4;
    private static final int BYTES = 5;
    private static final int INTERNAL = 6;
    private static final int STREAM = 8;
    private static final int TO = 9;
    private static final int FROM = 10;
    private static final int EXTERNAL = 11;
    private static final int AGENT = 12;
    private static final int QUEUE = 13;
    private static final int KERNEL = 14;

    private final RocprofJson.Source source;
    private final RecordNames names = new RecordNames();
    private final EventText text = new EventText();
    /** The numbers of a record; {@link ProfilerEvent#ABSENT} for those it does not have. */
    private final long[] record = new long[KERNEL + 1];

    private InputStream in = InputStream.nullInputStream();
    private JsonCursor cursor;
    private JsonNumber number;
    private boolean firstPart = true;
    private boolean firstList = true;
    private boolean firstRecord;
    private boolean inRecords;
    /** The list that records come from, or -1 outside. */
    private int list = -1;

    RecordEvents(RocprofJson.Source source) {
        this.source = source;
    }

    /** Reads all names, then moves to the records. */
    @Override
    protected String head() throws IOException {
        try (InputStream first = source.open()) {
            names.read(RocprofJson.enter(first));
        }
        in = source.open();
        cursor = RocprofJson.enter(in);
        number = new JsonNumber(cursor);
        return names.head();
    }

    @Override
    protected byte[] next() throws IOException {
        while (true) {
            if (list >= 0) {
                ProfilerEvent event = nextOfList();
                if (event != null) {
                    return text.of(event);
                }
            } else if (inRecords) {
                nextList();
            } else if (!nextPart()) {
                return null;
            }
        }
    }

    private boolean nextPart() throws BadRecording {
        int key = cursor.nextKey(PROCESS, firstPart);
        firstPart = false;
        if (key == JsonCursor.NO_MORE) {
            if (cursor.nextElement(false)) {
                throw new BadRecording(
                        "it holds the records of several processes, from byte " + cursor.offset() + " on",
                        "Give one file per process, as rocprofv3 writes them.",
                        null);
            }
            return false;
        }
        if (key == 0) {
            inRecords = cursor.enterObject();
        } else {
            cursor.skipValue();
        }
        return true;
    }

    private void nextList() {
        int key = cursor.nextKey(LISTS, firstList);
        firstList = false;
        if (key == JsonCursor.NO_MORE) {
            inRecords = false;
        } else if (key < 0) {
            cursor.skipValue();
        } else if (cursor.enterArray()) {
            list = key;
            firstRecord = true;
        }
    }

    /** The next event of the list; null where the list ends, or for a record that is no event. */
    private ProfilerEvent nextOfList() {
        if (!cursor.nextElement(firstRecord)) {
            list = -1;
            return null;
        }
        firstRecord = false;
        long at = cursor.offset();
        if (!readRecord()) {
            return null;
        }
        if (record[START] == ProfilerEvent.ABSENT || record[END] == ProfilerEvent.ABSENT) {
            throw new BadJson("a record without start_timestamp or end_timestamp", at, false);
        }
        return switch (list) {
            case 0 -> kernel();
            case 1 -> copy();
            default -> call();
        };
    }

    private boolean readRecord() {
        if (!cursor.enterObject()) {
            return false;
        }
        Arrays.fill(record, ProfilerEvent.ABSENT);
        int key;
        for (boolean first = true; (key = cursor.nextKey(FIELDS, first)) != JsonCursor.NO_MORE; first = false) {
            switch (key) {
                case JsonCursor.UNKNOWN -> cursor.skipValue();
                case INTERNAL -> numbers(CORRELATION, INTERNAL, EXTERNAL);
                case INTERNAL + 1 -> numbers(DISPATCH, AGENT, QUEUE, KERNEL);
                case STREAM, TO, FROM -> record[key] = RecordNames.handle(cursor, number);
                default -> record[key] = number.readLong(ProfilerEvent.ABSENT);
            }
        }
        return true;
    }

    private void numbers(JsonKeys keys, int... into) {
        if (cursor.enterObject()) {
            int key;
            for (boolean first = true; (key = cursor.nextKey(keys, first)) != JsonCursor.NO_MORE; first = false) {
                if (key >= 0) {
                    record[into[key]] = RecordNames.handle(cursor, number);
                } else {
                    cursor.skipValue();
                }
            }
        }
    }

    private ProfilerEvent kernel() {
        return ProfilerEvent.onGpu(
                "kernel",
                names.kernel(record[KERNEL], record[EXTERNAL]),
                record[START],
                record[END],
                names.gpu(record[AGENT]),
                stream(),
                record[INTERNAL],
                ProfilerEvent.ABSENT);
    }

    private ProfilerEvent copy() {
        return ProfilerEvent.onGpu(
                "gpu_memcpy",
                ApiDomain.copy(names.operation(record[KIND], record[OPERATION])),
                record[START],
                record[END],
                Math.max(names.gpu(record[TO]), names.gpu(record[FROM])),
                stream(),
                record[INTERNAL],
                record[BYTES]);
    }

    private ProfilerEvent call() {
        String kind = names.kind(record[KIND]);
        String category = ApiDomain.category(kind);
        boolean call = ApiDomain.isCall(kind);
        return category == null
                ? null
                : ProfilerEvent.onHost(
                        category,
                        call
                                ? names.operation(record[KIND], record[OPERATION])
                                : names.range(record[INTERNAL], record[KIND], record[OPERATION]),
                        record[START],
                        record[END],
                        names.process(),
                        Math.max(record[THREAD], 0),
                        call ? record[INTERNAL] : ProfilerEvent.ABSENT);
    }

    private long stream() {
        return record[STREAM] != ProfilerEvent.ABSENT ? record[STREAM] : Math.max(record[QUEUE], 0);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
