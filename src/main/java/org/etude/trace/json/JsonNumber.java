// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import org.etude.number.Ordinals;

/**
 * Reads numbers exactly, without converting to {@code double}: integers up to unsigned 64 bits, and microseconds as
 * nanoseconds. Numbers may be quoted. After each read {@link #ok} tells whether there was a valid number.
 */
public final class JsonNumber {
    private static final int LONGEST = 1000;
    private static final int WINDOW = 48;
    private static final int SAFE_DIGITS = 15;
    private static final long LARGEST_MICROS = Long.MAX_VALUE / 1000 - 1;

    private final JsonCursor cursor;
    private boolean ok;

    /** Numbers read from this cursor. */
    public JsonNumber(JsonCursor cursor) {
        this.cursor = cursor;
    }

    /** Whether the last read met a usable number. */
    public boolean ok() {
        return ok;
    }

    /** The next value as a whole number, unsigned 64-bit ones wrapped; {@code absent} when it is not one. */
    public long readLong(long absent) {
        cursor.peek();
        cursor.ensure(WINDOW);
        byte[] b = cursor.buffer;
        int p = cursor.pos;
        int end = cursor.limit;
        boolean minus = p < end && b[p] == '-';
        if (minus) {
            p++;
        }
        long value = 0;
        int from = p;
        while (p < end && b[p] >= '0' && b[p] <= '9' && p - from < 18) {
            value = value * 10 + (b[p++] - '0');
        }
        if (p > from && p < end && isAfterNumber(b[p])) {
            cursor.pos = p;
            ok = true;
            return minus ? -value : value;
        }
        return slowLong(absent);
    }

    /** The next value as a rank or a number of ranks; -1 when it is not one. */
    public int readOrdinal() {
        return Ordinals.of(readLong(-1));
    }

    private static boolean isAfterNumber(byte c) {
        return c == ',' || c == '}' || c == ']' || c <= ' ' && c >= 0;
    }

    private long slowLong(long absent) {
        BigDecimal number = readDecimal();
        if (number == null || !fits(number)) {
            ok = false;
            return absent;
        }
        var whole = number.toBigInteger();
        ok = whole.bitLength() <= 64;
        return ok ? whole.longValue() : absent;
    }

    /** The next value, microseconds, in nanoseconds, halves rounded up; 0 when it is no usable number. */
    public long readNanos() {
        cursor.peek();
        cursor.ensure(WINDOW);
        byte[] b = cursor.buffer;
        int p = cursor.pos;
        int end = cursor.limit;
        boolean minus = p < end && b[p] == '-';
        if (minus) {
            p++;
        }
        long value = 0;
        int from = p;
        while (p < end && b[p] >= '0' && b[p] <= '9' && p - from <= SAFE_DIGITS) {
            value = value * 10 + (b[p++] - '0');
        }
        if (p == from || p == end || value > LARGEST_MICROS) {
            return slowNanos();
        }
        int decimals = 0;
        if (b[p] == '.') {
            p++;
            while (p < end && b[p] >= '0' && b[p] <= '9' && decimals < 4) {
                if (decimals < 3) {
                    value = value * 10 + (b[p] - '0');
                } else {
                    value += b[p] >= '5' ? 1 : 0;
                }
                decimals++;
                p++;
            }
            while (p < end && b[p] >= '0' && b[p] <= '9') {
                p++;
            }
        }
        if (p == end || !isAfterNumber(b[p])) {
            return slowNanos();
        }
        for (; decimals < 3; decimals++) {
            value *= 10;
        }
        cursor.pos = p;
        ok = true;
        return minus ? -value : value;
    }

    private long slowNanos() {
        BigDecimal micros = readDecimal();
        if (micros == null || !fits(micros)) {
            ok = false;
            return 0;
        }
        var nanos = micros.movePointRight(3).setScale(0, RoundingMode.HALF_UP).unscaledValue();
        ok = nanos.bitLength() < 63;
        return ok ? nanos.longValue() : 0;
    }

    /** Keeps exponents like 1e999999999 from being written out. */
    private static boolean fits(BigDecimal number) {
        return number.signum() == 0 || number.precision() - (long) number.scale() <= 40 && number.scale() < LONGEST;
    }

    private BigDecimal readDecimal() {
        int c = cursor.peek();
        if (c == '{' || c == '[') {
            cursor.skipValue();
            return null;
        }
        if (c == '"') {
            cursor.scanText();
        } else {
            cursor.scanBare();
        }
        int length = cursor.textEnd - cursor.textStart;
        if (length == 0 || length > LONGEST) {
            return null;
        }
        String text = new String(cursor.buffer, cursor.textStart, length, StandardCharsets.ISO_8859_1).trim();
        if (c == 't' && text.equals("true")) {
            return BigDecimal.ONE;
        }
        if (c == 'f' && text.equals("false")) {
            return BigDecimal.ZERO;
        }
        if (text.startsWith("0x")) {
            return hex(text);
        }
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            return null; // not a number: the caller counts it
        }
    }

    private static BigDecimal hex(String text) {
        if (text.length() > 18 || text.length() == 2) {
            return null;
        }
        long value = 0;
        for (int i = 2; i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0) {
                return null;
            }
            value = value << 4 | digit;
        }
        return new BigDecimal(new BigInteger(Long.toUnsignedString(value)));
    }
}
