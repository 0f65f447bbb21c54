// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtColumns;
import org.etude.et.graph.WireCursor;
import org.etude.et.graph.WireFault;

/** Reads AttributeProto messages into columns. */
final class EtAttributeReader {
    private static final int NAME = 1;
    private static final int DOC = 2;
    private static final int LIST_VALUES = 1;

    private final EtColumns columns;
    private final NameCache names;

    private int nameId;
    private Kind kind;
    private long value;
    private List<Object> list;
    private String doc;
    private ByteArrayOutputStream unknown;

    EtAttributeReader(EtColumns columns, NameCache names) {
        this.columns = columns;
        this.names = names;
    }

    /** Appends the attribute that the cursor is narrowed to. */
    void read(WireCursor in) {
        nameId = 0;
        kind = Kind.NONE;
        value = 0;
        list = null;
        doc = "";
        unknown = null;
        while (in.more()) {
            field(in);
        }
        if (!doc.isEmpty()) {
            columns.attrDoc.put(columns.attrCount, doc);
        }
        if (unknown != null) {
            columns.attrUnknown.put(columns.attrCount, unknown.toByteArray());
        }
        if (list != null) {
            value = columns.keep(List.copyOf(list));
        }
        columns.addAttribute(nameId, kind, value);
    }

    private void field(WireCursor in) {
        int start = in.at();
        int tag = in.tag();
        int field = tag >>> 3;
        Kind found = Kind.ofField(field);
        if (field == NAME && (tag & 7) == WireCursor.BYTES) {
            nameId = names.idOf(in, in.lengthEnd());
        } else if (field == DOC && (tag & 7) == WireCursor.BYTES) {
            doc = in.text(in.lengthEnd());
        } else if (found != Kind.NONE && (tag & 7) == wireType(found)) {
            if (found.isList()) {
                if (found != kind) {
                    list = new ArrayList<>();
                }
                kind = found;
                readList(in);
            } else {
                kind = found;
                list = null;
                value = readValue(in);
            }
        } else {
            in.skip(tag);
            keepUnknown(in, start);
        }
    }

    private void keepUnknown(WireCursor in, int start) {
        if (unknown == null) {
            unknown = new ByteArrayOutputStream();
        }
        unknown.write(in.bytes(), start, in.at() - start);
    }

    /** The wire type of a kind; a list is a message. */
    static int wireType(Kind kind) {
        return switch (kind) {
            case DOUBLE, FIXED64, SFIXED64 -> WireCursor.FIXED64;
            case FLOAT, FIXED32, SFIXED32 -> WireCursor.FIXED32;
            case INT32, INT64, UINT32, UINT64, SINT32, SINT64, BOOL -> WireCursor.VARINT;
            default -> WireCursor.BYTES;
        };
    }

    /** The element kind of a list kind. */
    static Kind element(Kind list) {
        return Kind.ofField(list.field() - 1);
    }

    private long readValue(WireCursor in) {
        if (kind == Kind.STRING) {
            return names.idOf(in, in.lengthEnd());
        }
        if (kind == Kind.BYTES) {
            return columns.keep(bytes(in));
        }
        return number(kind, in);
    }

    private static byte[] bytes(WireCursor in) {
        int end = in.lengthEnd();
        byte[] bytes = Arrays.copyOfRange(in.bytes(), in.at(), end);
        in.moveTo(end);
        return bytes;
    }

    /** Reads a number in the form of {@link EtColumns#attrValue}. */
    private static long number(Kind kind, WireCursor in) {
        return switch (kind) {
            case DOUBLE, FIXED64, SFIXED64 -> in.fixed64();
            case FLOAT, SFIXED32 -> in.fixed32();
            case FIXED32 -> in.fixed32() & 0xffffffffL;
            case INT32 -> (int) in.varint();
            case UINT32 -> in.varint() & 0xffffffffL;
            case SINT32 -> {
                int zigzag = (int) in.varint();
                yield zigzag >>> 1 ^ -(zigzag & 1);
            }
            case SINT64 -> {
                long zigzag = in.varint();
                yield zigzag >>> 1 ^ -(zigzag & 1);
            }
            case BOOL -> in.varint() != 0 ? 1 : 0;
            default -> in.varint();
        };
    }

    private void readList(WireCursor in) {
        Kind element = element(kind);
        int outer = in.enter(in.lengthEnd());
        while (in.more()) {
            int start = in.at();
            int tag = in.tag();
            if (tag >>> 3 == LIST_VALUES && (tag & 7) == wireType(element)) {
                list.add(element(element, in));
            } else if (tag >>> 3 == LIST_VALUES
                    && (tag & 7) == WireCursor.BYTES
                    && wireType(element) != WireCursor.BYTES) {
                int all = in.enter(in.lengthEnd());
                while (in.more()) {
                    list.add(element(element, in));
                }
                in.leave(all);
            } else {
                throw new WireFault(start, "field " + (tag >>> 3) + " in a list of values");
            }
        }
        in.leave(outer);
    }

    private static Object element(Kind element, WireCursor in) {
        return switch (element) {
            case STRING -> in.text(in.lengthEnd());
            case BYTES -> bytes(in);
            case DOUBLE -> Double.longBitsToDouble(in.fixed64());
            case FLOAT -> Float.intBitsToFloat(in.fixed32());
            case BOOL -> in.varint() != 0;
            default -> number(element, in);
        };
    }
}
