// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.etude.notebook.error.CellNames;
import org.etude.report.EtudeException;
import org.etude.table.FindingsTable;

/** Renders an error with its causes and details; the stack trace on demand. */
final class Throwables {
    private static final int MOST_FRAMES = 60;

    private Throwables() {}

    static String html(Throwable error) {
        Html html = new Html();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable e = error; e != null && seen.add(e); e = e.getCause()) {
            html.raw("<p>")
                    .raw(e == error ? "" : "caused by ")
                    .raw("<b>")
                    .text(CellNames.readable(e.getClass().getName()))
                    .raw("</b></p>");
            String message = message(e);
            if (!message.isEmpty()) {
                html.raw(Html.pre(PlainText.cut(message, PlainText.LONGEST)));
            }
            if (e instanceof EtudeException own && own.details().size() > 0) {
                html.raw(GridHtml.of(
                        new TableGrid(FindingsTable.of(own.details()).setName("details"))));
            }
            html.raw("<details><summary>where</summary><pre>");
            StackTraceElement[] frames = e.getStackTrace();
            for (int i = 0; i < Math.min(MOST_FRAMES, frames.length); i++) {
                html.text(CellNames.frame(frames[i])).raw("\n");
            }
            html.text(frames.length > MOST_FRAMES ? "... " + (frames.length - MOST_FRAMES) + " more" : "");
            html.raw("</pre></details>");
        }
        return html.toString();
    }

    static String plain(Throwable error) {
        StringBuilder text = new StringBuilder();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable e = error; e != null && seen.add(e); e = e.getCause()) {
            text.append(e == error ? "" : System.lineSeparator() + "caused by ").append(PlainText.failure(e));
        }
        return PlainText.cut(text.toString(), PlainText.LONGEST);
    }

    /** Its message, which may be the user's code and fail. */
    private static String message(Throwable error) {
        String text = PlainText.failure(error);
        int colon = text.indexOf(": ");
        return colon < 0 ? "" : text.substring(colon + 2);
    }
}
