// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.output;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Collects what cells print and forwards it in pieces: after 50 ms, at 8 KB, when the other stream is written, and
 * before anything is shown. Output of threads that outlive their cell goes to the last cell.
 */
public final class OutputBuffer implements AutoCloseable {
    private static final int PIECE = 8192;
    private static final long DELAY_MS = 50;

    private final ScheduledExecutorService clock;
    private final long limit;
    private final ByteBuffer bytes = ByteBuffer.allocate(PIECE);
    private CellOutput to = CellOutput.NONE;
    private StreamName name = StreamName.STDOUT;
    private long printed;
    private boolean scheduled;
    private boolean closed;

    public OutputBuffer(ScheduledExecutorService clock, long limit) {
        this.clock = clock;
        this.limit = limit;
    }

    /** Redirects output to another cell. */
    public synchronized void begin(CellOutput output) {
        emit(true);
        to = output;
        printed = 0;
    }

    /** The current target of output. */
    public synchronized CellOutput target() {
        return to;
    }

    /** Accepts printed text. */
    public void print(StreamName stream, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        write(stream, encoded, 0, encoded.length);
    }

    /** Accepts printed bytes of UTF-8; those beyond the limit of a cell are dropped. */
    public synchronized void write(StreamName stream, byte[] source, int offset, int length) {
        if (closed || printed > limit) {
            return;
        }
        if (stream != name) {
            emit(true);
            name = stream;
        }
        put(source, offset, (int) Math.min(length, limit - printed));
        printed += length;
        if (printed > limit) {
            truncated();
        } else if (!scheduled && bytes.position() > 0) {
            clock.schedule(this::tick, DELAY_MS, TimeUnit.MILLISECONDS);
            scheduled = true; // now, because without memory or threads no timer would fire
        }
    }

    private void put(byte[] source, int offset, int length) {
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, bytes.remaining());
            bytes.put(source, offset + done, part);
            done += part;
            if (!bytes.hasRemaining()) {
                emit(false);
            }
        }
    }

    private void truncated() {
        emit(false);
        bytes.clear(); // the beginning of a character
        to.stream(
                StreamName.STDERR,
                "\n[output truncated: the cell printed more than " + limit / 1024 + " KB; write the rest to a file]\n");
    }

    private synchronized void tick() {
        scheduled = false;
        if (!closed) {
            emit(false);
        }
    }

    /** Forwards what is buffered. */
    public synchronized void flush() {
        emit(true);
    }

    /** Shows a value after everything printed before. */
    public synchronized void display(MimeBundle data, String displayId, boolean update) {
        emit(true);
        to.display(data, displayId, update);
    }

    /** Removes the cell's output. */
    public synchronized void clear(boolean wait) {
        emit(true);
        to.clear(wait);
    }

    /** Sends whole characters; a partial one stays buffered unless this is the end. */
    private void emit(boolean end) {
        if (bytes.position() == 0) {
            return;
        }
        bytes.flip();
        CharBuffer text = CharBuffer.allocate(bytes.remaining() + 1);
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        decoder.decode(bytes, text, end);
        if (end) {
            decoder.flush(text);
        }
        bytes.compact();
        text.flip();
        if (text.hasRemaining()) {
            to.stream(name, text.toString());
        }
    }

    @Override
    public synchronized void close() {
        emit(true);
        closed = true;
        to = CellOutput.NONE;
    }

    /** Whether it accepts no more output. */
    public synchronized boolean closed() {
        return closed;
    }
}
