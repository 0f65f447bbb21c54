// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;
import org.etude.notebook.error.CellNames;
import org.etude.notebook.output.OutputBuffer;
import org.etude.notebook.output.StreamName;

/**
 * Replaces System.out, System.err and System.in while evaluators are open, so that each cell's threads print to their
 * cell. The routers themselves record their users; the last one to leave restores the originals.
 */
final class ProcessStreams {
    private final RoutedPrintStream out;
    private final RoutedPrintStream err;
    private final RoutedInput in;

    private ProcessStreams(RoutedPrintStream out, RoutedPrintStream err, RoutedInput in) {
        this.out = out;
        this.err = err;
        this.in = in;
    }

    /**
     * Redirects the streams.
     *
     * @param session of the evaluator
     * @param owner also receives output of threads outside cells
     */
    static ProcessStreams join(CellSession session, boolean owner) {
        synchronized (ProcessStreams.class) {
            ProcessStreams joined = new ProcessStreams(
                    routed(System.out, StreamName.STDOUT), routed(System.err, StreamName.STDERR), routed(System.in));
            joined.out.route().join(session, owner);
            joined.err.route().join(session, owner);
            System.setOut(joined.out);
            System.setErr(joined.err);
            System.setIn(joined.in);
            return joined;
        }
    }

    private static RoutedPrintStream routed(PrintStream stream, StreamName name) {
        return stream instanceof RoutedPrintStream routed ? routed : new RoutedPrintStream(orElseNothing(stream), name);
    }

    private static PrintStream orElseNothing(PrintStream stream) {
        return stream == null ? new PrintStream(OutputStream.nullOutputStream()) : stream;
    }

    private static RoutedInput routed(InputStream stream) {
        return stream instanceof RoutedInput routed
                ? routed
                : new RoutedInput(stream == null ? InputStream.nullInputStream() : stream);
    }

    /** Whether every stream is one of these: then a cell needs no {@link #repair}. */
    static boolean inPlace() {
        return System.out instanceof RoutedPrintStream
                && System.err instanceof RoutedPrintStream
                && System.in instanceof RoutedInput;
    }

    /**
     * Prepares the streams for a cell: a cell may set other streams, and they stay, as in any Java program; but not null,
     * a closed one or one that fails, after which no cell could print.
     *
     * @param cells receives a note for each stream that was unusable
     */
    Repair repair(OutputBuffer cells) {
        return new Repair(cells);
    }

    /** Replaces unusable streams. A stream that a cell has set may be code of the user, which may block and fail. */
    final class Repair {
        private final OutputBuffer cells;
        private volatile PrintStream asked;

        private Repair(OutputBuffer cells) {
            this.cells = cells;
        }

        /** Tries the streams; call in the thread of the cell, which can be interrupted. */
        void run() {
            unusable(System.out).ifPresent(this::restoreOut);
            unusable(System.err).ifPresent(this::restoreErr);
            if (System.in == null) {
                System.setIn(in);
            }
        }

        /** Replaces the stream that did not answer before the cell was interrupted. */
        void giveUp() {
            PrintStream silent = asked;
            if (silent == null) {
                return;
            }
            if (System.out == silent) {
                restoreOut("did not answer");
            }
            if (System.err == silent) {
                restoreErr("did not answer");
            }
        }

        private void restoreOut(String why) {
            System.setOut(out);
            note("System.out " + why);
        }

        private void restoreErr(String why) {
            System.setErr(err);
            note("System.err " + why);
        }

        private void note(String what) {
            cells.print(StreamName.STDERR, what + "; it prints below the cells again.\n");
        }

        /** A closed stream, and one that has failed, report it only once something is written. */
        private Optional<String> unusable(PrintStream stream) {
            if (stream == null) {
                return Optional.of("was null");
            }
            if (stream instanceof RoutedPrintStream) {
                return Optional.empty();
            }
            asked = stream;
            try {
                stream.print("");
                return stream.checkError() ? Optional.of("was closed or had failed") : Optional.empty();
            } catch (RuntimeException | AssertionError | LinkageError | StackOverflowError e) {
                return Optional.of("threw " + CellNames.readable(e.getClass().getName()));
            } finally {
                asked = null;
            }
        }
    }

    /** Removes an evaluator. Routers that another evaluator has set meanwhile stay. */
    void leave(CellSession session) {
        synchronized (ProcessStreams.class) {
            boolean last = out.route().leave(session);
            if (last && (System.out == out || !(System.out instanceof RoutedPrintStream))) {
                System.setOut(out.original());
            }
            if (last && (System.in == in || !(System.in instanceof RoutedInput))) {
                System.setIn(in.original());
            }
            if (err.route().leave(session) && (System.err == err || !(System.err instanceof RoutedPrintStream))) {
                System.setErr(err.original());
            }
        }
    }
}
