// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.device;

import java.util.List;
import java.util.stream.Stream;
import org.etude.trace.comm.CommArgKeys;
import org.etude.trace.comm.CommFields;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.json.RawJson;
import org.etude.trace.model.SyncArgs;

/** Reads the {@code args} of one Kineto event into fields. Reused for every event; call {@link #clear} first. */
final class EventArgs {
    private static final List<String> OWN = List.of(
            "External id",
            "correlation",
            "Record function id",
            "Sequence number",
            "Fwd thread id",
            "stream",
            "device",
            "bytes",
            "Input Dims",
            "Input type",
            "Concrete Inputs",
            "wait_on_stream",
            "wait_on_cuda_event_record_corr_id",
            "event_id",
            "external id",
            "Correlation",
            "Fwd Thread Id",
            "wait_on_cuda_event_id",
            "event",
            "Forward thread id",
            "Device",
            "Stream",
            "Total Allocated",
            "Total Reserved",
            "Bytes",
            "Device Id",
            "Device Type");
    private static final JsonKeys KEYS =
            JsonKeys.of(Stream.concat(OWN.stream(), CommArgKeys.NAMES.stream()).toArray(String[]::new));
    private static final int COMM = OWN.size();
    private static final int NO_ID = -1;

    long external;
    long correlation;
    long recordFunction;
    long sequence;
    long forwardThread;
    long stream;
    long device;
    long bytes;
    long waitOnStream;
    long waitOnCorrelation;
    long eventId;
    String inputDims;
    String inputTypes;
    String concreteInputs;
    /** For an allocation or release: bytes in use and reserved afterwards, the change in bytes, and the device. */
    long allocated;

    long reserved;
    long change;
    long deviceId;
    long deviceType;
    /** The object's text if it holds counters, otherwise "". */
    String counters;

    boolean present;
    final CommFields comm = new CommFields();

    private final JsonCursor cursor;
    private final JsonNumber number;
    private final CommArgKeys commKeys;
    private final RawJson raw = new RawJson();

    /** Reads from this cursor. */
    EventArgs(JsonCursor cursor, JsonNumber number) {
        this.cursor = cursor;
        this.number = number;
        this.commKeys = new CommArgKeys(cursor, number, comm);
    }

    /** Resets all fields. */
    void clear() {
        external = NO_ID;
        correlation = NO_ID;
        recordFunction = 0;
        sequence = NO_ID;
        forwardThread = NO_ID;
        stream = Long.MIN_VALUE;
        device = Long.MIN_VALUE;
        bytes = -1;
        waitOnStream = -1;
        waitOnCorrelation = -1;
        eventId = -1;
        inputDims = "";
        inputTypes = "";
        concreteInputs = "";
        allocated = NO_ID;
        reserved = NO_ID;
        change = Long.MIN_VALUE;
        deviceId = NO_ID;
        deviceType = 0;
        counters = "";
        present = false;
        comm.clear();
    }

    /** Reads the next object; {@code keepTexts} keeps the texts of the inputs. */
    void read(boolean keepTexts) {
        if (!cursor.enterObject()) {
            return;
        }
        present = true;
        boolean first = true;
        while (true) {
            int key = cursor.nextKey(KEYS, first);
            if (key == JsonCursor.NO_MORE) {
                return;
            }
            first = false;
            if (key == JsonCursor.UNKNOWN) {
                cursor.skipValue();
            } else if (key >= COMM) {
                commKeys.value(key - COMM);
            } else {
                value(key, keepTexts);
            }
        }
    }

    private void value(int key, boolean keepTexts) {
        switch (key) {
            case 0, 14 -> external = number.readLong(NO_ID);
            case 1, 15 -> correlation = number.readLong(NO_ID);
            case 2 -> recordFunction = number.readLong(0);
            case 3 -> sequence = number.readLong(NO_ID);
            case 4, 16, 19 -> forwardThread = number.readLong(NO_ID);
            case 5, 21 -> stream = number.readLong(Long.MIN_VALUE);
            case 6, 20 -> device = number.readLong(Long.MIN_VALUE);
            case 7 -> bytes = number.readLong(-1);
            case 8 -> inputDims = text(keepTexts);
            case 9 -> inputTypes = text(keepTexts);
            case 10 -> concreteInputs = text(keepTexts);
            case 11 -> waitOnStream = number.readLong(-1);
            case 12 -> waitOnCorrelation = number.readLong(-1);
            case 13, 17, 18 -> eventId = number.readLong(-1);
            default -> memory(key);
        }
    }

    private void memory(int key) {
        switch (key) {
            case 22 -> allocated = number.readLong(NO_ID);
            case 23 -> reserved = number.readLong(NO_ID);
            case 24 -> change = number.readLong(Long.MIN_VALUE);
            case 25 -> deviceId = number.readLong(NO_ID);
            case 26 -> deviceType = number.readLong(0);
            default -> cursor.skipValue();
        }
    }

    /** Keeps the text of the next object, which holds counters. */
    void readCounters() {
        present = true;
        counters = text(true);
    }

    private String text(boolean keep) {
        if (!keep) {
            cursor.skipValue();
            return "";
        }
        raw.read(cursor);
        return raw.text();
    }

    /** Handles that a runtime call or synchronisation record names, or null. */
    SyncArgs sync() {
        if (eventId == -1 && waitOnStream == -1 && waitOnCorrelation == -1 && stream == Long.MIN_VALUE) {
            return null;
        }
        return new SyncArgs(stream == Long.MIN_VALUE ? -1 : stream, eventId, waitOnStream, waitOnCorrelation);
    }
}
