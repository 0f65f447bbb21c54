// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.Traces;
import org.etude.notebook.eval.CellEvaluator;

/**
 * Loads and renders a recording between the start of a kernel and its first cell, so that the code of typical first
 * cells is loaded and compiled. The result is discarded, and the first cell stops it.
 */
final class WarmUp {
    /** The system property with the directory of the recording; an installed kernel includes one. */
    static final String PROPERTY = "etude.warm.up";

    private final String recording;
    private Thread thread;
    private boolean stopped;

    /**
     * Creates a warm-up.
     *
     * @param recording its directory; null or missing for none
     */
    WarmUp(String recording) {
        this.recording = recording;
    }

    /** Starts, unless a cell has already arrived. */
    synchronized void begin(CellEvaluator cells) {
        if (stopped || recording == null || !Files.isDirectory(Path.of(recording))) {
            return;
        }
        thread = new Thread(() -> Guarded.run(() -> cells.render(Traces.load(recording))), "etude-warm-up");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends it soon, or prevents its start. */
    synchronized void stop() {
        stopped = true;
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Waits until it has ended. */
    void await() throws InterruptedException {
        Thread begun;
        synchronized (this) {
            begun = thread;
        }
        if (begun != null) {
            begun.join();
        }
    }
}
