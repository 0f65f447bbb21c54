// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Walks over protobuf fields in a part of a byte array with a {@link CodedInputStream}, tracking the position so that
 * faults report their byte.
 */
public final class WireCursor {
    public static final int VARINT = WireFormat.WIRETYPE_VARINT;
    public static final int FIXED64 = WireFormat.WIRETYPE_FIXED64;
    public static final int BYTES = WireFormat.WIRETYPE_LENGTH_DELIMITED;
    public static final int FIXED32 = WireFormat.WIRETYPE_FIXED32;

    private static final int LONGEST_VARINT = 10;
    private static final String TOO_LONG = "a number is longer than 10 bytes";

    private byte[] bytes;
    private int from;
    private int end;
    private CodedInputStream in;

    /** Restarts at a message in {@code buffer}. */
    public WireCursor over(byte[] buffer, int start, int to) {
        bytes = buffer;
        from = start;
        end = to;
        in = CodedInputStream.newInstance(buffer, start, to - start);
        return this;
    }

    public byte[] bytes() {
        return bytes;
    }

    public int at() {
        return from + in.getTotalBytesRead();
    }

    public int end() {
        return end;
    }

    public boolean more() {
        return at() < end;
    }

    /** Narrows to a message that ends at {@code inner}; returns what {@link #leave} needs to restore the outer one. */
    public int enter(int inner) {
        try {
            int outer = in.pushLimit(inner - at());
            end = inner;
            return outer;
        } catch (IOException e) {
            throw new WireFault(at(), "a message runs past the end of the one around it", e);
        }
    }

    /** Continues after the inner message. */
    public void leave(int outer) {
        moveTo(end);
        in.popLimit(outer);
        end = at() + in.getBytesUntilLimit();
    }

    /** Skips to a position of the message, in bytes from its start. */
    public void moveTo(int position) {
        try {
            in.skipRawBytes(position - at());
        } catch (IOException e) {
            throw new WireFault(at(), "a field runs past the end of its message", e);
        }
    }

    /** The next tag: field number times 8 plus wire type. */
    public int tag() {
        int start = at();
        long tag = varint();
        if (tag >>> 3 == 0 || tag > 0xffffffffL) {
            throw new WireFault(start, "field number " + (tag >>> 3) + " is invalid");
        }
        return (int) tag;
    }

    /** Reads a varint of at most ten bytes; a fault when it is longer or cut off. */
    public long varint() {
        int start = at();
        long value;
        try {
            value = in.readRawVarint64();
        } catch (IOException e) {
            boolean tooLong = end - start >= LONGEST_VARINT;
            throw new WireFault(start, tooLong ? TOO_LONG : "a number runs past the end of its message", e);
        }
        // The library takes any tenth byte for the last one.
        if (bytes[at() - 1] < 0) {
            throw new WireFault(start, TOO_LONG);
        }
        return value;
    }

    /** Length of a string or message, checked; returns where it ends. */
    public int lengthEnd() {
        int start = at();
        long length = varint();
        int at = at();
        if (length < 0 || length > end - at) {
            throw new WireFault(
                    start,
                    "a length of " + Long.toUnsignedString(length) + " bytes, but only " + (end - at) + " are left");
        }
        return at + (int) length;
    }

    /** Reads a little-endian number of four bytes; a fault when the message ends before. */
    public int fixed32() {
        try {
            return in.readRawLittleEndian32();
        } catch (IOException e) {
            throw new WireFault(at(), "a fixed-width number runs past the end of its message", e);
        }
    }

    /** Reads a little-endian number of eight bytes; a fault when the message ends before. */
    public long fixed64() {
        try {
            return in.readRawLittleEndian64();
        } catch (IOException e) {
            throw new WireFault(at(), "a fixed-width number runs past the end of its message", e);
        }
    }

    /** Text of the bytes from here to {@code to}; moves there. */
    public String text(int to) {
        int at = at();
        String text = checkText(to) ? new String(bytes, at, to - at, StandardCharsets.ISO_8859_1) : decode(at, to);
        moveTo(to);
        return text;
    }

    /** Rejects bytes that are not UTF-8; returns true when they are plain ASCII. Does not move. */
    boolean checkText(int to) {
        int at = at();
        for (int i = at; i < to; i++) {
            if (bytes[i] < 0) {
                decode(at, to);
                return false;
            }
        }
        return true;
    }

    /** Unlike the library, reports the position of bytes that are not UTF-8. */
    private String decode(int at, int to) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, at, to - at))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new WireFault(at, "a text is not UTF-8", e);
        }
    }

    /** Skips the value of an unknown field. */
    public void skip(int tag) {
        switch (WireFormat.getTagWireType(tag)) {
            case VARINT -> varint();
            case FIXED64 -> fixed64();
            case BYTES -> moveTo(lengthEnd());
            case FIXED32 -> fixed32();
            default -> throw new WireFault(at(), "wire type " + (tag & 7) + " in field " + (tag >>> 3));
        }
    }
}
