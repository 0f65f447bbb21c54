// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import org.etude.report.Progress;
import org.etude.trace.comm.CommRecords;
import org.etude.trace.json.ByteNames;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.model.HostHeader;
import org.etude.trace.model.StringTable;

/** Reads the nodes of one execution trace into columns: the flat layout of 1.0.1 and the nested ones since. */
public final class NodeReader {
    private static final JsonKeys KEYS = JsonKeys.of(
            "id",
            "name",
            "ctrl_deps",
            "parent",
            "attrs",
            "inputs",
            "outputs",
            "rf_id",
            "fw_parent",
            "seq_id",
            "scope",
            "tid",
            "fw_tid",
            "op_schema",
            "input_shapes",
            "input_types",
            "input_strides",
            "output_shapes",
            "output_types",
            "output_strides",
            "ts",
            "cat");
    private static final int CHECK_EVERY = 1 << 12;

    private final JsonCursor cursor;
    private final JsonNumber number;
    private final NodeIoReader io;
    private final NodeAttrs attrs;
    private final ByteNames nameFinder;
    private final CommRecords commRecords;
    private final LayerNames layerNames;
    private final StringTable names = new StringTable();
    private final NodeColumns columns;
    private final NodeOddities odd = new NodeOddities();
    private long records;
    private long timed;

    private int name;
    private long id;
    private boolean idOk;
    private long parent;
    private boolean parentGiven;
    private boolean timedHere;

    /** Reads from this cursor; {@code keepInputs} keeps every node's texts. */
    public NodeReader(JsonCursor cursor, boolean keepInputs) {
        this.cursor = cursor;
        this.number = new JsonNumber(cursor);
        this.nameFinder = new ByteNames(names);
        this.commRecords = new CommRecords(names);
        this.layerNames = new LayerNames(names);
        this.io = new NodeIoReader(cursor, keepInputs);
        this.columns = new NodeColumns(io.sizes());
        this.attrs = new NodeAttrs(cursor, number, nameFinder);
    }

    /** Reads the array whose bracket was consumed. */
    public void readAll() {
        for (boolean first = true; cursor.nextElement(first); first = false) {
            if (cursor.peek() == '{') {
                cursor.take();
                readNode();
            } else {
                odd.noObject.at(cursor.offset());
                cursor.skipValue();
            }
            if ((++records & CHECK_EVERY - 1) == 0) {
                Progress.checkInterrupted();
            }
        }
    }

    private void readNode() {
        long at = cursor.offset() - 1; // its brace was consumed
        name = -1;
        idOk = false;
        parent = 0;
        parentGiven = false;
        timedHere = false;
        io.clear();
        attrs.clear();
        int key;
        for (boolean first = true; (key = cursor.nextKey(KEYS, first)) != JsonCursor.NO_MORE; first = false) {
            value(key);
        }
        timed += timedHere ? 1 : 0;
        if (idOk) {
            append(at);
        } else {
            odd.noId.at(at);
        }
    }

    private void value(int key) {
        switch (key) {
            case 0 -> {
                id = number.readLong(0);
                idOk = number.ok();
            }
            case 1 -> readName();
            case 2, 3 -> readParent();
            case 4 -> attrs.readList();
            case 5, 6 -> io.read(key == 5 ? NodeIoReader.INPUTS : NodeIoReader.OUTPUTS, keeps());
            case 7, 8, 9, 10, 11, 12, 13 -> attrs.value(key - 7);
            case 14, 15, 16 -> io.readPart(NodeIoReader.INPUTS + key - 13, keeps());
            case 17, 18, 19 -> io.readPart(NodeIoReader.OUTPUTS + key - 16, keeps());
            case 20, 21 -> {
                timedHere = true;
                cursor.skipValue();
            }
            default -> cursor.skipValue();
        }
    }

    private void readName() {
        if (cursor.peek() == '"') {
            cursor.scanText();
            name = nameFinder.idOf(cursor);
        } else {
            cursor.skipValue();
        }
    }

    /** A number, or a list whose first entry is the parent. */
    private void readParent() {
        if (cursor.peek() != '[') {
            parent = number.readLong(0);
            parentGiven = number.ok();
            return;
        }
        cursor.take();
        for (boolean first = true; cursor.nextElement(first); first = false) {
            long value = number.readLong(0);
            parent = first ? value : parent;
            parentGiven = true;
        }
    }

    private boolean keeps() {
        return name < 0 || commRecords.isComm(name) || layerNames.isLayer(name);
    }

    private void append(long at) {
        int row = columns.size();
        if (name < 0) {
            odd.noName.at(at);
        }
        if (!parentGiven) {
            odd.noParent.at(at);
        }
        columns.id.add(id);
        columns.name.add(Math.max(name, 0));
        columns.parent.add(parent);
        attrs.addTo(columns);
        columns.inputBytes.add(io.inputBytes());
        columns.storageStart.add(columns.storages.size());
        columns.storageCount.add(io.inputStorages().size());
        columns.outputCount.add(io.outputStorages().size());
        columns.storages.addAll(io.inputStorages());
        columns.storages.addAll(io.outputStorages());
        columns.outputBytes.add(io.outputBytes());
        boolean comm = name >= 0 && commRecords.isComm(name);
        columns.texts.add(io.store(comm || name >= 0 && layerNames.isLayer(name)));
        if (!comm) {
            return;
        }
        String text = names.text(name);
        if (text.startsWith("record_param_comms")) {
            io.positional(attrs.comm());
        } else if (text.contains("process_group:init")) {
            io.groups(at, odd);
        }
        if (attrs.comm().isComm()) {
            columns.comm.put(row, attrs.comm().build());
        }
    }

    /** Number of nodes read whole. */
    public long records() {
        return records;
    }

    /** Number of nodes with a time, which only a linked trace has. */
    public long timed() {
        return timed;
    }

    /** The irregularities found. */
    public NodeOddities oddities() {
        return odd;
    }

    /** Different names that hold bytes which are not UTF-8. */
    public long undecodableNames() {
        return nameFinder.undecodable();
    }

    /** Builds the trace; no more nodes can be read afterwards. */
    public ColumnHostTrace build(HostHeader header) {
        return new ColumnHostTrace(header, names, columns, io.texts(), io.sizes(), io.groupList());
    }
}
