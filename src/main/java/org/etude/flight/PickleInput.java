// SPDX-License-Identifier: Apache-2.0
package org.etude.flight;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the bytes of a pickle and counts them. */
final class PickleInput {
    /** Longer than any text of a dump; a file without a line feed must not fill the memory. */
    private static final int LONGEST_LINE = 1 << 24;

    private static final int BYTE = 0xff;

    private final InputStream in;
    private long offset;

    PickleInput(InputStream in) {
        this.in = in;
    }

    /** Bytes read so far. */
    long offset() {
        return offset;
    }

    int octet() throws IOException {
        int value = in.read();
        if (value < 0) {
            throw new EOFException("the pickle ends at byte " + offset + " without its end mark");
        }
        offset++;
        return value;
    }

    /** An unsigned number of this many bytes, the lowest first; negative beyond 63 bits. */
    long littleEndian(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) octet() << 8 * i;
        }
        return value;
    }

    /** A number in two's complement of at most eight bytes, the lowest first. */
    long signed(int bytes) throws IOException {
        int unused = Long.SIZE - 8 * bytes;
        return bytes == 0 ? 0 : littleEndian(bytes) << unused >> unused;
    }

    double bigEndianDouble() throws IOException {
        long bits = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            bits = bits << 8 | octet() & BYTE;
        }
        return Double.longBitsToDouble(bits);
    }

    /** A text of this many bytes; allocates no more memory than there are bytes. */
    String text(long length) throws IOException {
        byte[] bytes = in.readNBytes((int) Math.min(length, Integer.MAX_VALUE - 8));
        offset += bytes.length;
        if (bytes.length < length) {
            throw new EOFException("the pickle ends at byte " + offset + " inside a text of " + length + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The bytes up to the next line feed, which is consumed, as characters of Latin-1. */
    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = octet(); next != '\n'; next = octet()) {
            if (line.size() == LONGEST_LINE) {
                throw new PickleFault(offset, "a line of more than " + LONGEST_LINE + " bytes");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    /** Checks that nothing follows: whoever appends a dump to a file would lose it silently. */
    void expectEnd() throws IOException {
        if (in.read() >= 0) {
            throw new PickleFault(offset, "more bytes follow the end of the pickle, expected one dump per file");
        }
    }
}
