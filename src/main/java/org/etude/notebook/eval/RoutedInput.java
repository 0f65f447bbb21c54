// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.etude.notebook.output.OutputBuffer;

/** System.in while cells run: a cell that reads it asks the user for a line. */
final class RoutedInput extends InputStream {
    private final InputStream original;
    private byte[] line = {};
    private int next;

    RoutedInput(InputStream original) {
        this.original = original;
    }

    InputStream original() {
        return original;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        int count = read(one, 0, 1);
        return count < 0 ? -1 : one[0] & 0xff;
    }

    /** Threads outside cells wait for the original without a lock: a cell must not wait for that. */
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        CellThreads group = CellThreads.current();
        return group == null
                ? original.read(bytes, offset, length)
                : typed(group.session().output(), bytes, offset, length);
    }

    private synchronized int typed(OutputBuffer output, byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (next == line.length) {
            output.flush();
            line = (output.target().input("", false) + "\n").getBytes(StandardCharsets.UTF_8);
            next = 0;
        }
        int count = Math.min(length, line.length - next);
        System.arraycopy(line, next, bytes, offset, count);
        next += count;
        return count;
    }

    @Override
    public int available() throws IOException {
        return CellThreads.current() == null ? original.available() : left();
    }

    private synchronized int left() {
        return line.length - next;
    }
}
