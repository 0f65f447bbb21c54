// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.InputStream;
import java.io.PrintStream;
import org.etude.notebook.output.StreamName;

/**
 * Replaces System.out, System.err and System.in while evaluators live, so that each cell's threads print to their cell. The
 * routers themselves hold who uses them; the last one to leave puts the originals back.
 */
final class ProcessStreams {
    private ProcessStreams() {}

    /**
     * Routes the streams.
     *
     * @param session of the evaluator
     * @param owner also takes what threads of no cell print
     */
    static synchronized void join(CellSession session, boolean owner) {
        if (!(System.out instanceof RoutedPrintStream)) {
            System.setOut(new RoutedPrintStream(System.out, StreamName.STDOUT));
        }
        if (!(System.err instanceof RoutedPrintStream)) {
            System.setErr(new RoutedPrintStream(System.err, StreamName.STDERR));
        }
        if (!(System.in instanceof RoutedInput)) {
            System.setIn(new RoutedInput(System.in));
        }
        for (PrintStream stream : new PrintStream[] {System.out, System.err}) {
            ((RoutedPrintStream) stream).route().join(session, owner);
        }
    }

    /** Takes an evaluator out again. */
    static synchronized void leave(CellSession session) {
        if (System.out instanceof RoutedPrintStream out && out.route().leave(session)) {
            System.setOut(out.original());
            restoreInput(System.in);
        }
        if (System.err instanceof RoutedPrintStream err && err.route().leave(session)) {
            System.setErr(err.original());
        }
    }

    private static void restoreInput(InputStream in) {
        if (in instanceof RoutedInput routed) {
            System.setIn(routed.original());
        }
    }
}
