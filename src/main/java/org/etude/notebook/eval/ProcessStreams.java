// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Optional;
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

    /**
     * Before a cell: a cell may set other streams, and they stay, as in any Java program; but not null or a closed
     * one, after which no cell could print.
     *
     * @param cells receives a note for each stream that was unusable
     */
    void repair(OutputBuffer cells) {
        synchronized (ProcessStreams.class) {
            Optional<String> lostOut = unusable(System.out);
            Optional<String> lostErr = unusable(System.err);
            lostOut.ifPresent(why -> System.setOut(out));
            lostErr.ifPresent(why -> System.setErr(err));
            if (System.in == null) {
                System.setIn(in);
            }
            lostOut.ifPresent(why -> note(cells, "System.out", why));
            lostErr.ifPresent(why -> note(cells, "System.err", why));
        }
    }

    private static void note(OutputBuffer cells, String stream, String why) {
        cells.print(StreamName.STDERR, stream + " was " + why + "; it prints below the cells again.\n");
    }

    /** A closed stream reports it only once something is written. */
    private static Optional<String> unusable(PrintStream stream) {
        if (stream == null) {
            return Optional.of("null");
        }
        if (stream instanceof RoutedPrintStream) {
            return Optional.empty();
        }
        stream.print("");
        return stream.checkError() ? Optional.of("closed") : Optional.empty();
    }

    /** Removes an evaluator. */
    void leave(CellSession session) {
        synchronized (ProcessStreams.class) {
            if (out.route().leave(session)) {
                System.setOut(out.original());
                System.setIn(in.original());
            }
            if (err.route().leave(session)) {
                System.setErr(err.original());
            }
        }
    }
}
