package org.etude.et;

/** The IOInfo message. */
final class EtIoCodec {
    private static final int VALUES = 1;
    private static final int SHAPES = 2;
    private static final int TYPES = 3;

    private EtIoCodec() {}

    static byte[] encode(EtIo io) {
        WireBuffer out = new WireBuffer();
        out.optionalTextField(VALUES, io.values());
        out.optionalTextField(SHAPES, io.shapes());
        out.optionalTextField(TYPES, io.types());
        return out.toBytes();
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
    static void check(WireCursor in) {
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
