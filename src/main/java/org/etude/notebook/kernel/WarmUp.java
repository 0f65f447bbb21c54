// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.kernel;

import java.nio.file.Files;
import java.nio.file.Path;
import org.etude.Traces;
import org.etude.notebook.eval.CellEvaluator;

/**
 * Loads and renders a recording between the start of a kernel and its first cell, so that the code which most first cells run is
 * loaded and compiled when one comes. Nothing of it is kept, and the first cell stops it.
 */
final class WarmUp {
    /** Names the directory of the recording; an installed kernel brings one along. */
    static final String PROPERTY = "etude.warm.up";

    private final String recording;
    private Thread thread;
    private boolean stopped;

    /**
     * A warm-up that has not begun.
     *
     * @param recording its directory; null, or one that is not there, for none
     */
    WarmUp(String recording) {
        this.recording = recording;
    }

    /** Begins, unless a cell has come already. */
    synchronized void begin(CellEvaluator cells) {
        if (stopped || recording == null || !Files.isDirectory(Path.of(recording))) {
            return;
        }
        thread = new Thread(() -> Guarded.run(() -> cells.render(Traces.load(recording))), "etude-warm-up");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends it soon, or keeps it from beginning. */
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
