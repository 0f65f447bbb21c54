// SPDX-License-Identifier: Apache-2.0
package org.etude.notebook.complete;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds a comment that never ends, which the compiler takes for no code at all. */
public final class OpenComment {
    private static final Pattern NO_CODE =
            Pattern.compile(BlankedCode.COMMENT + "|" + BlankedCode.LITERAL, Pattern.DOTALL);
    private static final int SHORTEST = "/**/".length();

    private OpenComment() {}

    /** Where it begins; -1 if every comment ends. */
    public static int in(String code) {
        Matcher matcher = NO_CODE.matcher(code);
        while (matcher.find()) {
            String found = matcher.group();
            if (found.startsWith("/*") && (found.length() < SHORTEST || !found.endsWith("*/"))) {
                return matcher.start();
            }
        }
        return -1;
    }
}
