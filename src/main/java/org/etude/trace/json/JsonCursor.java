// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Locale;

/**
 * A forward-only JSON reader for very large traces. It works on bytes without allocating an object per token, tracks
 * the offset, and tolerates common faults of trace writers: trailing commas, bare NaN and Infinity, quoted numbers,
 * bytes that are not UTF-8, unknown escapes. Broken structure throws {@link BadJson}.
 *
 * <p>A reader enters an object with {@link #enterObject}, calls {@link #nextKey} until it returns {@link #NO_MORE} and
 * after each key reads or skips exactly one value; arrays likewise.
 */
public final class JsonCursor extends ByteInput {
    /** End of the text. */
    public static final int END = -1;
    /** A key that is not among the requested ones. */
    public static final int UNKNOWN = -1;
    /** The object has no further key. */
    public static final int NO_MORE = -2;

    private static final int DEEPEST = 1000;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long SLASHES = ONES * '\\';

    /** Start of the text scanned last, in {@link #buffer}; valid until the next read. */
    public int textStart;
    /** End of the text scanned last. */
    public int textEnd;
    /** Whether the text scanned last has escapes. */
    boolean textEscaped;

    private final long[] braces = new long[DEEPEST / 64 + 1];

    /** Reads a stream. */
    public JsonCursor(InputStream in) {
        this(in, START);
    }

    /**
     * Reads a stream.
     *
     * @param window bytes to read at a time
     */
    public JsonCursor(InputStream in, int window) {
        super(in, window);
    }

    /** Reads a piece of JSON in memory. */
    public JsonCursor(byte[] bytes, int from, int to) {
        super(bytes, from, to);
    }

    /** The next byte that is not white space, not consumed; {@link #END} at the end. */
    public int peek() {
        while (true) {
            byte[] b = buffer;
            int p = pos;
            int end = limit;
            while (p < end) {
                byte c = b[p];
                if (c > ' ' || c < 0) {
                    pos = p;
                    return c & 0xff;
                }
                p++;
            }
            pos = p;
            if (!more()) {
                return END;
            }
        }
    }

    /** Consumes the byte that {@link #peek} returned. */
    public void take() {
        pos++;
    }

    /** Consumes an opening brace if the value is an object; otherwise skips the value and returns false. */
    public boolean enterObject() {
        return enter('{');
    }

    /** Consumes an opening bracket if the value is an array; otherwise skips the value and returns false. */
    public boolean enterArray() {
        return enter('[');
    }

    private boolean enter(int open) {
        if (peek() == open) {
            pos++;
            return true;
        }
        skipValue();
        return false;
    }

    /** The number of the next key among {@code keys}, {@link #UNKNOWN}, or {@link #NO_MORE} with the brace consumed. */
    public int nextKey(JsonKeys keys, boolean first) {
        int c = peek();
        if (c == ',' && !first) {
            pos++;
            c = peek();
        } else if (!first && c != '}') {
            throw unexpected(c, "a comma or }");
        }
        if (c == '}') {
            pos++;
            return NO_MORE;
        }
        if (c != '"') {
            throw unexpected(c, "a field name or }");
        }
        scanText();
        int id = textEscaped ? JsonText.find(this, keys) : keys.find(buffer, textStart, textEnd);
        c = peek();
        if (c != ':') {
            throw unexpected(c, "a colon");
        }
        pos++;
        return id;
    }

    /** Whether the array has a further element; otherwise consumes the bracket. */
    public boolean nextElement(boolean first) {
        int c = peek();
        if (c == ',' && !first) {
            pos++;
            c = peek();
        } else if (!first && c != ']') {
            throw unexpected(c, "a comma or ]");
        }
        if (c == ']') {
            pos++;
            return false;
        }
        if (c == END) {
            throw ended("an array");
        }
        return true;
    }

    /** Scans a quoted text whose quote is next; sets {@link #textStart}, {@link #textEnd}, {@link #textEscaped}. */
    public void scanText() {
        int p = pos + 1;
        mark = p;
        boolean escaped = false;
        while (true) {
            p = toQuoteOrSlash(p);
            if (p < limit) {
                if (buffer[p] == '"') {
                    break;
                }
                escaped = true;
                p += 2;
            }
            if (p >= limit) {
                int behind = p - mark;
                if (!more()) {
                    pos = limit;
                    throw ended("a text");
                }
                p = mark + behind;
            }
        }
        textStart = mark;
        textEnd = p;
        textEscaped = escaped;
        pos = p + 1;
        mark = -1;
    }

