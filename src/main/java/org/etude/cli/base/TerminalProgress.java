// SPDX-License-Identifier: Apache-2.0
package org.etude.cli.base;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.etude.report.Progress;

/**
 * Shows progress as one line of a terminal that is overwritten. Appears only after two seconds of work, so that quick
 * commands stay quiet, and is cleared before results are printed. Thread-safe.
 */
final class TerminalProgress implements Progress {
    private static final long QUIET_NANOS = 2_000_000_000L;
    private static final long BETWEEN_NANOS = 100_000_000L;

    private final PrintStream err;
    private final LongSupplier clock;
    private final long started;
    private long lastShown = Long.MIN_VALUE;
    private int width;

    TerminalProgress(PrintStream err, LongSupplier clock) {
        this.err = err;
        this.clock = clock;
        this.started = clock.getAsLong();
    }

    @Override
    public synchronized void at(String what, long done, long total) {
        long now = clock.getAsLong();
        if (now - started < QUIET_NANOS || lastShown != Long.MIN_VALUE && now - lastShown < BETWEEN_NANOS) {
            return;
        }
        lastShown = now;
        show(
                total <= 0 && done == 0
                        ? what
                        : total > 0
                                ? String.format(Locale.ROOT, "%s  %d %%", what, Math.min(100, done * 100 / total))
                                : String.format(Locale.ROOT, "%s  %,d", what, done));
    }

    /** Clears the line. */
    synchronized void clear() {
        if (width > 0) {
            show("");
            err.print('\r');
            err.flush();
            width = 0;
        }
    }

    private void show(String line) {
        err.print('\r' + line + " ".repeat(Math.max(0, width - line.length())));
        err.flush();
        width = line.length();
    }
}
