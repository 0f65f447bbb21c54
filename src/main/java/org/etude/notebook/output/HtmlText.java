// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.output;

import java.util.regex.Pattern;

/** Escapes text for HTML. */
public final class HtmlText {
    private static final Pattern END = Pattern.compile("</(script)", Pattern.CASE_INSENSITIVE);

    private HtmlText() {}

    /** Escapes everything that HTML would interpret as markup, in content and in quoted attributes. */
    public static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + text.length() / 8);
        for (int i = 0; i < text.length(); i++) {
            append(out, text.charAt(i));
        }
        return out.toString();
    }

    /** Appends one character, escaped like {@link #escape}. */
    public static void append(StringBuilder out, char c) {
        switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append("&quot;");
            case '\'' -> out.append("&#39;");
            default -> out.append(c);
        }
    }

    /** Escapes JavaScript or JSON for a script element, so that its strings cannot end the element. */
    public static String script(String code) {
        return END.matcher(code).replaceAll("<\\\\/$1").replace("<!--", "<\\!--");
    }
}
