// SPDX-License-Identifier: Apache-2.0
package org.etude.trace.load;

import java.util.Map;
import org.etude.report.Internal;

/** Comments of C and XML, and XML's declarations, before the first word of a text. */
@Internal
public final class LeadingComments {
    /** Beginnings and ends. */
    private static final Map<String, String> COMMENTS = Map.of("//", "\n", "/*", "*/", "<!--", "-->", "<?", "?>");

    private LeadingComments() {}

    /**
     * The text after its leading white space and comments; empty if it ends inside one. Linear in the text; a loop, since
     * a regular expression would exhaust the stack on thousands of comments.
     */
    public static String skip(String text) {
        int at = afterBlanks(text, 0);
        int next = afterComment(text, at);
        while (next > at) {
            at = afterBlanks(text, next);
            next = afterComment(text, at);
        }
        return text.substring(at);
    }

    /** The first character after a comment that begins there; the same place if none begins. */
    private static int afterComment(String text, int at) {
        for (var comment : COMMENTS.entrySet()) {
            if (text.startsWith(comment.getKey(), at)) {
                int end = text.indexOf(comment.getValue(), at + comment.getKey().length());
                return end < 0 ? text.length() : end + comment.getValue().length();
            }
        }
        return at;
    }

    private static int afterBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
