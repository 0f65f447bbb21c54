package org.etude.et;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of one record while it is written: protobuf fields, nested messages with their length in front. */
final class WireBuffer {
    private byte[] bytes = new byte[4096];
    private int size;

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Writes the record with its length in front. */
    void writeDelimited(OutputStream out) throws IOException {
        int length = size;
        varint(length);
        out.write(bytes, length, size - length);
        out.write(bytes, 0, length);
        size = length;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
        }
    }

    void varint(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    static int varintSize(long value) {
        return value == 0 ? 1 : (70 - Long.numberOfLeadingZeros(value)) / 7;
    }

    void tag(int field, int wireType) {
        varint(field << 3 | wireType);
    }

    /** A varint field that is left out when it is 0, as proto3 does. */
    void varintField(int field, long value) {
        if (value != 0) {
            tag(field, WireCursor.VARINT);
            varint(value);
        }
    }

    void fixed32(int value) {
        reserve(4);
        for (int shift = 0; shift < 32; shift += 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    void fixed64(long value) {
        fixed32((int) value);
        fixed32((int) (value >>> 32));
    }

    void raw(byte[] from, int start, int length) {
        reserve(length);
        System.arraycopy(from, start, bytes, size, length);
        size += length;
    }

    void raw(byte[] from) {
        raw(from, 0, from.length);
    }

    void bytesField(int field, byte[] value) {
        tag(field, WireCursor.BYTES);
        varint(value.length);
        raw(value);
    }

    void textField(int field, String value) {
        bytesField(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** A text field that is left out when it is empty. */
    void optionalTextField(int field, String value) {
        if (!value.isEmpty()) {
            textField(field, value);
        }
    }

    /** Opens a nested message; give the result to {@link #close}. */
    int open(int field) {
        tag(field, WireCursor.BYTES);
        reserve(1);
        size++;
        return size;
    }

    /** Ends a nested message: puts its length in front, moving it when that takes more than a byte. */
    void close(int start) {
        int length = size - start;
        int more = varintSize(length) - 1;
        if (more > 0) {
            reserve(more);
            System.arraycopy(bytes, start, bytes, start + more, length);
        }
        size = start - 1;
        varint(length);
        size += length;
    }
}
