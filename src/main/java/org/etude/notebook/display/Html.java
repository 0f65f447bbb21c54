// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import org.etude.notebook.output.HtmlText;

/** Builds HTML; text goes in escaped. */
final class Html {
    private final StringBuilder out = new StringBuilder();

    /** Appends markup as it is. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Appends text, escaped for elements and attributes alike. */
    Html text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // Other control characters have no place in HTML.
            if (c >= ' ' || c == '\n' || c == '\t') {
                HtmlText.append(out, c);
            }
        }
        return this;
    }

    int length() {
        return out.length();
    }

    @Override
    public String toString() {
        return out.toString();
    }

    static String escaped(String text) {
        return new Html().text(text).toString();
    }

    /** Text in the way it was typed, long lines broken between words: the classic Notebook would break numbers. */
    static String pre(String text) {
        return new Html()
                .raw("<pre style=\"white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere\">")
                .text(text)
                .raw("</pre>")
                .toString();
    }
}
