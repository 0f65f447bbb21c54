// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.host;

import org.etude.trace.comm.CommFields;
import org.etude.trace.json.ByteNames;
import org.etude.trace.json.JsonCursor;
import org.etude.trace.json.JsonKeys;
import org.etude.trace.json.JsonNumber;
import org.etude.trace.json.JsonText;
import org.etude.trace.json.RawJson;

/** The attributes of one node, from its {@code attrs} list or, in the flat layout, its own fields. Reused. */
final class NodeAttrs {
    private static final JsonKeys ENTRY = JsonKeys.of("name", "value", "type");
    private static final JsonKeys NAMES = JsonKeys.of(
            "rf_id",
            "fw_parent",
            "seq_id",
            "scope",
            "tid",
            "fw_tid",
            "op_schema",
            "collective_name",
            "dtype",
            "in_msg_nelems",
            "out_msg_nelems",
            "in_split_size",
            "out_split_size",
            "global_rank_start",
            "global_rank_stride",
            "pg_name",
            "pg_desc",
            "pg_size",
            "tag");
    private static final int UNREAD = -2;

    private final JsonCursor cursor;
    private final JsonNumber number;
    private final ByteNames names;
    private final CommFields comm = new CommFields();
    private final RawJson early = new RawJson();

    private long recordFunction;
    private long forwardParent;
    private long sequence;
    private int scope;
    private long tid;
    private long forwardTid;
    private int schema;

    /** Reads from this cursor; operator schemas go to {@code names}. */
    NodeAttrs(JsonCursor cursor, JsonNumber number, ByteNames names) {
        this.cursor = cursor;
        this.number = number;
        this.names = names;
    }

    /** Resets all attributes. */
    void clear() {
        recordFunction = 0;
        forwardParent = 0;
        sequence = -1;
        scope = 0;
        tid = 0;
        forwardTid = 0;
        schema = 0;
        comm.clear();
    }

    /** The collective's attributes. */
    CommFields comm() {
        return comm;
    }

    /** Reads the next list. */
    void readList() {
        if (!cursor.enterArray()) {
            return;
        }
        for (boolean first = true; cursor.nextElement(first); first = false) {
            if (cursor.enterObject()) {
                readEntry();
            }
        }
    }

    private void readEntry() {
        int attr = UNREAD;
        boolean waiting = false;
        int key;
        for (boolean first = true; (key = cursor.nextKey(ENTRY, first)) != JsonCursor.NO_MORE; first = false) {
            if (key == 0 && cursor.peek() == '"') {
                cursor.scanText();
                attr = NAMES.find(cursor.buffer, cursor.textStart, cursor.textEnd);
            } else if (key == 1 && attr == UNREAD) {
                early.read(cursor);
                waiting = true;
            } else if (key == 1 && attr >= 0) {
                value(attr);
            } else {
                cursor.skipValue();
            }
        }
        if (waiting && attr >= 0) {
            JsonCursor text = early.cursor();
            NodeAttrs late = new NodeAttrs(text, new JsonNumber(text), names);
            late.copy(this);
            late.value(attr);
            copy(late);
        }
    }

    /** Reads the value of an attribute by number: 0 rf_id, 1 fw_parent, 2 seq_id, 3 scope, 4 tid, 5 fw_tid, 6 schema. */
    void value(int attr) {
        switch (attr) {
            case 0 -> recordFunction = number.readLong(0);
            case 1 -> forwardParent = number.readLong(0);
            case 2 -> sequence = number.readLong(-1);
            case 3 -> scope = (int) number.readLong(0);
            case 4 -> tid = number.readLong(0);
            case 5 -> forwardTid = number.readLong(0);
            case 6 -> readSchema();
            default -> {
                comm.touch();
                commValue(attr);
            }
        }
    }

    private void commValue(int attr) {
        switch (attr) {
            case 7 -> comm.collective = JsonText.read(cursor);
            case 8 -> comm.dtype = JsonText.read(cursor);
            case 9 -> comm.inElements = number.readLong(-1);
            case 10 -> comm.outElements = number.readLong(-1);
            case 11 -> comm.inSplit = JsonText.read(cursor);
            case 12 -> comm.outSplit = JsonText.read(cursor);
            case 13 -> comm.rankStart = number.readLong(-1);
            case 14 -> comm.rankStride = number.readLong(-1);
            case 15 -> comm.groupName = JsonText.read(cursor);
            case 16 -> comm.groupDesc = JsonText.read(cursor);
            case 17 -> comm.groupSize = number.readOrdinal();
            default -> comm.tag = number.readLong(-1);
        }
    }

    private void readSchema() {
        if (cursor.peek() == '"') {
            cursor.scanText();
            schema = names.idOf(cursor);
        } else {
            cursor.skipValue();
        }
    }

    private void copy(NodeAttrs from) {
        recordFunction = from.recordFunction;
        forwardParent = from.forwardParent;
        sequence = from.sequence;
        scope = from.scope;
        tid = from.tid;
        forwardTid = from.forwardTid;
        schema = from.schema;
        comm.copy(from.comm);
    }

    /** Appends the attributes to the columns. */
    void addTo(NodeColumns columns) {
        columns.recordFunction.add(recordFunction);
        columns.forwardParent.add(forwardParent);
        columns.sequence.add(sequence);
        columns.scope.add(scope);
        columns.tid.add(tid);
        columns.forwardTid.add(forwardTid);
        columns.schema.add(schema);
    }
}
