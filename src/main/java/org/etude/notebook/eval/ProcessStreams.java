// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.eval;

import java.io.InputStream;
import java.io.PrintStream;
import org.etude.notebook.output.StreamName;

/**
 * Replaces System.out, System.err and System.in while evaluators are open, so that each cell's threads print to their
 * cell. The routers themselves record their users; the last one to leave restores the originals.
 */
final class ProcessStreams {
    private ProcessStreams() {}

    /**
     * Redirects the streams.
     *
     * @param session of the evaluator
     * @param owner also receives output of threads outside cells
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

    /** Removes an evaluator. */
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
