// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import com.google.protobuf.CodedOutputStream;
import java.util.List;
import org.etude.et.graph.EtAttribute.Kind;
import org.etude.et.graph.EtColumns;

/**
 * Computes the encoded sizes of the parts of an attribute, because protobuf writes the length of a message before it.
 */
final class EtAttributeSizes {
    private EtAttributeSizes() {}

    /** Bytes of a list message: texts and byte strings individually, numbers packed. */
    static int list(Kind element, List<?> values) {
        int size = 0;
        if (element == Kind.STRING) {
            for (Object text : values) {
                size += CodedOutputStream.computeStringSize(EtAttributeWriter.LIST_VALUES, (String) text);
            }
        } else if (element == Kind.BYTES) {
            for (Object bytes : values) {
                size += CodedOutputStream.computeByteArraySize(EtAttributeWriter.LIST_VALUES, (byte[]) bytes);
            }
        } else if (!values.isEmpty()) {
            size = message(EtAttributeWriter.LIST_VALUES, packed(element, values));
        }
        return size;
    }

    /** Bytes of the numbers of a packed list, without tag and length. */
    static int packed(Kind element, List<?> values) {
        int size = 0;
        for (Object value : values) {
            size += number(element, bits(value));
        }
        return size;
    }

    /** Bytes of a message of {@code size} bytes as a field: tag, length, content. */
    static int message(int field, int size) {
        return CodedOutputStream.computeTagSize(field) + CodedOutputStream.computeUInt32SizeNoTag(size) + size;
    }

    /** Bytes of a number, without its tag. */
    static int number(Kind kind, long value) {
        return switch (kind) {
            case DOUBLE, FIXED64, SFIXED64 -> CodedOutputStream.computeFixed64SizeNoTag(value);
            case FLOAT, FIXED32, SFIXED32 -> CodedOutputStream.computeFixed32SizeNoTag((int) value);
            case UINT32 -> CodedOutputStream.computeUInt32SizeNoTag((int) value);
            case SINT32 -> CodedOutputStream.computeSInt32SizeNoTag((int) value);
            case SINT64 -> CodedOutputStream.computeSInt64SizeNoTag(value);
            default -> CodedOutputStream.computeUInt64SizeNoTag(value);
        };
    }

    /** A list element as bits in the form of {@link EtColumns#attrValue}. */
    static long bits(Object value) {
        if (value instanceof Double real) {
            return Double.doubleToRawLongBits(real);
        }
        if (value instanceof Float real) {
            return Float.floatToRawIntBits(real);
        }
        return value instanceof Boolean truth ? (truth ? 1 : 0) : (Long) value;
    }
}
