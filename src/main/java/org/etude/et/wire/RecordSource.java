// SPDX-License-Identifier: Apache-2.0
package org.etude.et.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.etude.et.graph.WireFault;

/**
 * The length-delimited records of a stream, one at a time. The buffer grows with the bytes actually read, never with a
 * stated length.
 */
final class RecordSource {
    private static final int LARGEST = 1 << 29;

    private final InputStream in;
    private byte[] buffer = new byte[1 << 16];
    private int from;
    private int to;
    private long consumed;
    private int recordEnd;
    private boolean ended;

    RecordSource(InputStream in) {
        this.in = in;
    }

    /** Goes to the next record; false at the end of the stream. */
    boolean next() throws IOException {
        from = recordEnd;
        if (!available(1)) {
            return false;
        }
        long length = length();
        if (length < 0 || length > LARGEST) {
            throw new WireFault(from, "a record of " + Long.toUnsignedString(length) + " bytes");
        }
        if (!available((int) length)) {
            throw new EOFException(
                    "the file ends inside it: its length says " + length + " bytes, " + (to - from) + " are there");
        }
        recordEnd = from + (int) length;
        return true;
    }

    private long length() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            if (!available(1)) {
                throw new EOFException("the file ends inside the length of the record");
            }
            byte b = buffer[from++];
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new WireFault(from, "the length of the record is longer than 5 bytes");
    }

    /** Whether this many bytes are available; reads more if not. */
    private boolean available(int count) throws IOException {
        while (to - from < count && !ended) {
            if (from > 0) {
                System.arraycopy(buffer, from, buffer, 0, to - from);
                consumed += from;
                to -= from;
                from = 0;
            }
            if (to == buffer.length) {
                buffer = Arrays.copyOf(buffer, buffer.length * 2);
            }
            int got = in.read(buffer, to, buffer.length - to);
            ended = got < 0;
            to += Math.max(got, 0);
        }
        return to - from >= count;
    }

    byte[] buffer() {
        return buffer;
    }

    int recordStart() {
        return from;
    }

    int recordEnd() {
        return recordEnd;
    }

    /** Offset in the (decompressed) file of a position in the buffer. */
    long offset(int position) {
        return consumed + position;
    }

    /** Offset up to which the file was consumed. */
    long offset() {
        return consumed + from;
    }
}
