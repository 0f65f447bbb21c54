// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Standard output: a print stream, which swallows failures, on top of a stream that records the first one. */
final class ResultStream extends PrintStream {
    private final Remembering below;
    private final boolean pipe;

    private ResultStream(Remembering below, boolean pipe) {
        super(new BufferedOutputStream(below, 1 << 16), false, StandardCharsets.UTF_8);
        this.below = below;
        this.pipe = pipe;
    }

    /**
     * Wraps a stream.
     *
     * @param pipe whether it is a pipe; then a failure means that the reader has ended
     */
    static ResultStream on(OutputStream out, boolean pipe) {
        return new ResultStream(new Remembering(out), pipe);
    }

    /** Whether printed output was lost although the reader did not end. */
    boolean lost() {
        return below.failure != null
                && !pipe
                && !reason().toLowerCase(Locale.ROOT).contains("pipe");
    }

    /** The system's reason. */
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