    private int toQuoteOrSlash(int from) {
        byte[] b = buffer;
        int end = limit;
        int p = from;
        while (p + 8 <= end) {
            long word = (long) LONGS.get(b, p);
            long quote = word ^ QUOTES;
            long slash = word ^ SLASHES;
            long hit = ((quote - ONES) & ~quote | (slash - ONES) & ~slash) & HIGHS;
            if (hit != 0) {
                return p + (Long.numberOfTrailingZeros(hit) >>> 3);
            }
            p += 8;
        }
        while (p < end && b[p] != '"' && b[p] != '\\') {
            p++;
        }
        return p;
    }

    /** Skips the next value. */
    public void skipValue() {
        int c = peek();
        if (c == '"') {
            skipText();
        } else if (c == '{' || c == '[') {
            skipNested();
        } else {
            scanBare();
        }
    }

    private void skipText() {
        int p = pos + 1;
        while (true) {
            p = toQuoteOrSlash(p);
            if (p < limit) {
                if (buffer[p] == '"') {
                    pos = p + 1;
                    return;
                }
                p += 2;
            }
            if (p >= limit) {
                int behind = p - limit;
                pos = limit;
                if (!more()) {
                    throw ended("a text");
                }
                p = pos + behind;
            }
        }
    }

    private void skipNested() {
        int depth = 0;
        do {
            int c = toStructure();
            switch (c) {
                case '"' -> skipText();
                case '{', '[' -> {
                    open(depth++, c == '{');
                    pos++;
                }
                default -> {
                    close(--depth, c == '}');
                    pos++;
                }
            }
        } while (depth > 0);
    }

    private int toStructure() {
        while (true) {
            byte[] b = buffer;
            int end = limit;
            for (int p = pos; p < end; p++) {
                byte c = b[p];
                if (c == '"' || c == '[' || c == ']' || c == '{' || c == '}') {
                    pos = p;
                    return c;
                }
            }
            pos = limit;
            if (!more()) {
                throw ended("a value");
            }
        }
    }

    private void open(int depth, boolean brace) {
        if (depth >= DEEPEST) {
            throw new BadJson("values are nested deeper than " + DEEPEST, offset(), false);
        }
        long bit = 1L << (depth & 63);
        if (brace) {
            braces[depth >> 6] |= bit;
        } else {
            braces[depth >> 6] &= ~bit;
        }
    }

    private void close(int depth, boolean brace) {
        boolean opened = (braces[depth >> 6] & 1L << (depth & 63)) != 0;
        if (opened != brace) {
            throw unexpected(brace ? '}' : ']', opened ? "}" : "]");
        }
    }

    /** Scans a value without quotes (number, true, false, null, NaN) into {@link #textStart}..{@link #textEnd}. */
    void scanBare() {
        mark = pos;
        int p = pos;
        while (true) {
            byte[] b = buffer;
            int end = limit;
            while (p < end && isBare(b[p])) {
                p++;
            }
            if (p < end) {
                break;
            }
            int behind = p - mark;
            boolean got = more(); // moves the window even when it ends
            p = mark + behind;
            if (!got) {
                break;
            }
        }
        textStart = mark;
        textEnd = p;
        textEscaped = false;
        mark = -1;
        pos = p;
        if (textStart == textEnd) {
            throw unexpected(peek(), "a value");
        }
    }

    private static boolean isBare(byte c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '+' || c == '.';
    }

    /** Consumes {@code null} if it is next. */
    public boolean takeNull() {
        if (peek() != 'n') {
            return false;
        }
        scanBare();
        return true;
    }

    /** The error for an unexpected character. */
    public BadJson unexpected(int found, String wanted) {
        if (found == END) {
            return ended("an object or array");
        }
        String what = found > ' ' && found < 127
                ? "'" + (char) found + "'"
                : String.format(Locale.ROOT, "byte 0x%02X", found);
        return new BadJson(what + " instead of " + wanted, offset(), false);
    }

    /** The error for a text that ends inside something. */
    BadJson ended(String inside) {
        return new BadJson("JSON ends inside " + inside, offset(), true);
    }
}
