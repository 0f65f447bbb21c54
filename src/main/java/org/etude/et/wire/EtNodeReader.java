// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.ByteArrayOutputStream;
import org.etude.et.graph.EtColumns;
import org.etude.et.graph.EtGraphBuilder;
import org.etude.et.graph.EtIoCodec;
import org.etude.et.graph.WireCursor;

/** Reads Node messages into the columns of a builder. */
final class EtNodeReader {
    static final int ID = 1;
    static final int NAME = 2;
    static final int TYPE = 3;
    static final int CTRL_DEPS = 4;
    static final int DATA_DEPS = 5;
    static final int START = 6;
    static final int DURATION = 7;
    static final int INPUTS = 8;
    static final int OUTPUTS = 9;
    static final int ATTR = 10;

    private final EtGraphBuilder builder;
    private final EtColumns columns;
    private final NameCache names;
    private final EtAttributeReader attributes;
    private final LongArrayList data = new LongArrayList();
    private ByteArrayOutputStream unknown;

    EtNodeReader(EtGraphBuilder builder) {
        this.builder = builder;
        this.columns = builder.columns();
        this.names = new NameCache(columns.strings);
        this.attributes = new EtAttributeReader(columns, names);
    }

    /** Appends the node that the cursor is over. */
    void read(WireCursor in) {
        builder.begin();
        data.clear();
        unknown = null;
        while (in.more()) {
            int start = in.at();
            int tag = in.tag();
            if (!scalar(tag, in) && !nested(tag, in)) {
                in.skip(tag);
                if (unknown == null) {
                    unknown = new ByteArrayOutputStream();
                }
                unknown.write(in.bytes(), start, in.at() - start);
            }
        }
        builder.endCtrlDeps();
        for (int i = 0; i < data.size(); i++) {
            columns.addDep(data.getLong(i));
        }
        builder.endDataDeps();
        if (unknown != null) {
            columns.nodeUnknown.put(columns.size, unknown.toByteArray());
        }
        builder.end();
    }

    private boolean scalar(int tag, WireCursor in) {
        if ((tag & 7) != WireCursor.VARINT) {
            return false;
        }
        int n = columns.size;
        switch (tag >>> 3) {
            case ID -> columns.id[n] = in.varint();
            case TYPE -> columns.type[n] = (int) in.varint();
            case START -> columns.start[n] = in.varint();
            case DURATION -> columns.duration[n] = in.varint();
            case CTRL_DEPS -> columns.addDep(in.varint());
            case DATA_DEPS -> data.add(in.varint());
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean nested(int tag, WireCursor in) {
        int field = tag >>> 3;
        if ((tag & 7) != WireCursor.BYTES || field > ATTR || field == ID || field == TYPE) {
            return false;
        }
        if (field == START || field == DURATION) {
            return false;
        }
        int end = in.lengthEnd();
        if (field == NAME) {
            columns.name[columns.size] = names.idOf(in, end);
            return true;
        }
        int outer = in.enter(end);
        message(field, in);
        in.leave(outer);
        return true;
    }

    private void message(int field, WireCursor in) {
        switch (field) {
            case CTRL_DEPS -> {
                while (in.more()) {
                    columns.addDep(in.varint());
                }
            }
            case DATA_DEPS -> {
                while (in.more()) {
                    data.add(in.varint());
                }
            }
            case INPUTS -> columns.inputs[columns.size] = io(columns.inputs[columns.size], in);
            case OUTPUTS -> columns.outputs[columns.size] = io(columns.outputs[columns.size], in);
            default -> attributes.read(in);
        }
    }

    /** Stores the message; repeated messages are merged by concatenation, as protobuf defines. */
    private long io(long before, WireCursor in) {
        int start = in.at();
        EtIoCodec.check(in);
        if (before == 0) {
            return columns.ios.add(in.bytes(), start, in.end() - start);
        }
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(columns.ios.segment(before), columns.ios.start(before), columns.ios.length(before));
        both.write(in.bytes(), start, in.end() - start);
        return columns.ios.add(both.toByteArray(), 0, both.size());
    }
}
