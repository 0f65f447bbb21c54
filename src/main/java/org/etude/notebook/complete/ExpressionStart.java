// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

/** Finds the start of the expression before a dot: names, calls, indices, literals, {@code new X()}. */
final class ExpressionStart {
    private ExpressionStart() {}

    /** The offset of the first char of the expression that ends at {@code end}. */
    static int before(String text, int end) {
        String code = BlankedCode.of(text);
        int at = end;
        boolean more = true;
        while (more && at > 0) {
            char last = code.charAt(at - 1);
            if (last == ')' || last == ']') {
                at = open(code, at - 1);
            } else if (last == '"') {
                at = Math.max(0, code.lastIndexOf('"', at - 2));
            } else if (Character.isJavaIdentifierPart(last) || last == '.') {
                at--;
            } else if (Character.isWhitespace(last) && continues(code, at)) {
                at--;
            } else {
                more = false;
            }
        }
        String before = code.substring(0, at).stripTrailing();
        boolean made = before.endsWith("new") && (before.length() == 3 || !part(before, before.length() - 4));
        return made ? before.length() - 3 : at;
    }

    /** Whether white space is inside a chain of calls over several lines, with a dot on one side. */
    private static boolean continues(String code, int at) {
        int next = at;
        while (next < code.length() && Character.isWhitespace(code.charAt(next))) {
            next++;
        }
        String before = code.substring(0, at).stripTrailing();
        return next < code.length() && code.charAt(next) == '.' || before.endsWith(".");
    }

    private static boolean part(String text, int at) {
        return Character.isJavaIdentifierPart(text.charAt(at));
    }

    private static int open(String code, int close) {
        int depth = 0;
        for (int i = close; i >= 0; i--) {
            char c = code.charAt(i);
            if (c == ')' || c == ']' || c == '}') {
                depth++;
            } else if (c == '(' || c == '[' || c == '{') {
                depth--;
                if (depth == 0) {
                    return i;
                }
            }
        }
        return close;
    }
}
