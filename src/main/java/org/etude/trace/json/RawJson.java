// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Copies a value's text from a cursor, without white space between tokens. Reused. */
public final class RawJson {
    private static final int LONGEST = (1 << 26) - 1;
    private byte[] bytes = new byte[1 << 10];
    private int size;

    /** Replaces the text by that of the next value. */
    public void read(JsonCursor cursor) {
        size = 0;
        int depth = 0;
        do {
            int c = cursor.peek();
            if (c == JsonCursor.END) {
                throw cursor.ended("a value");
            }
            if (c == '"') {
                cursor.scanText();
                put('"');
                put(cursor.buffer, cursor.textStart, cursor.textEnd);
                put('"');
            } else if (c == '{' || c == '[' || c == '}' || c == ']' || c == ',' || c == ':') {
                depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                if (depth < 0 || depth == 0 && c != '}' && c != ']') {
                    throw cursor.unexpected(c, "a value");
                }
                put(c);
                cursor.take();
            } else {
                cursor.scanBare();
                put(cursor.buffer, cursor.textStart, cursor.textEnd);
            }
        } while (depth > 0);
    }

    /** A cursor on the text held. */
    public JsonCursor cursor() {
        return new JsonCursor(bytes, 0, size);
    }

    /** The bytes; the first {@link #size} count. */
    public byte[] bytes() {
        return bytes;
    }

    /** Length of the text. */
    public int size() {
        return size;
    }

    /** The text held. */
    public String text() {
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    private void put(int c) {
        room(1);
        bytes[size++] = (byte) c;
    }

    private void put(byte[] from, int start, int end) {
        room(end - start);
        System.arraycopy(from, start, bytes, size, end - start);
        size += end - start;
    }

    private void room(int more) {
        if (size + more > LONGEST) {
            throw new BadJson("a single value is longer than " + (LONGEST + 1 >> 20) + " MB", 0, false);
        }
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
