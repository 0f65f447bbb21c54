// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.html;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.etude.notebook.output.HtmlText;

/** Converts terminal text to HTML: bold and the eight colours; text overwritten after a carriage return is removed. */
final class TerminalHtml {
    private static final Pattern ESCAPE = Pattern.compile("\u001b\\[([0-9;:?]*)([A-Za-z])|\u001b[^\\[]?");
    private static final int FIRST_COLOUR = 30;
    private static final int FIRST_BRIGHT_COLOUR = 90;
    private static final int COLOURS = 8;

    private final StringBuilder out = new StringBuilder();
    private boolean bold;
    private int colour = -1;

    private TerminalHtml() {}

    static String html(String text) {
        TerminalHtml html = new TerminalHtml();
        html.all(overwritten(text));
        return html.out.toString();
    }

    private void all(String text) {
        Matcher escape = ESCAPE.matcher(text);
        int end = 0;
        while (escape.find()) {
            span(text.substring(end, escape.start()));
            if ("m".equals(escape.group(2))) {
                style(escape.group(1));
            }
            end = escape.end();
        }
        span(text.substring(end));
    }

    private void span(String text) {
        if (text.isEmpty()) {
            return;
        }
        String style = ((bold ? "b" : "") + (colour < 0 ? "" : " t" + colour)).strip();
        String escaped = HtmlText.escape(text);
        out.append(style.isEmpty() ? escaped : "<span class=\"" + style + "\">" + escaped + "</span>");
    }

    private void style(String codes) {
        for (String code : codes.split("[;:]", -1)) {
            int number = code.matches("\\d{1,3}") ? Integer.parseInt(code) : 0;
            if (number == 0) {
                bold = false;
                colour = -1;
            } else if (number == 1) {
                bold = true;
            } else if (number >= FIRST_COLOUR && number < FIRST_COLOUR + COLOURS) {
                colour = number - FIRST_COLOUR;
            } else if (number >= FIRST_BRIGHT_COLOUR && number < FIRST_BRIGHT_COLOUR + COLOURS) {
                colour = number - FIRST_BRIGHT_COLOUR;
            }
        }
    }

    /** Progress lines overwrite themselves; only the last state is kept. */
    private static String overwritten(String text) {
        if (text.indexOf('\r') < 0) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        for (String line : text.replace("\r\n", "\n").split("(?<=\n)")) {
            String body = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
            kept.append(body.substring(body.lastIndexOf('\r') + 1));
        }
        return kept.toString();
    }
}
