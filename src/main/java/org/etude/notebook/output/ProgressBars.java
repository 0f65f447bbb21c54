// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.output;

import java.util.Locale;
import java.util.UUID;
import org.etude.report.Progress;

/**
 * Shows the progress of a cell's long calls as one output that updates: task, progress, rate, estimate. Appears after
 * half a second of work, updates at most ten times per second, and is closed when the cell ends.
 */
public final class ProgressBars implements Progress {
    private static final long QUIET_NANOS = 500_000_000L;
    private static final long BETWEEN_NANOS = 100_000_000L;
    private static final double NANOS = 1e9;

    private final OutputBuffer output;
    private final String id = UUID.randomUUID().toString();
    private long firstAt;
    private String what = "";
    private long started;
    private long shownAt;
    private boolean shown;
    private long done;
    private long total;

    public ProgressBars(OutputBuffer output) {
        this.output = output;
    }

    @Override
    public synchronized void at(String step, long stepDone, long stepTotal) {
        long now = System.nanoTime();
        if (what.isEmpty()) {
            firstAt = now;
        }
        if (!step.equals(what)) {
            what = step;
            started = now;
        }
        done = stepDone;
        total = stepTotal;
        if (now - firstAt >= QUIET_NANOS && now - shownAt >= BETWEEN_NANOS) {
            shownAt = now;
            show("");
        }
    }

    /** Closes the bar, if shown. The last reporter of progress may not have reported its end. */
    public synchronized void finish(boolean ok) {
        if (shown) {
            show(ok ? "done" : "stopped");
        }
    }

    private void show(String end) {
        double seconds = (System.nanoTime() - started) / NANOS;
        String text = text(seconds, end);
        output.display(MimeBundle.progress(html(text, end), text), id, shown);
        shown = true;
    }

    private String text(double seconds, String end) {
        if (end.equals("done") && done < total) {
            return String.format(Locale.ROOT, "done in %.1f s", (System.nanoTime() - firstAt) / NANOS);
        }
        if (what.contains(", ")) {
            return end.isEmpty() ? what : what + ", " + end; // reports its own progress and remaining time
        }
        StringBuilder text = new StringBuilder(what);
        text.append(String.format(Locale.ROOT, total > 0 ? ": %,d of %,d" : ": %,d", done, total));
        if (seconds > 0 && done > 0) {
            text.append(String.format(Locale.ROOT, ", %,.1f/s", done / seconds));
            if (total > done && end.isEmpty()) {
                text.append(String.format(Locale.ROOT, ", %.0f s left", (total - done) * seconds / done));
            }
        }
        return end.isEmpty() ? text.toString() : text.append(", ").append(end).toString();
    }

    private String html(String text, String end) {
        String safe = HtmlText.escape(text);
        String bar = total > 0 ? "<progress value=\"" + done + "\" max=\"" + total + "\"></progress> " : "";
        return end.isEmpty() ? bar + safe : safe;
    }
}
