// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.io.PrintStream;
import java.time.Instant;

/** Logs one line per event to the terminal in which Jupyter was started; never to a cell. */
final class KernelLog {
    private final PrintStream to;

    /** Writes to the given stream: pass System.err before cells redirect it. */
    KernelLog(PrintStream to) {
        this.to = to;
    }

    void line(String text) {
        to.println("[etude " + Instant.now() + "] " + text);
    }

    /** Logs a failure; returns true, for use where a value is needed. */
    boolean failure(String what, Throwable thrown) {
        line(what + ": " + thrown);
        for (StackTraceElement frame : thrown.getStackTrace()) {
            to.println("    at " + frame);
        }
        return true;
    }
}
