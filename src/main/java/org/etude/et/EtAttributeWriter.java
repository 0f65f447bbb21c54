package org.etude.et;

import java.util.List;
import org.etude.et.EtAttribute.Kind;

/** Writes AttributeProto messages from columns. */
final class EtAttributeWriter {
    private static final int NAME = 1;
    private static final int DOC = 2;
    private static final int LIST_VALUES = 1;

    private final EtColumns columns;
    private final EncodedNames names;

    EtAttributeWriter(EtColumns columns, EncodedNames names) {
        this.columns = columns;
        this.names = names;
    }

    /** Writes attribute {@code at} as a field of the open message. */
    void write(int at, int field, WireBuffer out) {
        int start = out.open(field);
        if (columns.attrName[at] != 0) {
            out.bytesField(NAME, names.bytes(columns.attrName[at]));
        }
        if (columns.attrDoc.containsKey(at)) {
            out.textField(DOC, columns.attrDoc.get(at));
        }
        writeValue(at, out);
        if (columns.attrUnknown.containsKey(at)) {
            out.raw(columns.attrUnknown.get(at));
        }
        out.close(start);
    }

    private void writeValue(int at, WireBuffer out) {
        Kind kind = columns.kind(at);
        if (kind == Kind.NONE) {
            return;
        }
        if (kind == Kind.STRING) {
            out.bytesField(kind.field(), names.bytes((int) columns.raw(at)));
        } else if (kind == Kind.BYTES) {
            out.bytesField(kind.field(), (byte[]) columns.value(at));
        } else if (kind.isList()) {
            int start = out.open(kind.field());
            writeList(EtAttributeReader.element(kind), (List<?>) columns.value(at), out);
            out.close(start);
        } else {
            out.tag(kind.field(), EtAttributeReader.wireType(kind));
            writeNumber(kind, columns.raw(at), out);
        }
    }

    private static void writeList(Kind element, List<?> values, WireBuffer out) {
        if (element == Kind.STRING) {
            values.forEach(v -> out.textField(LIST_VALUES, (String) v));
        } else if (element == Kind.BYTES) {
            values.forEach(v -> out.bytesField(LIST_VALUES, (byte[]) v));
        } else if (!values.isEmpty()) {
            int start = out.open(LIST_VALUES);
            values.forEach(v -> writeNumber(element, bits(v), out));
            out.close(start);
        }
    }

    private static long bits(Object value) {
        if (value instanceof Double real) {
            return Double.doubleToRawLongBits(real);
        }
        if (value instanceof Float real) {
            return Float.floatToRawIntBits(real);
        }
        return value instanceof Boolean truth ? (truth ? 1 : 0) : (Long) value;
    }

    private static void writeNumber(Kind kind, long value, WireBuffer out) {
        switch (kind) {
            case DOUBLE, FIXED64, SFIXED64 -> out.fixed64(value);
            case FLOAT, FIXED32, SFIXED32 -> out.fixed32((int) value);
            case UINT32 -> out.varint(value & 0xffffffffL);
            case SINT32 -> out.varint(((int) value << 1 ^ (int) value >> 31) & 0xffffffffL);
            case SINT64 -> out.varint(value << 1 ^ value >> 63);
            default -> out.varint(value);
        }
    }
}
