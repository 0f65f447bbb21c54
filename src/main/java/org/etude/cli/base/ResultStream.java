// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Standard output: a print stream, which swallows failures, over one that remembers the first. */
final class ResultStream extends PrintStream {
    private final Remembering below;
    private final boolean pipe;

    private ResultStream(Remembering below, boolean pipe) {
        super(new BufferedOutputStream(below, 1 << 16), false, StandardCharsets.UTF_8);
        this.below = below;
        this.pipe = pipe;
    }

    /**
     * Over a stream.
     *
     * @param pipe whether a process reads it; then a failure means that the reader has gone
     */
    static ResultStream on(OutputStream out, boolean pipe) {
        return new ResultStream(new Remembering(out), pipe);
    }

    /** Whether something that was printed is nowhere, though nobody went away. */
    boolean lost() {
        return below.failure != null
                && !pipe
                && !reason().toLowerCase(Locale.ROOT).contains("pipe");
    }

    /** Why, in the system's words. */
    String reason() {
        return String.valueOf(below.failure.getMessage());
    }

    private static final class Remembering extends FilterOutputStream {
        private IOException failure;

        Remembering(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                failure = failure == null ? e : failure;
                throw e;
            }
        }
    }
}
