package org.etude.et.graph;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The IOInfo message. */
public final class EtIoCodec {
    private static final int VALUES = 1;
    private static final int SHAPES = 2;
    private static final int TYPES = 3;

    private EtIoCodec() {}

    static byte[] encode(EtIo io) {
        byte[] bytes = new byte[size(VALUES, io.values()) + size(SHAPES, io.shapes()) + size(TYPES, io.types())];
        try {
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            text(VALUES, io.values(), out);
            text(SHAPES, io.shapes(), out);
            text(TYPES, io.types(), out);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
    }

    private static int size(int field, String text) {
        return text.isEmpty() ? 0 : CodedOutputStream.computeStringSize(field, text);
    }

    /** proto3 leaves out an empty text. */
    private static void text(int field, String text, CodedOutputStream out) throws IOException {
        if (!text.isEmpty()) {
            out.writeString(field, text);
        }
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

    /** Refuses a message that {@link #decode} could not read; leaves the cursor at its end. */
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
