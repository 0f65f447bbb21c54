// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import java.util.Arrays;
import java.util.List;
import org.etude.trace.comm.CommFields;
import org.etude.trace.comm.GroupList;
import org.etude.trace.comm.PositionalComm;
import org.etude.trace.comm.TensorBytes;
import org.etude.trace.json.ByteNames;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonText;
import org.etude.trace.json.RawJson;
import org.etude.trace.model.ProcessGroup;
import org.etude.trace.model.StringTable;

/** Reads the inputs and outputs of one node: always their bytes, and their texts on request. Reused. */
final class NodeIoReader {
    /** First part of the inputs: values; then shapes, types, strides. */
    static final int INPUTS = 0;
    /** First part of the outputs. */
    static final int OUTPUTS = 4;
    /** Number of parts. */
    static final int PARTS = 8;

    private static final JsonKeys KEYS = JsonKeys.of("values", "shapes", "types", "strides");

    private final JsonCursor cursor;
    private final boolean keepAll;
    private final TextStore texts = new TextStore(PARTS);
    private final RawJson[] raw = new RawJson[PARTS];
    private final boolean[] present = new boolean[PARTS];
    private final StringTable deviceNames = new StringTable();
    private final ByteNames devices = new ByteNames(deviceNames);
    private final TensorBytes tensors = new TensorBytes(devices);
    private final TensorBytes rawTensors = new TensorBytes(devices);
    private final StorageSizes sizes = new StorageSizes(deviceNames);
    private boolean anyPresent;
    private final StorageList inputStorages = new StorageList(sizes);
    private final StorageList outputStorages = new StorageList(sizes);
    private long inputBytes;
    private long outputBytes;
    private List<ProcessGroup> groups = List.of();

    /** Reads from this cursor; {@code keepAll} keeps every node's texts. */
    NodeIoReader(JsonCursor cursor, boolean keepAll) {
        this.cursor = cursor;
        this.keepAll = keepAll;
        for (int i = 0; i < PARTS; i++) {
            raw[i] = new RawJson();
        }
    }

    /** Resets for the next node. */
    void clear() {
        inputBytes = -1;
        inputStorages.clear();
        outputStorages.clear();
        outputBytes = -1;
        if (anyPresent) {
            Arrays.fill(present, false);
            anyPresent = false;
        }
    }

    /** Reads inputs or outputs: an object of parts, or in the flat layout the values alone. */
    void read(int side, boolean keep) {
        if (cursor.peek() != '{') {
            readPart(side, keep);
            return;
        }
        cursor.take();
        int key;
        for (boolean first = true; (key = cursor.nextKey(KEYS, first)) != JsonCursor.NO_MORE; first = false) {
            if (key >= 0) {
                readPart(side + key, keep);
            } else {
                cursor.skipValue();
            }
        }
    }

    /** Reads one part. */
    void readPart(int part, boolean keep) {
        boolean values = part == INPUTS || part == OUTPUTS;
        TensorBytes sum = tensors;
        if (keep || keepAll) {
            raw[part].read(cursor);
            present[part] = true;
            anyPresent = true;
            sum = rawTensors;
            if (values) {
                sum.scan(raw[part].cursor());
            }
        } else if (values) {
            sum.scan(cursor);
        } else {
            cursor.skipValue();
        }
        if (part == INPUTS) {
            inputBytes = sum.bytes();
            inputStorages.set(sum);
        } else if (part == OUTPUTS) {
            outputBytes = sum.bytes();
            outputStorages.set(sum);
        }
    }

    /** Bytes of the tensors among the inputs, or -1. */
    long inputBytes() {
        return inputBytes;
    }

    /** Storages of the tensors among the inputs, each once. */
    StorageList inputStorages() {
        return inputStorages;
    }

    /** Storages of the tensors among the outputs, each once. */
    StorageList outputStorages() {
        return outputStorages;
    }

    /** The sizes denoted by the storages' size numbers. */
    StorageSizes sizes() {
        return sizes;
    }

    /** Bytes of the tensors among the outputs, or -1. */
    long outputBytes() {
        return outputBytes;
    }

    /** Stores the node's texts on request; returns the row, or -1. */
    int store(boolean wanted) {
        if (!wanted && !keepAll) {
            return -1;
        }
        int row = texts.addRow();
        for (int i = 0; i < PARTS; i++) {
            if (present[i]) {
                texts.set(row, i, raw[i].bytes(), raw[i].size());
            }
        }
        return row;
    }

    /** Fills in what only the positional inputs of record_param_comms state. */
    void positional(CommFields comm) {
        if (present[INPUTS]) {
            PositionalComm.fill(
                    comm,
                    raw[INPUTS],
                    present[INPUTS + 2] ? raw[INPUTS + 2] : null,
                    present[OUTPUTS] ? raw[OUTPUTS] : null);
        }
    }

    /** Extracts the process groups from the first input of a process_group:init node. */
    void groups(long at, NodeOddities odd) {
        if (!present[INPUTS]) {
            return;
        }
        JsonCursor values = raw[INPUTS].cursor();
        if (values.enterArray() && values.nextElement(true)) {
            List<ProcessGroup> listed = GroupList.parse(JsonText.read(values));
            if (listed == null) {
                odd.badGroups.at(at);
            } else {
                groups = listed;
            }
        }
    }

    /** The process groups found. */
    List<ProcessGroup> groupList() {
        return groups;
    }

    /** The texts stored. */
    TextStore texts() {
        return texts;
    }
}
