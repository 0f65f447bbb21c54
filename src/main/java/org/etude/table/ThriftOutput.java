// SPDX-License-Identifier: Apache-2.0
package org.etude.table;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes Thrift's compact protocol, the encoding of Parquet's headers (apache/thrift
 * doc/specs/thrift-compact-protocol.md).
 */
final class ThriftOutput {
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;
    private static final int LONG_LIST = 15;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final int[] last = new int[16];
    private int depth;

    byte[] bytes() {
        return out.toByteArray();
    }

    ThriftOutput i32(int field, int value) {
        header(field, I32);
        varint((long) value << 1 ^ value >> 31);
        return this;
    }

    ThriftOutput i64(int field, long value) {
        header(field, I64);
        varint(value << 1 ^ value >> 63);
        return this;
    }

    ThriftOutput text(int field, String value) {
        header(field, BINARY);
        return element(value);
    }

    /** A text in a list. */
    ThriftOutput element(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    /** A number in a list. */
    ThriftOutput element(int value) {
        varint((long) value << 1 ^ value >> 31);
        return this;
    }

    ThriftOutput numbers(int field, int count) {
        return list(field, count, I32);
    }

    ThriftOutput texts(int field, int count) {
        return list(field, count, BINARY);
    }

    ThriftOutput structs(int field, int count) {
        return list(field, count, STRUCT);
    }

    private ThriftOutput list(int field, int count, int type) {
        header(field, LIST);
        if (count < LONG_LIST) {
            out.write(count << 4 | type);
        } else {
            out.write(LONG_LIST << 4 | type);
            varint(count);
        }
        return this;
    }

    /** Begins a struct in a field; {@link #end} ends it. */
    ThriftOutput struct(int field) {
        header(field, STRUCT);
        return begin();
    }

    /** Begins a struct in a list. */
    ThriftOutput begin() {
        last[++depth] = 0;
        return this;
    }

    /** Ends a struct, at last the outermost. */
    ThriftOutput end() {
        out.write(0);
        depth--;
        return this;
    }

    private void header(int field, int type) {
        // Field ids ascend in steps below 16.
        out.write(field - last[depth] << 4 | type);
        last[depth] = field;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
