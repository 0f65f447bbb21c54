// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import java.nio.charset.StandardCharsets;

/** Converts scanned JSON texts to strings. Undecodable bytes become U+FFFD. */
public final class JsonText {
    private static final char REPLACEMENT = '\uFFFD';

    private JsonText() {}

    /** The text a cursor scanned last. */
    static String of(JsonCursor cursor) {
        String raw =
                new String(cursor.buffer, cursor.textStart, cursor.textEnd - cursor.textStart, StandardCharsets.UTF_8);
        return cursor.textEscaped ? unescape(raw) : raw;
    }

    /** The number of an escaped key. */
    static int find(JsonCursor cursor, JsonKeys keys) {
        byte[] key = of(cursor).getBytes(StandardCharsets.UTF_8);
        return keys.find(key, 0, key.length);
    }

    /** Reads the next value as text: a quoted one without its quotes, a bare one as it is, null and others as "". */
    public static String read(JsonCursor cursor) {
        int c = cursor.peek();
        if (c == '"') {
            cursor.scanText();
            return of(cursor);
        }
        if (c == '{' || c == '[' || c == 'n') {
            cursor.skipValue();
            return "";
        }
        cursor.scanBare();
        return of(cursor);
    }

    /** Resolves escapes; unknown ones are kept, lone surrogates are replaced. */
    public static String unescape(String raw) {
        StringBuilder out = new StringBuilder(raw.length());
        int i = 0;
        while (i < raw.length()) {
            char c = raw.charAt(i++);
            if (c != '\\' || i == raw.length()) {
                out.append(c);
                continue;
            }
            char kind = raw.charAt(i++);
            int plain = "\"\\/bfnrt".indexOf(kind);
            if (plain >= 0) {
                out.append("\"\\/\b\f\n\r\t".charAt(plain));
            } else if (kind == 'u' && hex(raw, i) >= 0) {
                out.append((char) hex(raw, i));
                i += 4;
            } else {
                out.append('\\').append(kind);
            }
        }
        replaceLoneSurrogates(out);
        return out.toString();
    }

    private static int hex(String raw, int from) {
        if (from + 4 > raw.length()) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = Character.digit(raw.charAt(i), 16);
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private static void replaceLoneSurrogates(StringBuilder text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (pair) {
                i++;
            } else {
                text.setCharAt(i, REPLACEMENT);
            }
        }
    }
}
