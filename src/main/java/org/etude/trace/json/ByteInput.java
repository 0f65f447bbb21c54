// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * A window on a stream of bytes. Readers work on {@link #buffer} between {@link #pos} and {@link #limit} and ask for
 * {@link #more} when they reach the limit; bytes from {@link #mark} on are kept when the window moves.
 */
class ByteInput {
    static final int START = 1 << 17;
    private static final int LARGEST = 1 << 26;

    /** The window. */
    public byte[] buffer;
    /** Next byte to read. */
    public int pos;
    /** End of the available bytes. */
    public int limit;
    /** First byte to keep, or -1. */
    int mark = -1;

    private final InputStream in;
    private long base;

    /** Reads from a stream with a window of some bytes, which grows where a text is longer. */
    ByteInput(InputStream in, int window) {
        this.in = in;
        this.buffer = new byte[window];
    }

    /** Reads from bytes in memory. */
    ByteInput(byte[] bytes, int from, int to) {
        this.in = null;
        this.buffer = bytes;
        this.pos = from;
        this.limit = to;
    }

    /** Number of bytes before the next one. */
    public final long offset() {
        return base + pos;
    }

    /** Moves the window on and fills it; false at the end of the stream. */
    final boolean more() {
        if (in == null) {
            return false;
        }
        int keep = mark >= 0 ? mark : pos;
        if (keep > 0) {
            System.arraycopy(buffer, keep, buffer, 0, limit - keep);
            base += keep;
            pos -= keep;
            limit -= keep;
            mark = mark < 0 ? -1 : 0;
        }
        if (limit == buffer.length) {
            grow();
        }
        try {
            int got = in.read(buffer, limit, buffer.length - limit);
            limit += Math.max(got, 0);
            return got > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ensures that this many bytes are in the window, unless the stream ends before. */
    public final void ensure(int bytes) {
        while (limit - pos < bytes) {
            if (!more()) {
                return;
            }
        }
    }

    private void grow() {
        if (buffer.length >= LARGEST) {
            throw new BadJson("a single text is longer than " + (LARGEST >> 20) + " MB", offset(), false);
        }
        byte[] larger = new byte[buffer.length * 2];
        System.arraycopy(buffer, 0, larger, 0, limit);
        buffer = larger;
    }
}
