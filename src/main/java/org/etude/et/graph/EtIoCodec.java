// SPDX-License-Identifier: Apache-2.0
package org.etude.et.graph;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Encodes and decodes the IOInfo message. */
public final class EtIoCodec {
    private static final int VALUES = 1;
    private static final int SHAPES = 2;
    private static final int TYPES = 3;

    private EtIoCodec() {}

    /** Avoids protobuf's writer, which searches every jar for Android before its first byte. */
    static byte[] encode(EtIo io) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        text(VALUES, bytes(io.values()), message);
        text(SHAPES, bytes(io.shapes()), message);
        text(TYPES, bytes(io.types()), message);
        return message.toByteArray();
    }

    /** proto3 omits an empty text. */
    private static void text(int field, byte[] text, ByteArrayOutputStream message) {
        if (text.length > 0) {
            message.write(field << 3 | WireCursor.BYTES);
            int length = text.length;
            while (length > 0x7f) {
                message.write(length & 0x7f | 0x80);
                length >>>= 7;
            }
            message.write(length);
            message.writeBytes(text);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static EtIo decode(byte[] bytes, int start, int length) {
        String[] texts = {"", "", ""};
        WireCursor in = new WireCursor().over(bytes, start, start + length);
        while (in.more()) {
            int tag = in.tag();
            int field = tag >>> 3;
            if (field <= TYPES && (tag & 7) == WireCursor.BYTES) {
                texts[field - 1] = in.text(in.lengthEnd());
            } else {
                in.skip(tag);
            }
        }
        return new EtIo(texts[0], texts[1], texts[2]);
    }

    /** Rejects a message that {@link #decode} could not read; leaves the cursor at its end. */
    public static void check(WireCursor in) {
        while (in.more()) {
            int tag = in.tag();
            if (tag >>> 3 <= TYPES && (tag & 7) == WireCursor.BYTES) {
                int end = in.lengthEnd();
                in.checkText(end);
                in.moveTo(end);
            } else {
                in.skip(tag);
            }
        }
    }
}
