// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Code in which comments, and what is between the quotes of texts and characters, are spaces: brackets, semicolons and names
 * there are no code. Offsets stay those of the code, which may end anywhere.
 */
public final class BlankedCode {
    /** A pattern of a comment. */
    static final String COMMENT = "//[^\n]*|/\\*.*?(?:\\*/|$)";
    /**
     * A pattern of a text block, a text or a character, as far as it is there; needs {@link Pattern#DOTALL}. Possessive, because
     * otherwise a long text would overflow the stack.
     */
    static final String LITERAL = "\"\"\"(?:[^\"\\\\]|\\\\(?:.|$)|\"(?!\"\"))*+(?:\"\"\"|$)"
            + "|\"(?:[^\"\\\\\n]|\\\\.)*+\"?|'(?:[^'\\\\\n]|\\\\.)*+'?";

    private static final Pattern NO_CODE = Pattern.compile("(" + COMMENT + ")|" + LITERAL, Pattern.DOTALL);

    private BlankedCode() {}

    /** The code with spaces instead. */
    public static String of(String code) {
        StringBuilder blanked = new StringBuilder(code);
        Matcher matcher = NO_CODE.matcher(code);
        while (matcher.find()) {
            boolean literal = matcher.group(1) == null;
            int from = literal ? matcher.start() + 1 : matcher.start();
            boolean closed = from < matcher.end() && code.charAt(matcher.start()) == code.charAt(matcher.end() - 1);
            int to = literal && closed ? matcher.end() - 1 : matcher.end();
            for (int i = from; i < to; i++) {
                blanked.setCharAt(i, code.charAt(i) == '\n' ? '\n' : ' ');
            }
        }
        return blanked.toString();
    }
}
