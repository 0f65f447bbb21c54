// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import org.etude.notebook.error.CellNames;
import org.etude.notebook.error.ThrownText;
import org.etude.report.EtudeException;
import org.etude.table.FindingsTable;

/** Renders an error with its causes and details; the stack trace on demand. */
final class Throwables {
    private static final int MOST_FRAMES = 60;
    private static final String MORE = "... more causes";

    private Throwables() {}

    static String html(Throwable error) {
        Html html = new Html();
        ThrownText.Causes causes = ThrownText.causes(error);
        for (Throwable e : causes.shown()) {
            html.raw("<p>")
                    .raw(e == error ? "" : "caused by ")
                    .raw("<b>")
                    .text(CellNames.readable(e.getClass().getName()))
                    .raw("</b></p>");
            String message = ThrownText.message(e);
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
        html.raw(causes.cut() ? "<p>" + MORE + "</p>" : "");
        return html.toString();
    }

    static String plain(Throwable error) {
        StringBuilder text = new StringBuilder();
        ThrownText.Causes causes = ThrownText.causes(error);
        for (Throwable e : causes.shown()) {
            text.append(e == error ? "" : System.lineSeparator() + "caused by ").append(ThrownText.head(e));
        }
        text.append(causes.cut() ? System.lineSeparator() + MORE : "");
        return PlainText.cut(text.toString(), PlainText.LONGEST);
    }
}
