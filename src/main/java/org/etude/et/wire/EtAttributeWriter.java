// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.List;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtColumns;

/** Writes AttributeProto messages from columns. */
final class EtAttributeWriter {
    static final int LIST_VALUES = 1;
    private static final int NAME = 1;
    private static final int DOC = 2;

    private final EtColumns columns;
    private final EncodedNames names;

    EtAttributeWriter(EtColumns columns, EncodedNames names) {
        this.columns = columns;
        this.names = names;
    }

    /** Bytes of attribute {@code at}, without tag and length. */
    int size(int at) {
        int size = valueSize(at);
        if (columns.attrName[at] != 0) {
            size += CodedOutputStream.computeByteArraySize(NAME, names.bytes(columns.attrName[at]));
        }
        if (columns.attrDoc.containsKey(at)) {
            size += CodedOutputStream.computeStringSize(DOC, columns.attrDoc.get(at));
        }
        return columns.attrUnknown.containsKey(at) ? size + columns.attrUnknown.get(at).length : size;
    }

    /** Writes attribute {@code at} as a field. */
    void write(int at, int field, CodedOutputStream out) throws IOException {
        open(field, size(at), out);
        if (columns.attrName[at] != 0) {
            out.writeByteArray(NAME, names.bytes(columns.attrName[at]));
        }
        if (columns.attrDoc.containsKey(at)) {
            out.writeString(DOC, columns.attrDoc.get(at));
        }
        writeValue(at, out);
        if (columns.attrUnknown.containsKey(at)) {
            out.writeRawBytes(columns.attrUnknown.get(at));
        }
    }

    private int valueSize(int at) {
        Kind kind = columns.kind(at);
        if (kind == Kind.NONE) {
            return 0;
        }
        if (kind == Kind.STRING) {
            return CodedOutputStream.computeByteArraySize(kind.field(), names.bytes((int) columns.raw(at)));
        }
        if (kind == Kind.BYTES) {
            return CodedOutputStream.computeByteArraySize(kind.field(), (byte[]) columns.value(at));
        }
        if (kind.isList()) {
            int size = EtAttributeSizes.list(EtAttributeReader.element(kind), (List<?>) columns.value(at));
            return EtAttributeSizes.message(kind.field(), size);
        }
        return CodedOutputStream.computeTagSize(kind.field()) + EtAttributeSizes.number(kind, columns.raw(at));
    }

    private void writeValue(int at, CodedOutputStream out) throws IOException {
        Kind kind = columns.kind(at);
        if (kind == Kind.NONE) {
            return;
        }
        if (kind == Kind.STRING) {
            out.writeByteArray(kind.field(), names.bytes((int) columns.raw(at)));
        } else if (kind == Kind.BYTES) {
            out.writeByteArray(kind.field(), (byte[]) columns.value(at));
        } else if (kind.isList()) {
            Kind element = EtAttributeReader.element(kind);
            List<?> values = (List<?>) columns.value(at);
            open(kind.field(), EtAttributeSizes.list(element, values), out);
            writeList(element, values, out);
        } else {
            out.writeTag(kind.field(), EtAttributeReader.wireType(kind));
            writeNumber(kind, columns.raw(at), out);
        }
    }

    private static void writeList(Kind element, List<?> values, CodedOutputStream out) throws IOException {
        if (element == Kind.STRING) {
            for (Object text : values) {
                out.writeString(LIST_VALUES, (String) text);
            }
        } else if (element == Kind.BYTES) {
            for (Object bytes : values) {
                out.writeByteArray(LIST_VALUES, (byte[]) bytes);
            }
        } else if (!values.isEmpty()) {
            open(LIST_VALUES, EtAttributeSizes.packed(element, values), out);
            for (Object number : values) {
                writeNumber(element, EtAttributeSizes.bits(number), out);
            }
        }
    }

    /** Begins a nested message. */
    static void open(int field, int size, CodedOutputStream out) throws IOException {
        out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
        out.writeUInt32NoTag(size);
    }

    private static void writeNumber(Kind kind, long value, CodedOutputStream out) throws IOException {
        switch (kind) {
            case DOUBLE, FIXED64, SFIXED64 -> out.writeFixed64NoTag(value);
            case FLOAT, FIXED32, SFIXED32 -> out.writeFixed32NoTag((int) value);
            case UINT32 -> out.writeUInt32NoTag((int) value);
            case SINT32 -> out.writeSInt32NoTag((int) value);
            case SINT64 -> out.writeSInt64NoTag(value);
            default -> out.writeUInt64NoTag(value);
        }
    }
}
