// SPDX-License-Identifier: Apache-2.0
package org.etude.analysis;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes objects of JSON as bytes, in the form of Jackson's generator. The traces that viewers open have millions of
 * events with few different names, so names of fields are encoded once and texts once each, up to {@value #MOST_TEXTS}
 * of them. Whoever calls it opens and closes objects and arrays in pairs.
 */
public final class TraceJson {
    private static final int BUFFER = 1 << 16;
    private static final int MOST_TEXTS = 1 << 16;
    /** Longer than any number. */
    private static final int NUMBER = 32;

    private static final int TEN = 10;
    private static final long THOUSAND = 1000;

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private final byte[] digits = new byte[NUMBER];
    private final Map<String, byte[]> texts = new HashMap<>();
    private int at;
    /** Whether something precedes in the same object or array. */
    private boolean follows;

    TraceJson(OutputStream out) {
        this.out = out;
    }

    /** The name of a field, encoded with its quotes and colon. */
    public static final class Name {
        private final byte[] bytes;

        private Name(String name) {
            byte[] quoted = quoted(name);
            bytes = new byte[quoted.length + 1];
            System.arraycopy(quoted, 0, bytes, 0, quoted.length);
            bytes[quoted.length] = ':';
        }

        /** Encodes a name; keep the result. */
        public static Name of(String name) {
            return new Name(name);
        }
    }

    private static byte[] quoted(String text) {
        byte[] escaped;
        try {
            escaped = JsonStringEncoder.getInstance().quoteAsUTF8(text);
        } catch (IllegalArgumentException e) {
            // Half of a surrogate pair, which no encoding has: a question mark.
            byte[] known = text.getBytes(StandardCharsets.UTF_8);
            escaped = JsonStringEncoder.getInstance().quoteAsUTF8(new String(known, StandardCharsets.UTF_8));
        }
        byte[] quoted = new byte[escaped.length + 2];
        quoted[0] = '"';
        System.arraycopy(escaped, 0, quoted, 1, escaped.length);
        quoted[quoted.length - 1] = '"';
        return quoted;
    }

    /** Opens an object of an array, or the whole. */
    void open() throws IOException {
        separate();
        octet('{');
        follows = false;
    }

    /** Opens an object in a field. */
    void open(Name field) throws IOException {
        name(field);
        octet('{');
        follows = false;
    }

    void close() throws IOException {
        octet('}');
        follows = true;
    }

    void openArray(Name field) throws IOException {
        name(field);
        octet('[');
        follows = false;
    }

    void closeArray() throws IOException {
        octet(']');
        follows = true;
    }

    /** Writes a text. */
    public void text(Name field, String value) throws IOException {
        name(field);
        byte[] known = texts.get(value);
        if (known == null) {
            known = quoted(value);
            if (texts.size() < MOST_TEXTS) {
                texts.put(value, known);
            }
        }
        bytes(known, 0, known.length);
    }

    /** Writes a whole number. */
    public void whole(Name field, long value) throws IOException {
        name(field);
        number(value, false);
    }

    /** Writes thousandths of a unit with three decimals, without rounding. */
    void thousandths(Name field, long value) throws IOException {
        name(field);
        number(value, true);
    }

    /** Writes a decimal number, in quotes if it is not finite. */
    public void decimal(Name field, double value) throws IOException {
        name(field);
        String number = Double.toString(value);
        byte[] bytes = Double.isFinite(value) ? number.getBytes(StandardCharsets.US_ASCII) : quoted(number);
        bytes(bytes, 0, bytes.length);
    }

    /** Writes true or false. */
    public void flag(Name field, boolean value) throws IOException {
        name(field);
        byte[] bytes = String.valueOf(value).getBytes(StandardCharsets.US_ASCII);
        bytes(bytes, 0, bytes.length);
    }

    private void name(Name field) throws IOException {
        separate();
        bytes(field.bytes, 0, field.bytes.length);
    }

    private void separate() throws IOException {
        if (follows) {
            octet(',');
        }
        follows = true;
    }

    private void number(long value, boolean decimals) throws IOException {
        int from = NUMBER;
        // Negative all the way, because the lowest number has no positive counterpart.
        long left = value < 0 ? value : -value;
        if (decimals) {
            long whole = left / THOUSAND;
            int part = (int) (whole * THOUSAND - left);
            for (int i = 0; i < 3; i++) {
                digits[--from] = (byte) ('0' + part % TEN);
                part /= TEN;
            }
            digits[--from] = '.';
            left = whole;
        }
        while (left < -Integer.MAX_VALUE) {
            long next = left / TEN;
            digits[--from] = (byte) ('0' + (int) (next * TEN - left));
            left = next;
        }
        // Most numbers are small, and divisions of ints cost half.
        int small = (int) -left;
        do {
            digits[--from] = (byte) ('0' + small % TEN);
            small /= TEN;
        } while (small != 0);
        if (value < 0) {
            digits[--from] = '-';
        }
        bytes(digits, from, NUMBER - from);
    }

    private void octet(char value) throws IOException {
        if (at == BUFFER) {
            flush();
        }
        buffer[at++] = (byte) value;
    }

    private void bytes(byte[] bytes, int from, int count) throws IOException {
        if (count > BUFFER - at) {
            flush();
            if (count > BUFFER) {
                out.write(bytes, from, count);
                return;
            }
        }
        System.arraycopy(bytes, from, buffer, at, count);
        at += count;
    }

    /** Passes on what is buffered. */
    void flush() throws IOException {
        out.write(buffer, 0, at);
        at = 0;
    }
}
