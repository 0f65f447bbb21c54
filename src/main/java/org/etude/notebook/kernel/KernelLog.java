// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.io.PrintStream;
import java.time.Instant;

/** One line per event, to the terminal that Jupyter was started in; never to a cell. */
final class KernelLog {
    private final PrintStream to;

    /** Writes to the given stream: take System.err before cells own it. */
    KernelLog(PrintStream to) {
        this.to = to;
    }

    void line(String text) {
        to.println("[etude " + Instant.now() + "] " + text);
    }

    /** Gives true, to stand where a value is wanted. */
    boolean failure(String what, Throwable thrown) {
        line(what + ": " + thrown);
        for (StackTraceElement frame : thrown.getStackTrace()) {
            to.println("    at " + frame);
        }
        return true;
    }
}
