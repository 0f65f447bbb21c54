// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.display;

import org.etude.notebook.output.HtmlText;

/** Builds HTML; text is escaped. */
final class Html {
    private final StringBuilder out = new StringBuilder();

    /** Appends markup unchanged. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Appends text, escaped for elements and attributes alike. */
    Html text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // Other control characters are not allowed in HTML.
            if (c >= ' ' || c == '\n' || c == '\t') {
                HtmlText.append(out, c);
            }
        }
        return this;
    }

    /**
     * {@link #text}; words longer than {@code whole} characters may be wrapped after punctuation ({@code
     * exposed_comm_ms}, names of kernels), so that a table can become narrow. Copied text is unchanged.
     */
    Html breakable(String text, int whole) {
        int start = 0;
        for (int i = 1; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == ' ') {
                word(text.substring(start, i), whole);
                start = i;
            }
        }
        return this;
    }

    private void word(String word, int whole) {
        int start = 0;
        for (int i = 1; word.length() > whole && i < word.length(); i++) {
            if (!Character.isLetterOrDigit(word.charAt(i - 1)) && Character.isLetterOrDigit(word.charAt(i)) && i > 1) {
                text(word.substring(start, i)).raw("<wbr>");
                start = i;
            }
        }
        text(word.substring(start));
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

    /** Preformatted text, with long lines wrapped between words; the classic Notebook would break numbers. */
    static String pre(String text) {
        return new Html()
                .raw("<pre style=\"white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere\">")
                .text(text)
                .raw("</pre>")
                .toString();
    }
}
