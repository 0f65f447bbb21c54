// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A Kineto trace in JSON that is generated piece by piece while it is read. Where the source cannot be read further, all that came
 * before is passed on first.
 */
public abstract class GeneratedText extends InputStream {
    /** More than readers look ahead. */
    private static final byte[] BLANKS = " ".repeat(256).getBytes(StandardCharsets.UTF_8);

    private byte[] chunk;
    private int at;
    private boolean ended;
    private IOException unreadable;
    private RuntimeException broken;

    /**
     * Header fields as JSON members, each followed by a comma.
     *
     * @throws IOException when the source cannot be read
     */
    protected abstract String head() throws IOException;

    /**
     * The text of the next event, or null after the last.
     *
     * @throws IOException when the source cannot be read further
     */
    protected abstract byte[] next() throws IOException;

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public final int read(byte[] into, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if ((chunk == null || at == chunk.length) && !fill(done > 0)) {
                break;
            }
            int part = Math.min(length - done, chunk.length - at);
            System.arraycopy(chunk, at, into, offset + done, part);
            at += part;
            done += part;
        }
        return done == 0 && length > 0 ? -1 : done;
    }

    /**
     * Generates more. Blanks precede a fault, so that a reader that looks ahead gets through the last event.
     *
     * @param later whether a fault is to be reported by the next call
     * @return whether there is more
     */
    private boolean fill(boolean later) throws IOException {
        if (later && (unreadable != null || broken != null) || ended) {
            return false;
        }
        if (unreadable != null) {
            throw unreadable;
        }
        if (broken != null) {
            throw broken;
        }
        at = 0;
        try {
            chunk = generate();
        } catch (IOException e) {
            unreadable = e;
            chunk = BLANKS;
        } catch (RuntimeException e) {
            broken = e;
            chunk = BLANKS;
        }
        return true;
    }

    private byte[] generate() throws IOException {
        if (chunk == null) {
            return ("{\"schemaVersion\":1," + head() + "\"traceEvents\":[\n").getBytes(StandardCharsets.UTF_8);
        }
        byte[] next = next();
        ended = next == null;
        return ended ? "\n]}".getBytes(StandardCharsets.UTF_8) : next;
    }
}
