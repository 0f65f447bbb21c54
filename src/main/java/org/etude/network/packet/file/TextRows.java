// SPDX-License-Identifier: Apache-2.0
package org.etude.network.packet.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Rows of numbers, one blank between two, as ASCII. Digits go straight into a buffer: a run of a second writes half a million
 * rows, and compiling what joins strings would take longer than writing them.
 */
final class TextRows {
    private static final int LONGEST_ROW = 1 << 8;
    private static final int MOST_DIGITS = 20;
    private static final int HEX_DIGITS = 8;
    private static final String DIGITS = "0123456789abcdef";

    private final byte[] bytes;
    private int end;
    private int row;

    /** Rows of up to eleven numbers, handed on once they fill this many bytes. */
    TextRows(int piled) {
        bytes = new byte[piled + LONGEST_ROW];
    }

    /** Adds a number to the row in decimal digits. */
    void number(long value) {
        separate();
        if (value < 0) {
            byte[] digits = Long.toString(value).getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(digits, 0, bytes, end, digits.length);
            end += digits.length;
            return;
        }
        int width = 1;
        for (long bound = 10; width < MOST_DIGITS - 1 && value >= bound; bound *= 10) {
            width++;
        }
        long rest = value;
        for (int at = end + width - 1; at >= end; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        end += width;
    }

    /** Adds a number to the row in eight hexadecimal digits. */
    void hex(int value) {
        separate();
        for (int digit = HEX_DIGITS - 1; digit >= 0; digit--) {
            bytes[end++] = (byte) DIGITS.charAt(value >>> 4 * digit & 0xf);
        }
    }

    private void separate() {
        if (end > row) {
            bytes[end++] = ' ';
        }
    }

    /** Ends the row, and hands on what has piled up. */
    void endRow(OutputStream out) throws IOException {
        bytes[end++] = '\n';
        row = end;
        if (end > bytes.length - LONGEST_ROW) {
            flush(out);
        }
    }

    /** Hands on what is left. */
    void flush(OutputStream out) throws IOException {
        out.write(bytes, 0, end);
        end = 0;
        row = 0;
    }

    /** The row that has not ended. */
    @Override
    public String toString() {
        return new String(Arrays.copyOfRange(bytes, row, end), StandardCharsets.US_ASCII);
    }
}
