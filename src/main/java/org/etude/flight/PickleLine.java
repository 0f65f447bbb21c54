// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * The argument of an opcode of pickle's protocols 0 and 1, which is a line of text: numbers in decimal, texts in Latin-1
 * with {@code \\u} and four, or {@code \\U} and eight, hexadecimal digits for all other characters (Python's {@code
 * raw_unicode_escape}). O(bytes of the line).
 */
final class PickleLine {
    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,20}");
    private static final Pattern REAL = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?");
    private static final int SHOWN = 40;
    private static final int HEX = 16;
    private static final int SHORT = 4;

    private final String line;
    private final long offset;

    private PickleLine(String line, long offset) {
        this.line = line;
        this.offset = offset;
    }

    static PickleLine read(PickleInput in) throws IOException {
        long offset = in.offset();
        return new PickleLine(in.line(), offset);
    }

    private PickleFault bad(String expected) {
        String shown = line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
        return new PickleFault(offset, "expected " + expected + ", found \"" + shown + "\"");
    }

    /** A number, or a flag, which is written with a zero in front. */
    Object wholeOrFlag() throws PickleFault {
        if (line.equals("00") || line.equals("01")) {
            return line.equals("01");
        }
        return whole(line);
    }

    /** A number, with or without the L of a long one. */
    long longWhole() throws PickleFault {
        return whole(line.endsWith("L") ? line.substring(0, line.length() - 1) : line);
    }

    private long whole(String text) throws PickleFault {
        try {
            if (WHOLE.matcher(text).matches()) {
                return Long.parseLong(text);
            }
        } catch (NumberFormatException e) {
            throw bad("an integer of 64 bits");
        }
        throw bad("an integer of 64 bits");
    }

    double real() throws PickleFault {
        if (REAL.matcher(line).matches()) {
            return Double.parseDouble(line);
        }
        return switch (line) {
            case "inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            case "nan", "-nan" -> Double.NaN;
            default -> throw bad("a number");
        };
    }

    /** The position in the memo. */
    long index() throws PickleFault {
        long index = whole(line);
        if (index < 0) {
            throw bad("a position of the memo");
        }
        return index;
    }

    String text() throws PickleFault {
        int next = line.indexOf('\\');
        if (next < 0) {
            return line;
        }
        StringBuilder text = new StringBuilder(line.length());
        int done = 0;
        while (next >= 0 && next + 1 < line.length()) {
            text.append(line, done, next);
            char kind = line.charAt(next + 1);
            int digits = kind == 'u' ? SHORT : kind == 'U' ? 2 * SHORT : 0;
            done = next + 2 + digits;
            if (digits == 0) {
                text.append('\\').append(kind);
            } else {
                text.appendCodePoint(character(next + 2, done));
            }
            next = line.indexOf('\\', done);
        }
        return text.append(line, done, line.length()).toString();
    }

    private int character(int from, int to) throws PickleFault {
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = i < line.length() ? Character.digit(line.charAt(i), HEX) : -1;
            if (digit < 0) {
                throw bad("hexadecimal digits after a backslash and u");
            }
            value = HEX * value + digit;
        }
        if (value > Character.MAX_CODE_POINT) {
            throw bad("a character up to U+10FFFF");
        }
        return (int) value;
    }
}
