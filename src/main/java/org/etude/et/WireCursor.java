package org.etude.et;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Walks over protobuf fields in a part of a byte array; every read is checked against the end of the message. */
final class WireCursor {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int BYTES = 2;
    static final int FIXED32 = 5;

    private byte[] bytes;
    private int at;
    private int end;

    /** Begins anew. */
    WireCursor over(byte[] buffer, int from, int to) {
        bytes = buffer;
        at = from;
        end = to;
        return this;
    }

    byte[] bytes() {
        return bytes;
    }

    int at() {
        return at;
    }

    int end() {
        return end;
    }

    boolean more() {
        return at < end;
    }

    /** Narrows to a message that ends at {@code inner}; gives the end to go back to. */
    int enter(int inner) {
        int outer = end;
        end = inner;
        return outer;
    }

    /** Goes on behind the inner message. */
    void leave(int outer) {
        at = end;
        end = outer;
    }

    void moveTo(int position) {
        at = position;
    }

    /** The next tag: field number times 8 plus wire type. */
    int tag() {
        int start = at;
        long tag = varint();
        if (tag >>> 3 == 0 || tag > 0xffffffffL) {
            throw new WireFault(start, "field number " + (tag >>> 3) + " is not possible");
        }
        return (int) tag;
    }

    long varint() {
        int start = at;
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                throw new WireFault(start, "a number runs past the end of its message");
            }
            byte b = bytes[at++];
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new WireFault(start, "a number is longer than 10 bytes");
    }

    /** Length of a string or message, checked; gives where it ends. */
    int lengthEnd() {
        int start = at;
        long length = varint();
        if (length < 0 || length > end - at) {
            throw new WireFault(
                    start, "a length of " + Long.toUnsignedString(length) + " bytes where " + (end - at) + " are left");
        }
        return at + (int) length;
    }

    int fixed32() {
        need(4);
        int value = (bytes[at] & 0xff)
                | (bytes[at + 1] & 0xff) << 8
                | (bytes[at + 2] & 0xff) << 16
                | (bytes[at + 3] & 0xff) << 24;
        at += 4;
        return value;
    }

    long fixed64() {
        long low = fixed32() & 0xffffffffL;
        return low | (long) fixed32() << 32;
    }

    private void need(int count) {
        if (end - at < count) {
            throw new WireFault(at, "a fixed-width number runs past the end of its message");
        }
    }

    /** Text of the bytes from here to {@code to}; moves there. */
    String text(int to) {
        String text = checkText(to) ? new String(bytes, at, to - at, StandardCharsets.ISO_8859_1) : decode(to);
        at = to;
        return text;
    }

    /** Refuses bytes that are not UTF-8; true when they are plain ASCII. Does not move. */
    boolean checkText(int to) {
        for (int i = at; i < to; i++) {
            if (bytes[i] < 0) {
                decode(to);
                return false;
            }
        }
        return true;
    }

    private String decode(int to) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, at, to - at))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new WireFault(at, "a text is not UTF-8");
        }
    }

    /** Passes over the value of a field that nobody here knows. */
    void skip(int tag) {
        switch (tag & 7) {
            case VARINT -> varint();
            case FIXED64 -> fixed64();
            case BYTES -> at = lengthEnd();
            case FIXED32 -> fixed32();
            default -> throw new WireFault(at, "wire type " + (tag & 7) + " in field " + (tag >>> 3));
        }
    }
}
